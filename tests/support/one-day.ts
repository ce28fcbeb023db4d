import { setTimeout as sleep } from 'node:timers/promises';
import { offsetMinutesOf } from '#shared/lib/time-zones.ts';

/** Longer than a test file takes on a busy machine. */
const roomMs = 3 * 60_000;
const dayMs = 86_400_000;

/** How long to wait until midnight is at least `roomMs` away in each of the zones; 0: it is. */
export function untilNewDay(now: Date, zones: readonly string[]): number {
	let waitMs = 0;
	// After one midnight that of another zone may be near.
	for (;;) {
		const at = new Date(now.getTime() + waitMs);
		const left = zones.map((zone) => dayMs - ((at.getTime() + offsetMinutesOf(zone, at) * 60_000) % dayMs));
		const nearest = Math.min(...left);
		if (nearest > roomMs) return waitMs;
		waitMs += nearest;
	}
}

/**
 * Has a test file begin and end on one day, by waiting for the next one where midnight is near: the database's clock cannot be set, and rows
 * of "today" would lie on two days. What is worked out from today is worked out after this.
 * @param zones in which the file counts days; UTC always
 */
export async function stayInOneDay(...zones: string[]): Promise<void> {
	const waitMs = untilNewDay(new Date(), ['UTC', ...zones]);
	if (waitMs > 0) await sleep(waitMs);
}
