import { readTypedTime } from '#server/domain/events/event-times.ts';
import { fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { keyOrder, readKey } from '#shared/rules/series/date-times.ts';
import { OPEN_DATES_AHEAD, OPEN_WEEKS_AHEAD, type Repeat } from '#shared/rules/series/repeat.ts';
import type { NewDate } from './make-dates.ts';
import { keysOfRule, requireFewDates, requireRule, type SegmentRule } from './rule.ts';

/** Where a series begins: the wall time of its first date. */
export interface Beginning {
	/** `2027-01-05T19:30` */
	startsAtLocal: string;
}

export interface PlannedSeries {
	segment: SegmentRule;
	/** In order; the first is the beginning itself. */
	dates: NewDate[];
	/** Keys of the rule that are left out. */
	skipped: string[];
	isOpen: boolean;
}

/** More dates of a rule than a series may have, so that too many are seen. */
const oneTooMany = 401;

/**
 * The dates of a new series. An open one has those that it keeps ahead.
 * @param today the day from which an open series counts what is ahead
 * @throws VALIDATION_FAILED about a date that is none, `repeat-unreadable`, `series-too-long`, `series-start-off-rule`, `series-no-dates`
 */
export function planSeries(repeat: Repeat, { startsAtLocal }: Beginning, today: string): PlannedSeries {
	requireRule(repeat.rule);
	for (const local of [startsAtLocal, ...(repeat.dates ?? [])])
		if (!readTypedTime(local, 'UTC'))
			throw fieldError('repeat.dates', message`Enter a valid date.`, 'VALIDATION_INVALID_DATE', local);
	const [firstDay = '', time = ''] = [startsAtLocal.slice(0, 10), startsAtLocal.slice(11, 16)];
	const startTimes = [...new Set(repeat.startTimes ?? [time])].sort();
	if (!startTimes.includes(time))
		throw ruleViolation(
			'series-start-off-rule',
			message`The first date starts at ${time}, which isn’t one of the start times.`,
		);
	const slot = startTimes.indexOf(time) + 1;
	const isByHand = repeat.rule === '';
	const fromKey = `${isByHand ? '+' : ''}${firstDay}/${slot}`;
	const segment: SegmentRule = {
		fromKey,
		rule: repeat.rule,
		count: repeat.count ?? null,
		untilOn: repeat.until ?? null,
		startTimes,
	};
	const isOpen = !isByHand && segment.count === null && segment.untilOn === null;
	const keys = isOpen ? keysAhead(segment, today) : keysOfRule(segment, { most: oneTooMany });
	if (!isByHand && keys[0] !== fromKey)
		throw ruleViolation(
			'series-start-off-rule',
			message`The first date isn’t one of the days on which the event repeats. Move the start, or change how it repeats.`,
		);
	const skipped = new Set(repeat.skip?.filter((key) => key !== fromKey && keys.includes(key)));
	const dates: NewDate[] = (isByHand ? [fromKey] : keys)
		.filter((key) => !skipped.has(key))
		.map((key) => ({ key }));
	for (const local of repeat.dates ?? []) {
		const day = local.slice(0, 10);
		const key = nextByHand(day, local.slice(11, 16), startTimes, dates);
		if (key !== null) dates.push({ key, startsAtLocal: local });
	}
	dates.sort((a, b) => (keyOrder(a.key) < keyOrder(b.key) ? -1 : 1));
	requireFewDates(dates.length);
	return { segment, dates, skipped: [...skipped], isOpen };
}

/** How far an open series is planned ahead of a day: some weeks, and at least some dates. */
export function keysAhead(segment: SegmentRule, today: string): string[] {
	const day = (weeks: number) => Temporal.PlainDate.from(today).add({ weeks }).toString();
	const usual = keysOfRule(segment, { untilDay: day(OPEN_WEEKS_AHEAD), most: 20_000 });
	const ahead = usual.filter((key) => readKey(key).day >= today).length;
	if (ahead >= OPEN_DATES_AHEAD) return usual;
	return keysOfRule(segment, { most: usual.length - ahead + OPEN_DATES_AHEAD });
}

/**
 * The key of a manually added date: its slot is that of its time, else the next one of its day.
 * @returns null: there is a date at that time already
 */
export function nextByHand(
	day: string,
	time: string,
	startTimes: readonly string[],
	known: readonly { key: string; startsAtLocal?: string }[],
): string | null {
	const ofDay = known.filter(({ key }) => readKey(key).day === day);
	const slot = startTimes.indexOf(time) + 1;
	const taken = new Set(ofDay.map(({ key }) => readKey(key).slot));
	if (ofDay.some(({ startsAtLocal }) => startsAtLocal?.slice(11, 16) === time)) return null;
	if (slot > 0) return taken.has(slot) ? null : `+${day}/${slot}`;
	let next = startTimes.length + 1;
	while (taken.has(next)) next += 1;
	return `+${day}/${next}`;
}
