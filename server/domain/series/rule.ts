import { faultOfRule, makeRule } from '#server/domain/events/import/calendar/repeat-rule.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { keyOrder, readKey } from '#shared/rules/series/date-times.ts';
import { MAX_BOOKED_DATES, MAX_DATES_AHEAD, type SeriesBooking } from '#shared/rules/series/repeat.ts';

/** The rule of a segment for its dates. */
export interface SegmentRule {
	fromKey: string;
	rule: string;
	count: number | null;
	untilOn: string | null;
	startTimes: readonly string[];
}

/** More days than any series has from its start to its last date ahead. */
const mostDays = 15_000;

/** @throws `repeat-unreadable`: a rule that is none, repeats within a day, or has an end of its own */
export function requireRule(rule: string): void {
	if (rule === '') return;
	const isByDay = !/(^|;)\s*(COUNT|UNTIL|BYHOUR|BYMINUTE|BYSECOND|RSCALE|SKIP)=/i.test(rule);
	if (isByDay && faultOfRule(rule) === null) return;
	throw ruleViolation('repeat-unreadable', message`This isn’t a valid repeat rule.`, {
		given: rule,
	});
}

/**
 * The keys of the dates that a segment’s rule makes, in order, from its first date on. Days are counted as such, without a time zone: so
 * no change of clocks loses or doubles a date.
 * @param limit.untilDay the last day that is looked at; needed where the segment has no end
 * @param limit.most dates at most
 */
export function keysOfRule(segment: SegmentRule, limit: { untilDay?: string; most: number }): string[] {
	const { rule, startTimes, fromKey } = segment;
	if (rule === '') return [];
	const { day: firstDay } = readKey(fromKey);
	const ends = [segment.untilOn, limit.untilDay].filter((day) => day !== undefined && day !== null);
	const lastDay = ends.sort()[0] ?? null;
	const most = Math.min(limit.most, segment.count ?? Number.POSITIVE_INFINITY);
	const keys: string[] = [];
	try {
		const start = Temporal.PlainDate.from(firstDay).toZonedDateTime('UTC');
		makeRule(rule, start).all((date, index) => {
			const day = date?.toPlainDate().toString() ?? '';
			// Days after the year 9999 have no key.
			if (index >= mostDays || day.length > 10 || (lastDay !== null && day > lastDay)) return false;
			for (const slot of startTimes.keys()) {
				const key = `${day}/${slot + 1}`;
				if (keys.length < most && keyOrder(key) >= keyOrder(fromKey)) keys.push(key);
			}
			return keys.length < most;
		});
	} catch {
		// The library gives up on a rule that has no further dates: those that it found stand.
	}
	return keys;
}

/** @throws `series-too-long` */
export function requireFewDates(count: number): void {
	if (count <= MAX_DATES_AHEAD) return;
	throw ruleViolation(
		'series-too-long',
		message`A series has at most ${MAX_DATES_AHEAD} dates ahead. Shorten it, or let it repeat until you stop it.`,
		{ most: MAX_DATES_AHEAD },
	);
}

/**
 * A course is booked as a whole, so it has an end, and no more dates than one booking holds.
 * @throws `course-without-end`, `course-too-long`
 */
export function requireCourse(booking: SeriesBooking, course: { ahead: number; isOpen: boolean }): void {
	if (booking !== 'all') return;
	if (course.isOpen)
		throw ruleViolation(
			'course-without-end',
			message`A series without an end can’t be booked as a whole. Give it an end, or let guests choose dates.`,
		);
	if (course.ahead <= MAX_BOOKED_DATES) return;
	throw ruleViolation(
		'course-too-long',
		message`A series that is booked as a whole has at most ${MAX_BOOKED_DATES} dates ahead. Let guests choose dates instead.`,
		{ most: MAX_BOOKED_DATES },
	);
}
