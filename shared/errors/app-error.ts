import { type ErrorCode, errorCatalogue } from './catalogue.ts';
import type { TranslatableMessage } from './translatable-message.ts';

/** One field that was refused. `field` is a dotted path into the input (`buyer.email`, `items.0.quantity`). */
export interface FieldError {
	field: string;
	message: string;
	/** The request, shortened; left out for secrets. */
	value?: unknown;
	code: ErrorCode;
}

/** A field that is refused, before the language of its reader is known. */
export interface FieldRefusal extends Omit<FieldError, 'message'> {
	message: string | TranslatableMessage;
}

export interface AppErrorOptions {
	/** What a developer or an API client reads; a sentence that says what to do. Defaults to the user message. */
	message?: string | TranslatableMessage | undefined;
	/** The message for people, where a rule has a better one than the catalogue. */
	userMessage?: string | TranslatableMessage | undefined;
	status?: number | undefined;
	details?: FieldRefusal[] | undefined;
	/** Machine-readable facts about the refusal (`{available: 3}`); never secrets. */
	metadata?: Record<string, unknown> | undefined;
	retryAfterSeconds?: number | undefined;
	/** Of the call that was refused, in the browser. */
	requestId?: string | undefined;
	cause?: unknown;
}

declare global {
	interface ErrorConstructor {
		/** Of V8: how many frames an error records. */
		stackTraceLimit: number;
	}
}

/** The one error type that commands, policies and the API client throw. Anything else is a fault of ours (INTERNAL_ERROR). */
export class AppError extends Error {
	override readonly name = 'AppError';
	readonly code: ErrorCode;
	readonly status: number;
	readonly userMessage: string;
	readonly details: FieldError[];
	readonly metadata: Record<string, unknown>;
	readonly retryAfterSeconds: number | undefined;
	readonly requestId: string | undefined;
	/** What can be said in other languages: the message for a person, and that of each detail. */
	readonly messages: {
		userMessage: TranslatableMessage | undefined;
		details: (TranslatableMessage | undefined)[];
	};

	constructor(code: ErrorCode, options: AppErrorOptions = {}) {
		const entry = errorCatalogue[code];
		// A refusal says what is wrong by its code; where it was thrown only explains faults of ours, and a trace is expensive.
		const traced = Error.stackTraceLimit;
		if ((options.status ?? entry.status) < 500) Error.stackTraceLimit = 0;
		super(
			String(options.message ?? options.userMessage ?? entry.userMessage),
			options.cause === undefined ? undefined : { cause: options.cause },
		);
		Error.stackTraceLimit = traced;
		this.code = code;
		this.status = options.status ?? entry.status;
		this.userMessage = String(options.userMessage ?? entry.userMessage);
		const refusals = options.details ?? [];
		this.details = refusals.map((refusal) => ({ ...refusal, message: String(refusal.message) }));
		this.messages = {
			userMessage: messageOf(options.userMessage),
			details: refusals.map(({ message }) => messageOf(message)),
		};
		this.metadata = options.metadata ?? {};
		this.retryAfterSeconds = options.retryAfterSeconds;
		this.requestId = options.requestId;
	}
}

function messageOf(text: string | TranslatableMessage | undefined): TranslatableMessage | undefined {
	return typeof text === 'object' ? text : undefined;
}

/** RESOURCE_NOT_FOUND for a named thing; also the answer for what belongs to somebody else. */
export function notFound(what: string): AppError {
	return new AppError('RESOURCE_NOT_FOUND', { message: `${what} was not found.` });
}

/** VALIDATION_FAILED about one field. */
export function fieldError(
	field: string,
	message: TranslatableMessage,
	code: ErrorCode = 'VALIDATION_FAILED',
	value?: unknown,
): AppError {
	return new AppError('VALIDATION_FAILED', { message, details: [{ field, message, code, value }] });
}

/** Runs checks of a part of what was sent; what they refuse is reported for the field within the whole. */
export function underField(field: string, check: () => void): void {
	try {
		check();
	} catch (error) {
		if (!(error instanceof AppError) || error.details.length === 0) throw error;
		const [first] = error.details as [FieldError];
		throw new AppError(error.code, {
			message: error.messages.details[0] ?? error.message,
			details: [
				{ ...first, field: `${field}.${first.field}`, message: error.messages.details[0] ?? first.message },
			],
		});
	}
}

/** BUSINESS_RULE_VIOLATION with a sentence for the person and a stable `rule` for programs. */
export function ruleViolation(
	rule: string,
	message: TranslatableMessage,
	metadata: Record<string, unknown> = {},
): AppError {
	return new AppError('BUSINESS_RULE_VIOLATION', {
		userMessage: message,
		metadata: { rule, ...metadata },
	});
}
