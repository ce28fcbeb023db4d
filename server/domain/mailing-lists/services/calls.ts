import { callOutbound, type OutboundOptions } from '#server/platform/outbound.ts';
import type { Services } from '#server/services.ts';
import { z } from '#shared/lib/z.ts';
import type { CallService, Failure, ServiceAnswer } from './service.ts';

const readBytes = { list: 256 * 1024, other: 64 * 1024 };

/**
 * Makes the calls of one account, each within 15 s, to public addresses only (`FOYER_PRIVATE_TARGETS` allows others). An answer that
 * is no JSON, or longer than 256 kB (64 kB of a change), has `json` undefined.
 * @param baseUrl of the adapter, without a slash at its end
 */
export function callOf(
	{ config }: Pick<Services, 'config'>,
	baseUrl: string,
	signal?: AbortSignal,
	options: Omit<OutboundOptions, 'privateNetworks'> = {},
): CallService {
	return async ({ method, path, headers = {}, body }) => {
		const answer = await callOutbound(
			{
				url: `${baseUrl}${path}`,
				method,
				headers: {
					accept: 'application/json',
					'user-agent': 'Foyer-Lists/1',
					...(body !== undefined && { 'content-type': 'application/json' }),
					...headers,
				},
				body: body === undefined ? undefined : JSON.stringify(body),
				readBytes: method === 'GET' ? readBytes.list : readBytes.other,
				signal,
			},
			{ ...options, privateNetworks: config.privateTargets },
		);
		// An answer that broke off is none.
		const isWhole = answer.error === null || answer.error === 'status' || answer.error === 'redirect';
		return {
			status: isWhole ? answer.status : null,
			json: answer.body === null ? undefined : readJson(answer.body.toString('utf8')),
			retryAfterSeconds: answer.retryAfterSeconds ?? brevoReset(answer.headers['x-sib-ratelimit-reset']),
		};
	};
}

/** Brevo says in a header of its own in how many seconds the limit begins anew. */
function brevoReset(header: string | string[] | undefined): number | null {
	return typeof header === 'string' && /^[1-9]\d{0,4}$/.test(header) ? Number(header) : null;
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

export const isSuccess = ({ status }: ServiceAnswer) => status !== null && status >= 200 && status < 300;

export const later = (afterSeconds: number | null = null): Failure => ({ kind: 'later', afterSeconds });
export const stopped = (problem: (Failure & { kind: 'stopped' })['problem']): Failure => ({
	kind: 'stopped',
	problem,
});
export const refused = (problem: (Failure & { kind: 'refused' })['problem']): Failure => ({
	kind: 'refused',
	problem,
});

/** The meaning of a response at each of the services, or null where the status is not enough. */
export function commonFailure(answer: ServiceAnswer): Failure | null {
	const { status, retryAfterSeconds } = answer;
	if (status === null || status >= 500 || status === 408 || status === 429) return later(retryAfterSeconds);
	if (status === 401) return stopped('key-refused');
	if (status === 402) return stopped('account-full');
	// A redirect is not followed; the address of the service is another one now, or a sign-in page stands before it.
	return status < 400 ? later() : null;
}

/** The answer in a form, or null. Unknown fields are dropped. */
export function readAnswer<T>(schema: z.ZodType<T>, { json }: ServiceAnswer): T | null {
	const read = schema.safeParse(json);
	return read.success ? read.data : null;
}

/** Of a text in an error of a service; empty where there is none. */
export const errorText = z
	.string()
	.transform((text) => text.slice(0, 2_000))
	.catch('');

/**
 * The name of a list as it is stored and shown: one line of at most 200 characters, without control characters (a database takes no NUL) and
 * marks that turn the direction of what follows. Never empty.
 */
export const listName = z
	.string()
	.transform(
		(name) =>
			plainName(
				name.slice(0, 2_000).replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' '),
			) || '–',
	);

/** A key or a user as it may stand in a header: one line of visible ASCII without spaces. */
export const isHeaderText = (text: string, most: number) =>
	text.length <= most && /^[\x21-\x7e]+$/.test(text);

const mostNameLength = 100;

/** A name in two fields, each of at most 100 characters: the first word, and the rest. Control characters are left out. */
export function splitName(name: string): { first: string; last: string } {
	const [first = '', ...rest] = plainName(name).split(' ');
	return { first: cut(first), last: cut(rest.join(' ')) };
}

/** A name in one line, at most 200 characters of it. */
export const plainName = (name: string) =>
	cut(
		name
			.slice(0, 2_000)
			.toWellFormed()
			.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
			.trim(),
		2 * mostNameLength,
	);

const cut = (text: string, most = mostNameLength) => [...text].slice(0, most).join('').trim();

/** An id of Brevo or listmonk: a whole number, or null for anything else. */
export function numberOf(text: string): number | null {
	return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
