import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { keyOrder, readKey } from '#shared/rules/series/date-times.ts';
import type { SeriesScope as Reach } from '#shared/rules/series/repeat.ts';
import { keysOfRule } from '../rule.ts';
import type { Segment } from '../series-record.ts';
import { segmentOf } from '../series-record.ts';
import { type Difference, withDifferences } from '../series-rows.ts';

/** More dates than a rule makes up to a day. */
const most = 20_000;

/**
 * Segments of which one begins at a date. What comes before it ends there; the rule goes on from it, with what is left of its count. Where
 * the date was made manually the rule goes on from its next date, so that its days stay the same.
 */
export function openSegment(segments: readonly Segment[], key: string): Segment[] {
	const order = keyOrder(key);
	if (segments.some(({ fromKey }) => keyOrder(fromKey) === order)) return [...segments];
	const index = segments.findLastIndex(({ fromKey }) => keyOrder(fromKey) < order);
	const parent = segments[index];
	// Before the first date: that segment is its own.
	if (!parent) return [...segments];
	const { day, isByHand } = readKey(key);
	const made = parent.rule === '' ? [] : keysOfRule(parent, { untilDay: day, most });
	const before = made.filter((one) => keyOrder(one) < order).length;
	const left = parent.count === null ? null : Math.max(0, parent.count - before);
	const ended: Segment = parent.rule === '' ? parent : { ...parent, count: before, untilOn: null };
	const opened: Segment[] = [];
	if (!isByHand || parent.rule === '') opened.push({ ...parent, fromKey: key, count: left });
	else {
		opened.push({ ...parent, fromKey: key, rule: '', count: null, untilOn: null });
		const next = keysOfRule(parent, { most: before + 1 })[before];
		if (next !== undefined) opened.push({ ...parent, fromKey: next, count: left });
	}
	const later = segments.slice(index + 1);
	return [...segments.slice(0, index), ended, ...opened, ...later].map((segment, position) => ({
		...segment,
		position,
	}));
}

/** Which segments a change reaches: those that begin at the date or after, or all. */
export const reaches = (segment: Segment, reach: Reach, fromKey: string): boolean =>
	reach === 'all' || keyOrder(segment.fromKey) >= keyOrder(fromKey);

/** New times of the dates of a slot, their length and their time zone. Left out: as they are. */
export interface NewTimes {
	/** `20:00`, of the slot of the date that the change is made from. */
	start?: { slot: number; time: string };
	lengthMinutes?: number;
	timeZone?: string;
}

/**
 * A segment as a change makes it.
 * @throws `series-start-times`: a start would not come after the one before it on the same day
 */
export function changeSegment(
	segment: Segment,
	changes: readonly Difference[],
	times: NewTimes | null,
): Segment {
	const next = { ...segment, blueprint: withDifferences(segment.blueprint, changes) };
	if (!times) return next;
	if (times.start) {
		const { slot, time } = times.start;
		const index = Math.min(slot, segment.startTimes.length) - 1;
		next.startTimes = segment.startTimes.with(index, time);
		const isInOrder = next.startTimes.every((one, at) => at === 0 || one > (next.startTimes[at - 1] ?? ''));
		if (!isInOrder)
			throw ruleViolation(
				'series-start-times',
				message`Another date of the same day starts at or past ${time}. Change how the series repeats to give its days other start times.`,
			);
	}
	return {
		...next,
		lengthMinutes: times.lengthMinutes ?? next.lengthMinutes,
		timeZone: times.timeZone ?? next.timeZone,
	};
}

/** The slot of a date among the start times of its segment. */
export const slotOf = (key: string, segments: readonly Segment[]): number =>
	Math.min(readKey(key).slot, segmentOf(key, segments).startTimes.length);
