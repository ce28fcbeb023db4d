import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { queuedScan } from '#tests/support/door-guests.ts';
import { MemoryStore } from './door-store.ts';
import type { QueuedScan, ScanAnswer } from './model.ts';
import { ScanQueue } from './scan-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const scanOf = (nonce: string) => queuedScan(nonce);

const answerOf = (verdict: ScanAnswer['verdict'] = 'accepted'): ScanAnswer => ({
	problem: null,
	verdict,
	message: null,
	guest: null,
	previous: null,
	stats: null,
});

/** A server that counts each nonce once, and fails when it is set to: before it has read, or after it has acted. */
function serverWith(faults: ('lost' | 'answer lost' | AppError)[] = []) {
	const admitted: string[] = [];
	const calls: string[][] = [];
	const receive = async (scans: readonly QueuedScan[]) => {
		calls.push(scans.map(({ nonce }) => nonce));
		const fault = faults.shift();
		if (fault === 'lost') throw new AppError('NETWORK_ERROR');
		if (fault instanceof AppError) throw fault;
		for (const { nonce } of scans) if (!admitted.includes(nonce)) admitted.push(nonce);
		if (fault === 'answer lost') throw new AppError('NETWORK_TIMEOUT');
		return scans.map(() => answerOf());
	};
	return {
		admitted,
		calls,
		line: { send: async (scan: QueuedScan) => (await receive([scan]))[0]!, sendBatch: receive },
	};
}

function queueOn(server: ReturnType<typeof serverWith>, store = new MemoryStore(), isOnline = () => true) {
	const seen = { answered: [] as string[], lengths: [] as number[], refused: 0 };
	const queue = new ScanQueue({
		line: server.line,
		store,
		isOnline,
		onAnswer: ({ nonce }) => seen.answered.push(nonce),
		isDisputed: () => false,
		onStoreFault: () => {},
		onLength: (length) => seen.lengths.push(length),
		onRefused: () => seen.refused++,
	});
	return { queue, seen, store };
}

test('a scan is on the device before it is sent, and gone when the server has answered', async () => {
	const server = serverWith();
	const { queue, store } = queueOn(server);
	let keptBeforeSent = 0;
	server.line.send = async () => {
		keptBeforeSent = (await store.queued()).length;
		return answerOf();
	};
	expect(await queue.add(scanOf('a')).answered).toMatchObject({ verdict: 'accepted' });
	expect(keptBeforeSent).toBe(1);
	expect(await store.queued()).toEqual([]);
	expect(queue.length).toBe(0);
});

test('without a network everything waits, in order, and goes out in one batch when it is back', async () => {
	const server = serverWith();
	let isOnline = false;
	const { queue, seen } = queueOn(server, new MemoryStore(), () => isOnline);
	for (const nonce of ['a', 'b', 'c']) await expect(queue.add(scanOf(nonce)).answered).rejects.toThrow();
	expect([queue.length, server.calls]).toEqual([3, []]);
	isOnline = true;
	queue.flush();
	await vi.runAllTimersAsync();
	expect(server.calls).toEqual([['a', 'b', 'c']]);
	expect(seen.answered).toEqual(['a', 'b', 'c']);
	expect(seen.lengths.at(-1)).toBe(0);
});

test('an answer that was lost is requested again with the same nonces, and counts once', async () => {
	const server = serverWith(['answer lost', 'lost', 'answer lost']);
	const { queue } = queueOn(server);
	await expect(queue.add(scanOf('a')).answered).rejects.toThrow();
	await vi.runAllTimersAsync();
	expect(server.calls.length).toBe(4);
	expect(server.admitted).toEqual(['a']);
	expect(queue.length).toBe(0);
});

test('pauses grow, and end at once when the network is back', async () => {
	const server = serverWith(Array.from({ length: 8 }, () => 'lost' as const));
	const { queue } = queueOn(server);
	await queue.add(scanOf('a')).answered.catch(() => {});
	const at = async (ms: number) => {
		await vi.advanceTimersByTimeAsync(ms);
		return server.calls.length;
	};
	expect(await at(999)).toBe(1);
	expect(await at(1)).toBe(2);
	expect(await at(1_999)).toBe(2);
	expect(await at(1)).toBe(3);
	queue.flush();
	await vi.advanceTimersByTimeAsync(0);
	expect(server.calls.length).toBe(4);
});

test('a server that asks for patience gets it', async () => {
	const server = serverWith([new AppError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: 7 })]);
	const { queue } = queueOn(server);
	await queue.add(scanOf('a')).answered.catch(() => {});
	await vi.advanceTimersByTimeAsync(6_900);
	expect(server.calls.length).toBe(1);
	await vi.advanceTimersByTimeAsync(200);
	expect(server.admitted).toEqual(['a']);
});

test('a revoked link stops the sending and leaves every scan on the device', async () => {
	const server = serverWith([new AppError('AUTH_REQUIRED'), new AppError('AUTH_REQUIRED')]);
	const { queue, seen, store } = queueOn(server);
	await queue.add(scanOf('a')).answered.catch(() => {});
	await queue.add(scanOf('b')).answered.catch(() => {});
	await vi.runAllTimersAsync();
	expect(seen.refused).toBe(1);
	// Requested once, handed in once as what it was: an unknown token is refused in both.
	expect(server.calls.length).toBe(2);
	expect((await store.queued()).map(({ nonce }) => nonce)).toEqual(['a', 'b']);
});

test('a link that has ended still takes what was scanned before', async () => {
	const server = serverWith([new AppError('AUTH_REQUIRED')]);
	const { queue, seen } = queueOn(server);
	await queue.add(scanOf('a')).answered.catch(() => {});
	await vi.runAllTimersAsync();
	expect([server.admitted, seen.refused, queue.length]).toEqual([['a'], 0, 0]);
});

test('what the server does not store stays on the device', async () => {
	const server = serverWith();
	server.line.sendBatch = async (scans) =>
		scans.map(({ nonce }) => ({ ...answerOf(), problem: nonce === 'b' ? 'No such list.' : null }));
	let isOnline = false;
	const { queue, store } = queueOn(server, new MemoryStore(), () => isOnline);
	for (const nonce of ['a', 'b']) await queue.add(scanOf(nonce)).answered.catch(() => {});
	isOnline = true;
	queue.flush();
	await vi.runAllTimersAsync();
	expect(queue.scans.map(({ nonce }) => nonce)).toEqual(['b']);
	expect(await store.queued()).toHaveLength(1);
});

test('one scan that the server cannot take holds up no other, and is not lost', async () => {
	const server = serverWith();
	const refuse = async (scans: readonly QueuedScan[]) => {
		if (scans.some(({ nonce }) => nonce === 'b')) throw new AppError('VALIDATION_FAILED');
		server.admitted.push(...scans.map(({ nonce }) => nonce));
		return scans.map(() => answerOf());
	};
	server.line.send = async (scan) => (await refuse([scan]))[0]!;
	server.line.sendBatch = refuse;
	let isOnline = false;
	const { queue, store } = queueOn(server, new MemoryStore(), () => isOnline);
	for (const nonce of ['a', 'b', 'c']) await queue.add(scanOf(nonce)).answered.catch(() => {});
	isOnline = true;
	queue.flush();
	await vi.runAllTimersAsync();
	expect(server.admitted).toEqual(['a', 'c']);
	expect(queue.scans.map(({ nonce }) => nonce)).toEqual(['b']);
	expect((await store.queued()).map(({ nonce }) => nonce)).toEqual(['b']);
});

test('a device that was killed sends the rest when it is opened again', async () => {
	const store = new MemoryStore();
	const first = queueOn(serverWith(['answer lost', 'lost', 'lost', 'lost']), store);
	await first.queue.add(scanOf('a')).answered.catch(() => {});
	await first.queue.add(scanOf('b')).answered.catch(() => {});
	first.queue.close();
	const server = serverWith();
	const { queue } = queueOn(server, store);
	expect((await queue.restore()).map(({ nonce }) => nonce)).toEqual(['a', 'b']);
	await vi.runAllTimersAsync();
	expect(server.admitted).toEqual(['a', 'b']);
	expect(await store.queued()).toEqual([]);
});

test('a file of another device is taken in once, however often', async () => {
	const server = serverWith();
	const { queue } = queueOn(server, new MemoryStore(), () => true);
	expect(await queue.take([scanOf('x'), scanOf('y')])).toBe(2);
	const again = queue.take([scanOf('x'), scanOf('z')]);
	await vi.runAllTimersAsync();
	await again;
	expect(server.admitted.toSorted()).toEqual(['x', 'y', 'z']);
});

test('whatever is lost on the way, every scan arrives once and in order', async () => {
	const fault = fc.constantFrom('lost' as const, 'answer lost' as const, null);
	await fc.assert(
		fc.asyncProperty(
			fc.array(fault, { maxLength: 12 }),
			fc.integer({ min: 1, max: 9 }),
			async (faults, count) => {
				const server = serverWith();
				const receive = server.line.sendBatch;
				const failing = async (scans: readonly QueuedScan[]) => {
					const next = faults.shift();
					if (next === 'lost') throw new AppError('NETWORK_ERROR');
					const answers = await receive(scans);
					if (next === 'answer lost') throw new AppError('NETWORK_TIMEOUT');
					return answers;
				};
				server.line.sendBatch = failing;
				server.line.send = async (scan) => (await failing([scan]))[0]!;
				const { queue, store } = queueOn(server);
				const nonces = Array.from({ length: count }, (_, index) => `n${index}`);
				for (const nonce of nonces) {
					void queue.add(scanOf(nonce)).answered.catch(() => {});
					await vi.advanceTimersByTimeAsync(300);
				}
				await vi.advanceTimersByTimeAsync(600_000);
				expect(server.admitted).toEqual(nonces);
				expect(await store.queued()).toEqual([]);
			},
		),
		{ numRuns: 150 },
	);
});

test('scans that are made together are requested in one call; who was let in meanwhile and is refused is sent as admitted', async () => {
	const batches: { nonces: string[]; asks: boolean }[] = [];
	const answered: string[] = [];
	const queue = new ScanQueue({
		line: {
			send: () => Promise.reject(new AppError('SERVER_ERROR')),
			async sendBatch(scans, { asks }) {
				batches.push({ nonces: scans.map(({ nonce }) => nonce), asks });
				return scans.map(({ nonce }) =>
					answerOf(asks && nonce === 'two' ? 'already_checked_in' : 'accepted'),
				);
			},
		},
		store: new MemoryStore(),
		isOnline: () => true,
		onAnswer: ({ nonce }) => answered.push(nonce),
		isDisputed: (_scan, { verdict }) => verdict !== 'accepted',
		onStoreFault: () => {},
		onLength: () => {},
		onRefused: () => {},
	});
	queue.addAll(['one', 'two', 'three'].map(scanOf));
	await vi.advanceTimersByTimeAsync(100);
	expect(batches).toEqual([
		{ nonces: ['one', 'two', 'three'], asks: true },
		{ nonces: ['two'], asks: false },
	]);
	expect(answered).toEqual(['one', 'three', 'two']);
	expect(queue.length).toBe(0);
});

test('a scan made without a network is handed in as what the device decided, also when it is the only one', async () => {
	const handedIn: boolean[] = [];
	let isOnline = false;
	const { queue } = queueOn(
		{
			...serverWith(),
			line: {
				send: () => Promise.reject(new AppError('SERVER_ERROR')),
				async sendBatch(scans: readonly QueuedScan[], options?: { asks: boolean }) {
					handedIn.push(options?.asks === false);
					return scans.map(() => answerOf());
				},
			},
		},
		new MemoryStore(),
		() => isOnline,
	);
	queue.add(scanOf('one')).answered.catch(() => {});
	await vi.advanceTimersByTimeAsync(100);
	isOnline = true;
	queue.flush();
	await vi.advanceTimersByTimeAsync(100);
	expect(handedIn).toEqual([true]);
	expect(queue.length).toBe(0);
});
