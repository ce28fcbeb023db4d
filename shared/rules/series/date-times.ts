import { resolveWallTime } from '../event-times.ts';

/** Times of the dates of a segment. */
export interface SegmentTimes {
	/** `19:30`, the slots of a day in order. */
	startTimes: readonly string[];
	lengthMinutes: number;
	timeZone: string;
}

export interface DateTimes {
	startsAt: Date;
	endsAt: Date;
	/** How the start was found on the clock of that day. */
	clock: 'skipped' | 'doubled' | null;
}

const minuteMs = 60_000;

/** Day and slot of a key, and whether the date was made manually: `2027-03-28/1`, `+2027-04-02/1`. */
export function readKey(key: string): { day: string; slot: number; isByHand: boolean } {
	const isByHand = key.startsWith('+');
	const [day = '', slot = '1'] = (isByHand ? key.slice(1) : key).split('/');
	return { day, slot: Number(slot), isByHand };
}

/** A text by which keys come in the order of their dates, manually added ones after those of the rule. */
export function keyOrder(key: string): string {
	const { day, slot, isByHand } = readKey(key);
	return `${day}/${String(slot).padStart(3, '0')}${isByHand ? '+' : ''}`;
}

/** The time of day of a slot; manually added dates beyond the slots of the segment begin as the last one does. */
export const startTimeOf = (slot: number, { startTimes }: SegmentTimes): string =>
	startTimes[Math.min(slot, startTimes.length) - 1] as string;

/**
 * Start and end of a date as its series has them. Both are wall times, so a night of a clock change ends at its hour; where the start is
 * skipped by the clock, the date keeps its length.
 */
export function dateTimes(key: string, segment: SegmentTimes): DateTimes {
	const { day, slot } = readKey(key);
	const { lengthMinutes, timeZone } = segment;
	const local = `${day}T${startTimeOf(slot, segment)}`;
	const start = resolveWallTime(local, timeZone);
	const startsAt = new Date(start.instant);
	const wallEnd = Temporal.PlainDateTime.from(local).add({ minutes: lengthMinutes });
	const end = new Date(resolveWallTime(wallEnd.toString({ smallestUnit: 'minute' }), timeZone).instant);
	const byLength = new Date(startsAt.getTime() + lengthMinutes * minuteMs);
	const isUsable = start.fit !== 'skipped' && end >= startsAt;
	return { startsAt, endsAt: isUsable ? end : byLength, clock: start.fit === 'exact' ? null : start.fit };
}

/** `dateTimes` of a manually added date that begins at a time of its own: `2027-04-02T15:00`. */
export function timesByHand(
	key: string,
	segment: SegmentTimes,
	startsAtLocal: string | undefined,
): DateTimes {
	if (startsAtLocal === undefined) return dateTimes(key, segment);
	return dateTimes(key, { ...segment, startTimes: [startsAtLocal.slice(11, 16)] });
}
