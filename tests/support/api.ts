import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModuleFacts, eventParts } from '#server/domain/modules.ts';
import { createHttpApp } from '#server/http/app.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { parseConfig } from '#server/platform/config.ts';
import { createDiskFileStore } from '#server/platform/file-store.ts';
import { createSilentLog } from '#server/platform/log.ts';
import { createNullMailer } from '#server/platform/mailer.ts';
import { createGateways } from '#server/platform/payments/gateways.ts';
import type { Services } from '#server/services.ts';
import { checkEvents, checkProtocol } from './protocol-failures.ts';

export interface ApiAnswer {
	status: number;
	headers: Headers;
	// biome-ignore lint/suspicious/noExplicitAny: tests read into bodies freely; schemas are checked by the contract tests
	body: any;
}

export interface CallOptions {
	token?: string | undefined;
	headers?: Record<string, string>;
	query?: Record<string, string>;
}

/** Services as server/main.ts makes them, on a test database. Environment names override the defaults. */
export async function createTestServices(
	database: Services['database'],
	environment: Record<string, string> = {},
	clock: Clock = systemClock,
): Promise<Services> {
	const config = parseConfig({
		NODE_ENV: 'test',
		RATE_LIMITS: 'off',
		APP_URL: 'https://foyer.test',
		...environment,
	});
	const secret = Buffer.alloc(32, 7);
	const { gateway, testGateway } = createGateways({
		config,
		database,
		secret,
		clock,
		observe: checkProtocol,
	});
	return {
		config,
		log: createSilentLog(),
		clock,
		database,
		files: await createDiskFileStore(await mkdtemp(join(tmpdir(), 'foyer-files-'))),
		mailer: createNullMailer(),
		facts: createModuleFacts(),
		eventParts,
		secret,
		gateway,
		testGateway: checkEvents(testGateway),
	};
}

/** Calls the API of these services in process: `await api.post('/api/events', {…}, { token })`. */
export function createTestApi(services: Services) {
	const app = createHttpApp(services);
	async function call(
		method: string,
		path: string,
		body: unknown,
		options: CallOptions = {},
	): Promise<ApiAnswer> {
		const headers = new Headers(options.headers);
		if (options.token) headers.set('Authorization', `Bearer ${options.token}`);
		const isForm = body instanceof FormData;
		if (body !== undefined && !isForm && !headers.has('Content-Type'))
			headers.set('Content-Type', 'application/json');
		const query = options.query ? `?${new URLSearchParams(options.query)}` : '';
		const response = await app.request(`http://foyer.test${path}${query}`, {
			method,
			headers,
			...(body === undefined
				? {}
				: { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
		});
		const text = await response.text();
		const isJson = (response.headers.get('content-type') ?? '').includes('json');
		return {
			status: response.status,
			headers: response.headers,
			body: isJson && text ? JSON.parse(text) : text,
		};
	}
	return {
		app,
		call,
		get: (path: string, options?: CallOptions) => call('GET', path, undefined, options),
		post: (path: string, body?: unknown, options?: CallOptions) => call('POST', path, body, options),
		patch: (path: string, body: unknown, options?: CallOptions) => call('PATCH', path, body, options),
		delete: (path: string, options?: CallOptions) => call('DELETE', path, undefined, options),
	};
}

export type TestApi = ReturnType<typeof createTestApi>;

/** Says that emails can be sent, and takes each without sending it: for what depends on a mail server only by that. */
export const sendingMailer: Services['mailer'] = {
	canSend: true,
	send: async () => ({ response: '250 taken' }),
	verify: async () => {},
	close() {},
};
