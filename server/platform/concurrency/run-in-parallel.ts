/** Runs the same work in several concurrent lanes and waits for all of them, also if one fails. Throws the first error. */
export async function runInParallel(lanes: number, work: (lane: number) => Promise<void>): Promise<void> {
	const results = await Promise.allSettled(Array.from({ length: lanes }, (_, lane) => work(lane)));
	for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Works through entries in several lanes, in their order, until all are done or the signal ends it. Waits and throws as above. */
export async function runEachInParallel<T>(
	lanes: number,
	entries: readonly T[],
	work: (entry: T) => Promise<unknown>,
	signal?: AbortSignal,
): Promise<void> {
	const waiting = entries.values();
	await runInParallel(lanes, async () => {
		for (const entry of waiting) {
			if (signal?.aborted) return;
			await work(entry);
		}
	});
}
