import { localDayOf, resolveWallTime } from '#shared/rules/event-times.ts';
import { type Random, randomFrom } from '#shared/rules/seeded-random.ts';
import type { DemoEvent } from './content.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Registrations lie this far back from the start, or from now, at the most. */
const historyDays = 45;

/** When it starts: at a wall time of its place, or for one that is on, on the full hour. */
function startOf({ starts, input }: DemoEvent, now: Date): Date {
	if ('inHours' in starts)
		return new Date(Math.round((now.getTime() + starts.inHours * hourMs) / hourMs) * hourMs);
	const day = localDayOf(new Date(now.getTime() + starts.inDays * dayMs), input.timeZone ?? 'UTC');
	return new Date(resolveWallTime(`${day}T${starts.at}`, input.timeZone ?? 'UTC').instant);
}

/** From when to when an event of the demo is, if it is loaded now. */
export function spanOf(event: DemoEvent, now: Date): { startsAt: string; endsAt: string } {
	const start = startOf(event, now);
	return {
		startsAt: start.toISOString(),
		endsAt: new Date(start.getTime() + event.lastsHours * hourMs).toISOString(),
	};
}

/** The hours at which people register, on the clock of the event, each as often as it is likely. */
const hours = [7, 8, 8, 9, 10, 11, 12, 12, 12, 13, 14, 15, 16, 17, 18, 18, 19, 19, 20, 20, 20, 21, 21, 22];

function momentOf(random: Random, latest: number, timeZone: string): number {
	const back = historyDays * random.between(0, 1) ** 1.5 * dayMs;
	const day = localDayOf(new Date(latest - back), timeZone);
	const minutes = random.pick(hours) * 60 + random.whole(0, 59);
	const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
	const at = Date.parse(resolveWallTime(`${day}T${clock.join(':')}`, timeZone).instant);
	return at + random.whole(0, 59_999);
}

/**
 * Moments at which people came to an event before its start and before now: more of them the nearer the day, by day rather than by night.
 * The same for the same event.
 * @returns in order
 */
export function momentsBefore(event: DemoEvent, count: number, now: Date): Date[] {
	const random = randomFrom(event.input.title);
	const latest = Math.min(now.getTime(), startOf(event, now).getTime()) - 60_000;
	return Array.from({ length: count }, () => {
		const at = momentOf(random, latest, event.input.timeZone ?? 'UTC');
		// Today may have no evening yet.
		return Math.min(at > latest ? at - dayMs : at, latest);
	})
		.toSorted((a, b) => a - b)
		.map((at) => new Date(at));
}
