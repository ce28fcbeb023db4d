import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'hono';
import { EVENT_ACCESS_HEADER } from '#shared/contracts/events.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type Translator, translatorFor } from '../platform/messages.ts';
import type { Caller, RequestContext } from './handler.ts';

const eventAccessHeader = EVENT_ACCESS_HEADER.toLowerCase();

/**
 * Request context for handlers, looked up lazily: most ask for little, and each look costs a small answer some of its
 * speed.
 */
export class CallContext implements RequestContext {
	readonly requestId: string;
	readonly address: string;
	idempotencyKey: string | undefined;
	ifMatch: number | undefined;
	caller: Caller | undefined;
	readonly #c: Context;
	#translate: Translator | undefined;
	/** Headers as Node read them; absent for calls inside the process. */
	readonly #sent: IncomingHttpHeaders | undefined;

	constructor(c: Context, requestId: string, address: string) {
		this.#c = c;
		this.#sent = (c.env as { incoming?: { headers?: IncomingHttpHeaders } } | undefined)?.incoming?.headers;
		this.requestId = requestId;
		this.address = address;
		this.idempotencyKey = undefined;
		this.ifMatch = undefined;
		this.caller = undefined;
	}

	/** A header by its name in small letters. */
	header(name: string): string | undefined {
		// Node's own table says quickest that there is none; what is there is read the way the web does.
		return this.#sent && this.#sent[name] === undefined ? undefined : this.#c.req.header(name);
	}

	get userAgent(): string {
		return (this.header('user-agent') ?? '').slice(0, 300);
	}

	get acceptLanguage(): string {
		return (this.header('accept-language') ?? '').slice(0, 200);
	}

	get translate(): Translator {
		this.#translate ??= translatorFor(this.acceptLanguage);
		return this.#translate;
	}

	get acceptsGzip(): boolean {
		return /\bgzip\b/i.test(this.header('accept-encoding') ?? '');
	}

	get eventAccess(): string | undefined {
		return this.header(eventAccessHeader);
	}

	get asksNotToBeCounted(): boolean {
		return this.header('dnt') === '1' || this.header('sec-gpc') === '1';
	}

	/** Created on first use: most handlers need none, and a signal is expensive. */
	get signal(): AbortSignal {
		return this.#c.req.raw.signal;
	}

	/** Reads what makes a call happen once, and refuses what is written wrongly. */
	readConditions(): void {
		this.idempotencyKey = readIdempotencyKey(this.header('idempotency-key'));
		this.ifMatch = parseIfMatch(this.header('if-match'));
	}

	needKey(): string {
		if (this.idempotencyKey !== undefined) return this.idempotencyKey;
		throw new AppError('VALIDATION_FAILED', {
			message: 'Send an Idempotency-Key: what moves money requires one.',
			metadata: { rule: 'idempotency-key-required' },
		});
	}
}

/** `*`, or the ETag of a version. */
export const ifMatchPattern = /^(?:\*|(?:W\/)?"(\d{1,9})")$/;

function parseIfMatch(value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	const match = ifMatchPattern.exec(value.trim());
	if (!match)
		throw new AppError('VALIDATION_INVALID_FORMAT', {
			message: 'If-Match takes the ETag of an earlier answer.',
		});
	return match[1] === undefined ? undefined : Number(match[1]);
}

export const idempotencyKeyPattern = /^[\x21-\x7e]{1,200}$/;

function readIdempotencyKey(value: string | undefined): string | undefined {
	if (value === undefined) return undefined;
	if (!idempotencyKeyPattern.test(value)) {
		throw new AppError('VALIDATION_INVALID_FORMAT', {
			message: 'Idempotency-Key takes 1 to 200 visible ASCII characters.',
		});
	}
	return value;
}
