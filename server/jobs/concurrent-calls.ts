import { setTimeout as sleep } from 'node:timers/promises';
import { createPace, lowPriority } from '#server/platform/load-shedding.ts';

/** While calls are under way, so often it is looked whether more is due. */
const lookMs = 100;
/** After the end of a call, so long it is waited for more of them, so that one claim fills the places of several. */
const gatherMs = 5;

/** A call to a service outside. */
interface ConcurrentCall {
	/** Id of what it is made for, which has few calls at once. */
	owner: string;
	/** Rows that it settles. */
	rows: number;
	/** Makes the call and settles its rows; never rejects. */
	run(): Promise<void>;
}

/**
 * Makes calls side by side until none is under way. New ones begin beside slow ones, so a service that does not answer holds up nothing but
 * its own. Requests to this process go first.
 * @param claim claims rows for at most `places` more calls; `busy` has the calls under way by their owner
 * @returns rows of the calls that were made
 */
export async function runConcurrentCalls(
	{ atOnce, signal }: { atOnce: number; signal: AbortSignal },
	claim: (busy: ReadonlyMap<string, number>, places: number) => Promise<ConcurrentCall[]>,
): Promise<number> {
	const pace = createPace(signal, lowPriority);
	const under: Set<Promise<void>> = new Set();
	const busy = new Map<string, number>();
	let settled = 0;
	const begin = ({ owner, rows, run }: ConcurrentCall) => {
		busy.set(owner, (busy.get(owner) ?? 0) + 1);
		const call = run().finally(() => {
			settled += rows;
			under.delete(call);
			const left = (busy.get(owner) ?? 1) - 1;
			if (left === 0) busy.delete(owner);
			else busy.set(owner, left);
		});
		under.add(call);
	};
	do {
		await pace();
		const places = atOnce - under.size;
		if (places > 0) for (const call of await claim(busy, places)) begin(call);
		await Promise.race([...under, pause(lookMs, signal)]);
		if (under.size > 0) await pause(gatherMs, signal);
	} while (under.size > 0 && !signal.aborted);
	await Promise.all(under);
	return settled;
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {});
