export type Verdict = 'ok' | 'warn' | 'fail';

export interface Finding {
	verdict: Verdict;
	/** A number or name that the sentence about it shows; already a text. */
	detail?: string;
}

/** Opens the rear camera for a moment; returns whether its lamp can be switched. Asks for permission. */
export async function checkCamera(): Promise<{ camera: Finding; lamp: Finding }> {
	if (!navigator.mediaDevices?.getUserMedia)
		return { camera: { verdict: 'fail' }, lamp: { verdict: 'warn' } };
	try {
		const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
		const [track] = stream.getVideoTracks();
		const { width = 0, height = 0 } = track?.getSettings() ?? {};
		const able = (track?.getCapabilities?.() ?? {}) as { torch?: boolean };
		for (const one of stream.getTracks()) one.stop();
		return {
			camera: { verdict: width >= 640 ? 'ok' : 'warn', detail: `${width} × ${height}` },
			lamp: { verdict: able.torch ? 'ok' : 'warn' },
		};
	} catch (error) {
		return { camera: { verdict: 'fail', detail: (error as Error).name }, lamp: { verdict: 'warn' } };
	}
}

/** Room that the browser grants; a guest list of ten thousand takes a few megabytes. */
export async function checkStorage(): Promise<Finding> {
	try {
		const key = 'device-test';
		localStorage.setItem(key, key);
		localStorage.removeItem(key);
		const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
		const free = quota - usage;
		if (!('indexedDB' in globalThis)) return { verdict: 'fail' };
		return { verdict: free === 0 || free > 50_000_000 ? 'ok' : 'warn', detail: String(free) };
	} catch {
		return { verdict: 'fail' };
	}
}

/** Difference to the server's clock in milliseconds, from its Date header. */
export async function checkClock(
	fetchPage: typeof fetch = fetch,
	now: () => number = Date.now,
): Promise<Finding> {
	try {
		const before = now();
		const response = await fetchPage('/healthz', { cache: 'no-store' });
		const after = now();
		const served = Date.parse(response.headers.get('date') ?? '');
		if (!Number.isFinite(served)) return { verdict: 'warn' };
		// The header has whole seconds: half of one is its middle.
		const skewMs = Math.round((before + after) / 2 - (served + 500));
		const verdict = Math.abs(skewMs) < 5_000 ? 'ok' : Math.abs(skewMs) < 60_000 ? 'warn' : 'fail';
		return { verdict, detail: String(skewMs) };
	} catch {
		return { verdict: 'fail' };
	}
}

/** Three calls one after another: the middle one shows how fast the network answers. */
export async function checkNetwork(fetchPage: typeof fetch = fetch): Promise<Finding> {
	const times: number[] = [];
	try {
		for (let n = 0; n < 3; n += 1) {
			const begun = performance.now();
			await fetchPage('/healthz', { cache: 'no-store' });
			times.push(performance.now() - begun);
		}
	} catch {
		return { verdict: 'fail' };
	}
	const middle = times.sort((a, b) => a - b)[1] as number;
	return { verdict: middle < 800 ? 'ok' : 'warn', detail: String(Math.round(middle)) };
}

/** Capabilities without a permission prompt: keeping the screen on, vibration. */
export function checkAbilities(): { wakeLock: Finding; vibration: Finding } {
	return {
		wakeLock: { verdict: 'wakeLock' in navigator ? 'ok' : 'warn' },
		vibration: { verdict: 'vibrate' in navigator ? 'ok' : 'warn' },
	};
}
