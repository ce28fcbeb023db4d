/**
 * Runs the same work in several lanes and waits for all of them, also when one fails: nothing goes on behind the back of the
 * caller. Throws what the first failed lane threw.
 */
export async function runInParallel(lanes: number, work: (lane: number) => Promise<void>): Promise<void> {
	const results = await Promise.allSettled(Array.from({ length: lanes }, (_, lane) => work(lane)));
	for (const result of results) if (result.status === 'rejected') throw result.reason;
}
