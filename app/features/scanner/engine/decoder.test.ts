import { beforeEach, expect, test, vi } from 'vitest';
import { Decoder, LIBRARY_NOT_FOUND } from './decoder.ts';
import type { DecodeRequest, WorkerMessage } from './messages.ts';
import { blankPicture } from './picture.ts';

class FakeWorker {
	onmessage: ((event: { data: WorkerMessage }) => void) | null = null;
	onerror: ((event: { message: string }) => void) | null = null;
	readonly sent: DecodeRequest[] = [];
	isTerminated = false;
	postMessage(request: DecodeRequest) {
		this.sent.push(request);
	}
	terminate() {
		this.isTerminated = true;
	}
	answer(message: WorkerMessage) {
		this.onmessage?.({ data: message });
	}
	ready() {
		this.answer({ kind: 'ready', takesBitmaps: false, nativeFormats: [] });
	}
}

let workers: FakeWorker[];
let decoder: Decoder;
beforeEach(() => {
	workers = [];
	decoder = new Decoder(() => {
		const worker = new FakeWorker();
		workers.push(worker);
		return worker as unknown as Worker;
	});
});

const decode = () => decoder.decode(blankPicture(1, 1), ['plain'], ['QR_CODE']);
const reply = (id: number): WorkerMessage => {
	return { kind: 'decoded', id, symbols: [], pass: null, luminance: id, tookMs: 1 };
};
const settle = () => new Promise((resolve) => setTimeout(resolve));

test('one worker, answers by number', async () => {
	decoder.warmUp();
	const [first, second] = [decode(), decode()];
	workers[0]!.ready();
	await settle();
	const [a, b] = workers[0]!.sent.map(({ id }) => id);
	workers[0]!.answer(reply(b!));
	workers[0]!.answer(reply(a!));
	expect((await first).luminance).toBe(a);
	expect((await second).luminance).toBe(b);
	expect(workers).toHaveLength(1);
});

test('an engine that does not load is reported as such, and tried again at the next call', async () => {
	const first = decode();
	workers[0]!.answer({ kind: 'fault', id: null, message: 'network' });
	await expect(first).rejects.toThrow(LIBRARY_NOT_FOUND);
	expect(workers[0]!.isTerminated).toBe(true);
	const second = decode();
	workers[1]!.ready();
	await settle();
	workers[1]!.answer(reply(workers[1]!.sent[0]!.id));
	await expect(second).resolves.toMatchObject({ symbols: [] });
});

test('a broken engine fails what was under way and is replaced', async () => {
	const first = decode();
	workers[0]!.ready();
	await settle();
	workers[0]!.onerror?.({ message: 'memory access out of bounds' });
	await expect(first).rejects.toThrow('QR code parse error, error = memory access out of bounds');
	decoder.warmUp();
	expect(workers).toHaveLength(2);
});

test('a worker that hangs is replaced', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	try {
		const hanging = decode();
		hanging.catch(() => {});
		workers[0]!.ready();
		await vi.advanceTimersByTimeAsync(10_001);
		await expect(hanging).rejects.toThrow('no answer');
		expect(workers[0]!.isTerminated).toBe(true);
	} finally {
		vi.useRealTimers();
	}
});

test('disposing ends the worker, also while it loads', async () => {
	const loading = decode();
	decoder.dispose();
	await expect(loading).rejects.toThrow();
	expect(workers[0]!.isTerminated).toBe(true);
});
