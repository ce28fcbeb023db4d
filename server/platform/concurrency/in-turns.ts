import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work is done for so long between two turns of the event loop. */
const turnMs = 8;

/** All that a generator gives, made some at a time, so that requests are answered in between. It may give null where nothing is ready yet. */
export async function collectInTurns<T>(work: Iterable<T | null>): Promise<T[]> {
	const all: T[] = [];
	let sinceMs = performance.now();
	for (const one of work) {
		if (one !== null) all.push(one);
		if (performance.now() - sinceMs < turnMs) continue;
		await nextTurn();
		sinceMs = performance.now();
	}
	return all;
}
