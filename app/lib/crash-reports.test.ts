import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { crashReport } from '#shared/contracts/error-log.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { describeCrash, isCrash } from './crash-reports.ts';

const sent: Record<string, unknown>[] = [];
beforeEach(() => {
	sent.length = 0;
	vi.resetModules();
	vi.stubGlobal('navigator', { onLine: true });
	vi.stubGlobal('location', { pathname: '/my-ticket/secret' });
	vi.stubGlobal('window', {
		__reactRouterDataRouter: {
			state: { matches: [{ route: { path: '' } }, { route: { path: 'my-ticket/:manageToken' } }] },
		},
		__reactRouterManifest: { version: 'a1b2' },
	});
	vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
		sent.push(JSON.parse(String(init.body)));
		return new Response();
	});
});
afterEach(() => vi.unstubAllGlobals());

test.each([
	['a fault of ours', new TypeError('x is undefined'), true],
	['a server error', new AppError('INTERNAL_ERROR', { status: 500 }), true],
	['a refusal', new AppError('RESOURCE_NOT_FOUND'), false],
	['a lost connection', new AppError('NETWORK_ERROR'), false],
	[
		'a file that could not be loaded',
		new TypeError('Failed to fetch dynamically imported module: /a.js'),
		false,
	],
	['an abort', Object.assign(new Error('x'), { name: 'AbortError' }), false],
	['an extension', Object.assign(new Error('x'), { stack: 'at chrome-extension://abc/x.js:1:1' }), false],
	[
		'a skipped view transition',
		Object.assign(new Error('Transition was aborted because of invalid state'), {
			name: 'InvalidStateError',
		}),
		false,
	],
	['a text', 'thrown as text', true],
	['nothing', undefined, false],
])('%s: %s is a crash: %s', (_, error, expected) => {
	expect(isCrash(error)).toBe(expected);
});

test('a report fits the contract and carries route, release and request id', () => {
	const error = new AppError('SERVER_ERROR', { status: 500, requestId: 'req-1' });
	const body = describeCrash(error, { route: '/events/:event', release: 'abc' });
	expect(crashReport.parse(body)).toMatchObject({
		name: 'SERVER_ERROR',
		route: '/events/:event',
		release: 'abc',
		requestId: 'req-1',
		severity: 'error',
	});
});

test('each error is reported once, with the pattern of the route instead of its address, 5 a minute at most', async () => {
	const { reportCrash } = await import('./crash-reports.ts');
	const error = new Error('broken');
	reportCrash(error);
	reportCrash(error);
	expect(sent).toHaveLength(1);
	expect(sent[0]).toMatchObject({ message: 'broken', route: '/my-ticket/:manageToken', release: 'a1b2' });
	for (let at = 0; at < 10; at += 1) reportCrash(new Error(`broken ${at}`));
	expect(sent).toHaveLength(5);
});
