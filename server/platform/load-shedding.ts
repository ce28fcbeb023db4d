import { setTimeout as sleep } from 'node:timers/promises';

/** More answers than this a second are a rush: a door or a page alone never is. */
const rushPerSecond = 150;
const windowMs = 200;
/** More than this is a great rush: what its requests need is then worth more than mails a minute earlier. */
const greatRushPerSecond = 1_500;
/** Of the time of a process in a rush, work behind the requests takes one part in five; in a great one, one in twenty. */
const pausesPerWork = 4;
const pausesPerWorkInGreatRush = 19;
const longestPauseMs = 1_000;

let answered = 0;
let atWindow = 0;
let windowSinceMs = performance.now();
let perSecond = 0;

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
	}
	return perSecond > rushPerSecond;
}

/**
 * Lets requests go first: in a rush, waits four times as long as the work before it took, in a great one nineteen times. A worker
 * without requests of its own never waits.
 */
export async function yieldToRequests(workedMs: number, signal: AbortSignal): Promise<void> {
	if (!isRush()) return;
	const pauses = perSecond > greatRushPerSecond ? pausesPerWorkInGreatRush : pausesPerWork;
	const pauseMs = Math.min(longestPauseMs, Math.max(1, workedMs * pauses));
	await sleep(pauseMs, undefined, { signal }).catch(() => {});
}
