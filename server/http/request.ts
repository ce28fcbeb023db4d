import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { forwardedAddress } from '../platform/network.ts';

const processMark = randomBytes(6).toString('base64url');
let counter = 0;

/** Unique over processes and cheap: a random mark of this process and a count. */
export function newRequestId(): string {
	counter += 1;
	return `${processMark}-${counter.toString(36)}`;
}

interface NodeBindings {
	incoming?: { socket?: { remoteAddress?: string } };
}

/**
 * Address of the client. X-Forwarded-For is believed only for as many hops as the operator set (TRUST_PROXY): the entry that
 * the outermost trusted proxy wrote, counted from the right.
 */
export function clientAddress(context: Context, trustedHops: number): string {
	const peer = (context.env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress ?? 'in-process';
	if (trustedHops <= 0) return peer;
	return forwardedAddress(context.req.header('x-forwarded-for') ?? '', trustedHops) ?? peer;
}

/** The path of a URL without query, cheap. */
export function pathOf(url: string): string {
	const start = url.indexOf('/', url.indexOf('://') + 3);
	if (start === -1) return '/';
	const end = url.search(/[?#]/);
	return end === -1 ? url.slice(start) : url.slice(start, end);
}
