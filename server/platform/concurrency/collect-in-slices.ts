import { setImmediate as yieldOnce } from 'node:timers/promises';

/** Work is done for so long before the event loop goes on with requests. */
const sliceMs = 8;

/** All that a generator gives, made some at a time, so that requests are answered in between. It may give null where nothing is ready yet. */
export async function collectInSlices<T>(work: Iterable<T | null>): Promise<T[]> {
	const all: T[] = [];
	let sinceMs = performance.now();
	for (const one of work) {
		if (one !== null) all.push(one);
		if (performance.now() - sinceMs < sliceMs) continue;
		await yieldOnce();
		sinceMs = performance.now();
	}
	return all;
}
