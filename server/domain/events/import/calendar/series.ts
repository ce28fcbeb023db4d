import type { ImportWarning } from '../draft.ts';
import type { ZoneFinder } from './calendar-zones.ts';
import { type Component, findAll } from './components.ts';
import { type Moment, momentOf } from './moments.ts';
import { faultOfRule, makeRule, type Rule } from './repeat-rule.ts';
import { readTimes } from './times.ts';

/** Most dates that one repeating event brings in. */
export const MAX_DATES = 60;
/** Most dates of a rule with an end that are looked at to see how many there are. */
const MAX_COUNTED = 2_000;
/** How far ahead dates of a rule without end are taken. */
const WINDOW = { days: 366 };

/**
 * The dates of a repeating event that come in. A rule with an end: all its dates when there are at most sixty, else the next
 * sixty, or the last ones when all are over. A rule without end: those of the next twelve months, at most sixty, and at least
 * the next one. RDATE adds, EXDATE takes away.
 * @returns in order; empty when exceptions leave nothing
 */
export function datesOf(
	event: Component,
	start: Moment,
	context: { zones: ZoneFinder; now: Temporal.Instant; warnings: ImportWarning[] },
): Temporal.ZonedDateTime[] {
	const { zones, now, warnings } = context;
	const listed = (name: string) => {
		const { times, broken } = readTimes(findAll(event, name));
		for (const text of broken) if (!/:\s*$/.test(text)) warnings.push({ code: 'date-skipped', detail: text });
		return times;
	};
	const inZone = (time: ReturnType<typeof listed>[number]) =>
		momentOf(time, zones, []).at.withTimeZone(start.at.timeZoneId);

	const dates = new Map<string, Temporal.ZonedDateTime>([[keyOf(start.at, start), start.at]]);
	for (const time of listed('RDATE')) dates.set(keyOf(inZone(time), start), inZone(time));
	let isEndless = false;
	for (const { value } of findAll(event, 'RRULE')) {
		if (value.trim() === '') continue;
		const found = datesOfRule(value, start, now, warnings);
		isEndless ||= found.isEndless;
		for (const date of found.dates) dates.set(keyOf(date, start), date);
	}
	for (const time of listed('EXDATE')) {
		if (time.kind === 'time') dates.delete(keyOf(inZone(time), start));
		// A bare day takes away whatever begins on it.
		else for (const [key, date] of dates) if (date.toPlainDate().equals(time.date)) dates.delete(key);
	}
	return choose([...dates.values()].sort(Temporal.ZonedDateTime.compare), { isEndless, start, now });
}

function datesOfRule(
	value: string,
	start: Moment,
	now: Temporal.Instant,
	warnings: ImportWarning[],
): { dates: Temporal.ZonedDateTime[]; isEndless: boolean } {
	const none = { dates: [], isEndless: false };
	const fault = faultOfRule(value);
	if (fault) {
		warnings.push({ code: 'repeats-unreadable', detail: `${value.slice(0, 60)}: ${fault}` });
		return none;
	}
	try {
		const rule = makeRule(value, start.at, start.isAllDay ? start.timeZone : undefined);
		if (hasEnd(value)) {
			const all = rule.all((_, index) => index < MAX_COUNTED);
			if (all.length < MAX_COUNTED) return { dates: all, isEndless: false };
		}
		const dates = upcoming(rule, start, now);
		warnings.push({ code: 'repeats-limited', detail: value.slice(0, 60) });
		return { dates, isEndless: dates.length > 0 };
	} catch {
		warnings.push({
			code: 'repeats-unreadable',
			detail: `${value.slice(0, 60)}: it has no dates, or too many`,
		});
		return none;
	}
}

function upcoming(rule: Rule, start: Moment, now: Temporal.Instant): Temporal.ZonedDateTime[] {
	const from = now
		.toZonedDateTimeISO(start.timeZone)
		.startOfDay()
		.toPlainDateTime()
		.toZonedDateTime(start.at.timeZoneId);
	const dates = rule.between(from, from.add(WINDOW), true).slice(0, MAX_DATES);
	if (dates.length > 0) return dates;
	const next = rule.next(from, true);
	return next ? [next] : [];
}

function choose(
	dates: Temporal.ZonedDateTime[],
	{ isEndless, start, now }: { isEndless: boolean; start: Moment; now: Temporal.Instant },
): Temporal.ZonedDateTime[] {
	const today = now.toZonedDateTimeISO(start.timeZone).toPlainDate();
	const coming = dates.filter((date) => Temporal.PlainDate.compare(date.toPlainDate(), today) >= 0);
	if (isEndless) return coming.slice(0, MAX_DATES);
	if (dates.length <= MAX_DATES) return dates;
	return coming.length > 0 ? coming.slice(0, MAX_DATES) : dates.slice(-MAX_DATES);
}

/** Whether a rule ends by itself. */
export function hasEnd(rule: string): boolean {
	return /(^|;)\s*(COUNT|UNTIL)=/i.test(rule);
}

/** The name of a date in RECURRENCE-ID and in the source id: the day, or the instant in UTC. */
export function keyOf(at: Temporal.ZonedDateTime, start: { isAllDay: boolean }): string {
	if (start.isAllDay) return at.toPlainDate().toString();
	return at.toInstant().toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '');
}
