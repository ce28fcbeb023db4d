import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** More answers than this a second are a rush: a door or a page alone never is. */
const rushPerSecond = 150;
const windowMs = 200;
const longestPauseMs = 1_000;
/** Until a pause has shown how busy the requests alone keep the process. */
const assumedLoad = 0.3;
/** However busy, work behind the requests keeps one part in twenty. */
const greatestLoad = 0.95;
/** The load of requests on the machine, relative to their load on this process: the database and the kernel work for them too. */
const costOfRequests = 2.5;

let answered = 0;
let atWindow = 0;
let windowSinceMs = performance.now();
let perSecond = 0;
let requestLoad = assumedLoad;

/** Counts a request of this process; called for each, so it does nothing else. */
export function countRequest(): void {
	answered += 1;
}

/** Whether this process answers so many people now that work which can wait should. */
export function isRush(nowMs = performance.now()): boolean {
	const tookMs = nowMs - windowSinceMs;
	if (tookMs >= windowMs) {
		perSecond = ((answered - atWindow) / tookMs) * 1_000;
		atWindow = answered;
		windowSinceMs = nowMs;
		if (perSecond <= rushPerSecond) requestLoad = assumedLoad;
	}
	return perSecond > rushPerSecond;
}

/**
 * How long work behind the requests pauses in a rush, after it worked for some time: so long that it takes what the requests leave
 * of the machine. At a load of a third that is one part in six.
 * @param load share of its time that the process was busy while this work paused
 */
export function pauseMs(workedMs: number, load: number): number {
	const busy = Math.min(greatestLoad, load * costOfRequests);
	return Math.min(longestPauseMs, Math.max(1, (workedMs * busy) / (1 - busy)));
}

/** `leastLoad` of work that nobody waits for: in a rush it gets one part in twenty of the process. */
export const lowPriority = greatestLoad;

/**
 * Lets requests go first: in a rush, pauses by `pauseMs`. A worker without requests of its own never waits.
 * @param leastLoad the load to go by where less is measured, such as `lowPriority`
 */
export async function yieldToRequests(workedMs: number, signal: AbortSignal, leastLoad = 0): Promise<void> {
	if (!isRush()) return;
	const before = performance.eventLoopUtilization();
	await sleep(pauseMs(workedMs, Math.max(requestLoad, leastLoad)), undefined, { signal }).catch(() => {});
	// One pause in a quiet moment says little: each counts for a quarter.
	requestLoad += (performance.eventLoopUtilization(before).utilization - requestLoad) / 4;
}

/**
 * The same for work in several lanes: they pause together, so that what is measured in a pause are the requests.
 * @returns to be awaited by each lane before it begins something
 */
export function createPace(signal: AbortSignal, leastLoad = 0): () => Promise<void> {
	let sinceMs = performance.now();
	let pause: Promise<void> | undefined;
	return async () => {
		const workedMs = performance.now() - sinceMs;
		if (!pause && isRush() && workedMs >= burstMs) {
			pause = yieldToRequests(workedMs, signal, leastLoad).then(() => {
				pause = undefined;
				sinceMs = performance.now();
			});
		} else if (!pause && !isRush()) sinceMs = performance.now();
		await pause;
	};
}

/** Lanes work for this long between two pauses: no request waits longer for them. */
const burstMs = 4;
