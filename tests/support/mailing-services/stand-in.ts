import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from '#shared/lib/z.ts';
import type { MailingService, ServiceSettings } from '#shared/rules/mailing-services.ts';

/** A request as it came. */
export interface StandInCall {
	method: string;
	path: string;
	query: Record<string, string>;
	headers: IncomingMessage['headers'];
	/** Undefined where none came. */
	body: unknown;
}

/** An answer; `body` is sent as JSON, and nothing where it is undefined. */
export interface StandInAnswer {
	status: number;
	body?: unknown;
	headers?: Record<string, string>;
}

/** How a service answers instead of doing what it is asked for. */
export type Failing =
	| 'busy'
	| 'error'
	| 'dead'
	| 'key-revoked'
	| 'not-allowed'
	| 'text'
	| 'huge'
	| 'wrong-types'
	| 'redirect';

/** Somebody on a list; `subscribed` whatever the service calls it. */
export interface StandInMember {
	email: string;
	/** First and last name, as the service has them. */
	name: string;
	status: 'subscribed' | 'unsubscribed' | 'cleaned' | 'blocklisted' | 'pending' | 'other';
	/** What the service was given beside: attributes, times. */
	more: Record<string, unknown>;
}

/** What one service does; the requests of its documentation, and nothing else. */
export interface ServiceModel {
	apiKey: string;
	user: string;
	lists: { id: string; name: string }[];
	/** Null where the credentials are right. */
	refuseKey(call: StandInCall): StandInAnswer | null;
	handle(call: StandInCall): StandInAnswer;
	/** Answers of its documentation to what goes wrong. */
	failures: { revoked: StandInAnswer; notAllowed: StandInAnswer; busy: StandInAnswer; error: StandInAnswer };
	members(listId: string): StandInMember[];
	/** A person, or the organiser, does something at the service itself. */
	there(change: AtService): void;
}

/** `take-off`: the organiser unsubscribes somebody, or takes them off the list. */
export type AtService =
	| {
			kind: 'subscribe' | 'leave' | 'take-off' | 'bounce' | 'archive' | 'forget' | 'block';
			listId: string;
			email: string;
	  }
	| { kind: 'delete-list'; listId: string };

/** A request that the documentation does not know, by what is wrong with it. */
export class Undocumented extends Error {}

export interface StandIn {
	service: MailingService;
	url: string;
	apiKey: string;
	user: string;
	/** What an organiser types to reach it. */
	settings: ServiceSettings;
	lists: { id: string; name: string }[];
	calls: StandInCall[];
	/** Requests that are not as documented; empty in every test that is right. */
	undocumented: string[];
	members(listId: string): StandInMember[];
	there(change: AtService): void;
	/** Answers so from now on, or `times` times; null: as it should. */
	fail(how: Failing | null, times?: number): void;
	close(): Promise<void>;
}

/** A real HTTP server on 127.0.0.1 that behaves as a service does. */
export async function serve(service: MailingService, model: ServiceModel, user: string): Promise<StandIn> {
	const calls: StandInCall[] = [];
	const undocumented: string[] = [];
	let failing: Failing | null = null;
	let left = Number.POSITIVE_INFINITY;
	const server = createServer(async (request, response) => {
		const call = await read(request);
		calls.push(call);
		if (failing && left > 0) {
			left -= 1;
			return fail(response, failing, model);
		}
		send(response, answerOf(model, call, undocumented));
	});
	const listening = Promise.withResolvers<void>();
	server.listen(0, '127.0.0.1', listening.resolve);
	await listening.promise;
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		...{ service, url, user, calls, undocumented, lists: model.lists, apiKey: model.apiKey },
		settings: { apiKey: model.apiKey, user, address: service === 'listmonk' ? url : '' },
		members: model.members,
		there: model.there,
		fail(how, times = Number.POSITIVE_INFINITY) {
			failing = how;
			left = times;
		},
		close() {
			const closed = Promise.withResolvers<void>();
			server.close(() => closed.resolve());
			server.closeAllConnections();
			return closed.promise;
		},
	};
}

function answerOf(model: ServiceModel, call: StandInCall, undocumented: string[]): StandInAnswer {
	const refused = model.refuseKey(call);
	if (refused) return refused;
	try {
		const sendsBody = call.body !== undefined;
		if (sendsBody && call.headers['content-type'] !== 'application/json')
			throw new Undocumented('a body without content-type application/json');
		if (sendsBody && call.method === 'GET') throw new Undocumented('a body with GET');
		return model.handle(call);
	} catch (error) {
		if (!(error instanceof Undocumented)) throw error;
		undocumented.push(`${call.method} ${call.path}: ${error.message}`);
		return { status: 418, body: { message: error.message } };
	}
}

async function read(request: IncomingMessage): Promise<StandInCall> {
	const url = new URL(request.url ?? '/', 'http://stand-in');
	const body = await text(request);
	return {
		method: request.method ?? '',
		path: url.pathname,
		query: Object.fromEntries(url.searchParams),
		headers: request.headers,
		body: body === '' ? undefined : JSON.parse(body),
	};
}

function send(response: ServerResponse, { status, body, headers }: StandInAnswer): void {
	const type = { 'content-type': 'application/json; charset=utf-8', ...headers };
	if (body === undefined) response.writeHead(status, headers).end();
	else response.writeHead(status, type).end(JSON.stringify(body));
}

function fail(response: ServerResponse, how: Failing, { failures }: ServiceModel): void {
	if (how === 'dead') response.destroy();
	else if (how === 'text')
		response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
	else if (how === 'huge')
		send(response, { status: 200, body: { id: 1, data: { id: 1 }, padding: 'x'.repeat(400_000) } });
	else if (how === 'wrong-types')
		send(response, {
			status: 200,
			body: { id: ['1'], status: 7, lists: 'none', data: { results: 'none', id: {} } },
		});
	else if (how === 'redirect') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
	else if (how === 'busy') send(response, failures.busy);
	else if (how === 'error') send(response, failures.error);
	else send(response, how === 'key-revoked' ? failures.revoked : failures.notAllowed);
}

/**
 * A body or a query in its documented form.
 * @throws Undocumented where a field is missing, of another type, or not documented
 */
export function checked<T>(schema: z.ZodType<T>, value: unknown): T {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	throw new Undocumented(z.prettifyError(result.error));
}

/** Addresses that services refuse: without a domain, and those that seem made up. */
export const isBadAddress = (email: string) =>
	!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.endsWith('.invalid');
