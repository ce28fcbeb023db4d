import { type ErrorCode, errorCatalogue } from './catalogue.ts';

/** One field that was refused. `field` is a dotted path into the input (`buyer.email`, `items.0.quantity`). */
export interface FieldError {
	field: string;
	message: string;
	/** What was sent, shortened; left out for secrets. */
	value?: unknown;
	code: ErrorCode;
}

export interface AppErrorOptions {
	/** What a developer or an API client reads; a sentence that says what to do. Defaults to the user message. */
	message?: string | undefined;
	/** What a person reads, where a rule has a better sentence than the catalogue. */
	userMessage?: string | undefined;
	status?: number | undefined;
	details?: FieldError[] | undefined;
	/** Machine-readable facts about the refusal (`{available: 3}`); never secrets. */
	metadata?: Record<string, unknown> | undefined;
	retryAfterSeconds?: number | undefined;
	/** Of the call that was refused, in the browser. */
	requestId?: string | undefined;
	cause?: unknown;
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

	constructor(code: ErrorCode, options: AppErrorOptions = {}) {
		const entry = errorCatalogue[code];
		super(
			options.message ?? entry.userMessage,
			options.cause === undefined ? undefined : { cause: options.cause },
		);
		this.code = code;
		this.status = options.status ?? entry.status;
		this.userMessage = options.userMessage ?? entry.userMessage;
		this.details = options.details ?? [];
		this.metadata = options.metadata ?? {};
		this.retryAfterSeconds = options.retryAfterSeconds;
		this.requestId = options.requestId;
	}
}

/** RESOURCE_NOT_FOUND for a named thing; also the answer for what belongs to somebody else. */
export function notFound(what: string): AppError {
	return new AppError('RESOURCE_NOT_FOUND', { message: `${what} was not found.` });
}

/** VALIDATION_FAILED about one field. */
export function fieldError(
	field: string,
	message: string,
	code: ErrorCode = 'VALIDATION_FAILED',
	value?: unknown,
): AppError {
	return new AppError('VALIDATION_FAILED', { message, details: [{ field, message, code, value }] });
}

/** BUSINESS_RULE_VIOLATION with a sentence for the person and a stable `rule` for programs. */
export function ruleViolation(
	rule: string,
	message: string,
	metadata: Record<string, unknown> = {},
): AppError {
	return new AppError('BUSINESS_RULE_VIOLATION', {
		message,
		userMessage: message,
		metadata: { rule, ...metadata },
	});
}
