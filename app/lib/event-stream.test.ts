import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEventParser, openEventStream, type StreamEvent } from './event-stream.ts';

beforeEach(() => {
	vi.useFakeTimers();
	vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

const SAMPLE =
	': hello\r\nevent: check-in\r\nid: 7\r\ndata: {"a":1}\r\n\r\ndata: one\ndata:two\n\nretry: 500\n\nid: 8\ndata\n\n';

test('events are read the same however the text is cut', () => {
	for (let size = 1; size <= SAMPLE.length; size += 1) {
		const events: StreamEvent[] = [];
		const ids: string[] = [];
		const retries: number[] = [];
		const parse = createEventParser({
			onEvent: (event) => events.push(event),
			onId: (id) => ids.push(id),
			onRetry: (ms) => retries.push(ms),
		});
		for (let at = 0; at < SAMPLE.length; at += size) parse(SAMPLE.slice(at, at + size));
		expect(events).toEqual([
			{ type: 'check-in', data: '{"a":1}', id: '7' },
			{ type: 'message', data: 'one\ntwo', id: '7' },
			{ type: 'message', data: '', id: '8' },
		]);
		expect(ids).toEqual(['7', '8']);
		expect(retries).toEqual([500]);
	}
});

function stream(text: string): Response {
	return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
}

test('comes back after the connection ended, says where it was, and stops when aborted', async () => {
	const requested: (string | null)[] = [];
	const fetch = vi.fn(async (_: unknown, init?: RequestInit) => {
		requested.push(new Headers(init?.headers).get('last-event-id'));
		return stream(`id: ${requested.length}\ndata: x\n\n`);
	});
	const states: string[] = [];
	const events: StreamEvent[] = [];
	const stop = openEventStream({
		path: '/api/stream',
		fetch: fetch as typeof globalThis.fetch,
		onEvent: (event) => events.push(event),
		onState: (state) => states.push(state),
	});
	await vi.advanceTimersByTimeAsync(999);
	expect(requested).toEqual([null]);
	expect(states).toEqual(['connecting', 'open', 'waiting']);
	await vi.advanceTimersByTimeAsync(1);
	expect(requested).toEqual([null, '1']);
	stop();
	await vi.advanceTimersByTimeAsync(100_000);
	expect(fetch).toHaveBeenCalledTimes(2);
	expect(events).toHaveLength(2);
});

test('pauses grow to 30 s while the server is away', async () => {
	const at: number[] = [];
	const began = Date.now();
	const stop = openEventStream({
		path: '/api/stream',
		fetch: (async () => {
			at.push(Date.now() - began);
			throw new TypeError('down');
		}) as typeof globalThis.fetch,
		onEvent: () => {},
	});
	await vi.advanceTimersByTimeAsync(100_000);
	stop();
	expect(at).toEqual([0, 1_000, 3_000, 7_000, 15_000, 31_000, 61_000, 91_000]);
});

test('a refusal is final and is reported', async () => {
	const fetch = vi.fn(async () => new Response(null, { status: 404 }));
	const refused: number[] = [];
	openEventStream({
		path: '/api/stream',
		token: () => 'tok',
		fetch: fetch as unknown as typeof globalThis.fetch,
		onEvent: () => {},
		onRefused: (status) => refused.push(status),
	});
	await vi.advanceTimersByTimeAsync(100_000);
	expect(refused).toEqual([404]);
	expect(fetch).toHaveBeenCalledTimes(1);
	const [, init] = fetch.mock.calls[0] as unknown as [string, RequestInit];
	expect(new Headers(init.headers).get('authorization')).toBe('Bearer tok');
});

test('a connection that has fallen silent is given up after 45 s', async () => {
	let opened = 0;
	const stop = openEventStream({
		path: '/api/stream',
		fetch: (async (_: unknown, init?: RequestInit) => {
			opened += 1;
			return new Response(
				new ReadableStream({
					start: (controller) => init!.signal!.addEventListener('abort', () => controller.error('silence')),
				}),
			);
		}) as typeof globalThis.fetch,
		onEvent: () => {},
	});
	await vi.advanceTimersByTimeAsync(45_999);
	expect(opened).toBe(1);
	await vi.advanceTimersByTimeAsync(1);
	expect(opened).toBe(2);
	stop();
});
