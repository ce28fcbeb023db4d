import { MutationObserver, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApiClient } from './api-client.ts';
import { CallRefusal } from './call-refusal.ts';
import { createQueryClient, retryOnce } from './query-client.ts';
import { createTokenStore } from './token-store.ts';
import { endSession, userQuery } from './user-query.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

function setUp(...answers: (() => Response)[]) {
	const tokens = createTokenStore(() => {
		throw new Error('memory only');
	});
	tokens.set('tok', { rememberMe: false });
	const calledAt: number[] = [];
	const began = Date.now();
	const client = createApiClient({
		fetch: () => {
			calledAt.push(Date.now() - began);
			return answers[Math.min(calledAt.length, answers.length) - 1]!();
		},
		origin: () => 'http://foyer.test',
		tokens,
	});
	const observer = new QueryObserver(new QueryClient(), userQuery(client));
	const stop = observer.subscribe(() => {});
	return { tokens, calledAt, observer, stop };
}

const user = { id: '1', email: 'a@example.org' };
const ok = () => Response.json(user);
const status = (code: number) => () => Response.json({ message: 'x' }, { status: code });

test('waits 300 ms, then asks once', async () => {
	const { calledAt, observer, stop } = setUp(ok);
	await vi.advanceTimersByTimeAsync(299);
	expect(calledAt).toEqual([]);
	await vi.advanceTimersByTimeAsync(1);
	expect(calledAt).toEqual([300]);
	expect(observer.getCurrentResult().data).toEqual(user);
	stop();
});

test('401 clears the token and fails with "Token expired", without another try', async () => {
	const { calledAt, tokens, observer, stop } = setUp(status(401));
	await vi.advanceTimersByTimeAsync(200_000);
	expect(observer.getCurrentResult().error?.message).toBe('Token expired');
	expect(tokens.get()).toBeNull();
	expect(calledAt).toHaveLength(1);
	stop();
});

test('429 waits 2 s and fails with "Rate limited"; 3 more tries, 1 s doubled between them', async () => {
	const { calledAt, observer, stop } = setUp(status(429));
	await vi.advanceTimersByTimeAsync(200_000);
	expect(observer.getCurrentResult().error?.message).toBe('Rate limited');
	// Each try: 300 ms, the call, 2 s. Between the tries 1, 2 and 4 s.
	expect(calledAt).toEqual([300, 3_600, 7_900, 14_200]);
	stop();
});

test('after a rate limit that ended the user is there', async () => {
	const { observer, stop } = setUp(status(429), ok);
	await vi.advanceTimersByTimeAsync(3_599);
	expect(observer.getCurrentResult().data).toBeUndefined();
	await vi.advanceTimersByTimeAsync(1);
	expect(observer.getCurrentResult().data).toEqual(user);
	stop();
});

test('refused by the limit of this browser: at once, and not tried again', async () => {
	let calls = 0;
	const call = () => {
		calls += 1;
		return Promise.reject(new CallRefusal());
	};
	const observer = new QueryObserver(new QueryClient(), userQuery({ call } as never));
	const stop = observer.subscribe(() => {});
	await vi.advanceTimersByTimeAsync(300);
	expect(observer.getCurrentResult().error).toBeInstanceOf(CallRefusal);
	await vi.advanceTimersByTimeAsync(200_000);
	expect(calls).toBe(1);
	stop();
});

test('other failures are "Failed to fetch user", without another try', async () => {
	const { calledAt, observer, stop } = setUp(status(500));
	await vi.advanceTimersByTimeAsync(200_000);
	expect(observer.getCurrentResult().error?.message).toBe('Failed to fetch user');
	expect(calledAt).toHaveLength(1);
	stop();
});

test('back-off is capped at 30 s; stale after 10 min, cached 20 min, not fetched again on focus or mount', () => {
	const options = userQuery();
	const delay = options.retryDelay as (attempt: number) => number;
	expect([0, 1, 2, 3, 4, 5, 6].map(delay)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
	expect(options).toMatchObject({
		staleTime: 600_000,
		gcTime: 1_200_000,
		refetchOnWindowFocus: false,
		refetchOnMount: false,
	});
});

test('query defaults: 1 retry, no refetch on focus', () => {
	expect(createQueryClient().getDefaultOptions().queries).toEqual({
		retry: retryOnce,
		refetchOnWindowFocus: false,
	});
});

test('what is written without a connection fails at once, and is not sent unseen later', async () => {
	onlineManager.setOnline(false);
	const write = new MutationObserver(createQueryClient(), {
		mutationFn: () => Promise.reject(new Error('no connection')),
	});
	await expect(write.mutate()).rejects.toThrow('no connection');
	onlineManager.setOnline(true);
});

test('logging out forgets what was typed and not saved, and nothing else', async () => {
	const stored: Record<string, unknown> = { 'event-unsaved:a': '{}', rememberMe: 'true' };
	Object.defineProperty(stored, 'removeItem', { value: (key: string) => delete stored[key] });
	vi.stubGlobal('localStorage', stored);
	vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 204 })));
	const ended = endSession();
	expect(Object.keys(stored)).toEqual(['rememberMe']);
	await vi.advanceTimersByTimeAsync(10_000);
	await ended;
	vi.unstubAllGlobals();
});
