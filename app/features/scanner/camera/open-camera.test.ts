import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { STAFF_SCAN } from '#app/features/scanner/scan-config.ts';
import { openCamera, RESOLUTION } from './open-camera.ts';

type Video = MediaStreamConstraints['video'];

let requested: Video[];
let answers: (() => MediaStream)[];

const named = (name: string) => Object.assign(new Error(name), { name });
const refuse = (name: string) => () => {
	throw named(name);
};

function fakeStream() {
	const stop = vi.fn();
	return { stream: { getTracks: () => [{ stop }] } as unknown as MediaStream, stop };
}

beforeEach(() => {
	vi.useFakeTimers();
	requested = [];
	answers = [];
	vi.stubGlobal('window', { isSecureContext: true });
	vi.stubGlobal('navigator', {
		mediaDevices: {
			async getUserMedia({ video }: MediaStreamConstraints) {
				requested.push(video);
				const next = answers.shift();
				if (!next) throw named('NotFoundError');
				return next();
			},
		},
	});
});
afterEach(() => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

const rear = { facingMode: STAFF_SCAN.facingMode };
const never = new AbortController().signal;

test('the staff scanner asks for the rear camera, as a wish, at a size that small codes need', async () => {
	expect(STAFF_SCAN.facingMode).toBe('environment');
	const { stream } = fakeStream();
	answers = [() => stream];
	expect(await openCamera(rear, never)).toBe(stream);
	expect(requested).toEqual([{ facingMode: 'environment', ...RESOLUTION }]);
});

test('who has no such camera gets another one: first without the size, then whatever there is', async () => {
	const { stream } = fakeStream();
	answers = [refuse('OverconstrainedError'), refuse('OverconstrainedError'), () => stream];
	expect(await openCamera(rear, never)).toBe(stream);
	expect(requested).toEqual([
		{ facingMode: 'environment', ...RESOLUTION },
		{ facingMode: 'environment' },
		true,
	]);
});

test('a camera that was chosen is opened or refused, never replaced', async () => {
	answers = [refuse('OverconstrainedError'), refuse('OverconstrainedError')];
	await expect(openCamera({ deviceId: { exact: 'second' } }, never)).rejects.toMatchObject({
		problem: 'missing',
	});
	expect(requested).toHaveLength(2);
});

test('a refusal by the person is final; a camera that is just being released is requested again', async () => {
	answers = [refuse('NotAllowedError')];
	await expect(openCamera(rear, never)).rejects.toMatchObject({ problem: 'denied' });
	expect(requested).toHaveLength(1);
	const { stream } = fakeStream();
	answers = [refuse('NotReadableError'), () => stream];
	const opened = openCamera(rear, never);
	await vi.runAllTimersAsync();
	expect(await opened).toBe(stream);
});

test('who leaves while the camera opens lets it go again', async () => {
	const { stream, stop } = fakeStream();
	const leaving = new AbortController();
	answers = [
		() => {
			leaving.abort(new Error('left'));
			return stream;
		},
	];
	await expect(openCamera(rear, leaving.signal)).rejects.toThrow('left');
	expect(stop).toHaveBeenCalledOnce();
});

test('without a safe page or a camera at all the problem is named', async () => {
	vi.stubGlobal('navigator', {});
	await expect(openCamera(rear, never)).rejects.toMatchObject({ problem: 'unsupported' });
	vi.stubGlobal('window', { isSecureContext: false });
	await expect(openCamera(rear, never)).rejects.toMatchObject({ problem: 'insecure' });
});
