import { RRuleTemporal } from 'rrule-temporal';
import { type CalendarTime, readTime } from './times.ts';

/** Numbers that a part of a rule may hold, by RFC 5545 §3.3.10; weekdays and months have forms of their own. */
const ranges: Record<string, [least: number, most: number]> = {
	INTERVAL: [1, 1_000],
	COUNT: [1, 100_000],
	BYSECOND: [0, 60],
	BYMINUTE: [0, 59],
	BYHOUR: [0, 23],
	BYMONTHDAY: [-31, 31],
	BYYEARDAY: [-366, 366],
	BYWEEKNO: [-53, 53],
	BYSETPOS: [-366, 366],
};

const forms: Record<string, RegExp> = {
	FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
	BYDAY: /^([+-]?([1-9]|[1-4]\d|5[0-3]))?(MO|TU|WE|TH|FR|SA|SU)$/,
	BYMONTH: /^([1-9]|1[0-3]|0[1-9])L?$/,
	WKST: /^(MO|TU|WE|TH|FR|SA|SU)$/,
	RSCALE: /^(GREGORIAN|CHINESE|HEBREW|INDIAN)$/,
	SKIP: /^(OMIT|BACKWARD|FORWARD)$/,
};

/** Effort that one rule may cost: enough for a century of days, far too little to hold up a server. */
const MAX_ITERATIONS = 20_000;
const MAX_CANDIDATES = 20_000;
/** Times of a day at which an event may begin again. */
const MAX_TIMES_A_DAY = 24;

/** Its dates come out as times of the engine. Rules that repeat within a day are no series of events and are not made. */
export type Rule = RRuleTemporal<Temporal.ZonedDateTime>;

/** Why a rule cannot be followed, as `the part UNTL is unknown`; null when it can. */
export function faultOfRule(rule: string): string | null {
	const seen = new Set<string>();
	let timesADay = 1;
	for (const part of rule.toUpperCase().split(';')) {
		if (part.trim() === '') continue;
		const [name = '', value = ''] = part.trim().split('=');
		if (seen.has(name)) return `the part ${name} occurs twice`;
		seen.add(name);
		const range = ranges[name];
		const form = forms[name];
		if (name === 'UNTIL' && readUntil(value)) continue;
		if (!range && !form) return `the part ${name.slice(0, 20)} is unknown`;
		const items = value.split(',');
		if (/^BY(HOUR|MINUTE|SECOND)$/.test(name)) timesADay *= items.length;
		for (const item of items) {
			const isRight = range
				? /^[+-]?\d+$/.test(item) &&
					Number(item) >= range[0] &&
					Number(item) <= range[1] &&
					Number(item) !== 0
				: form?.test(item);
			const isZero = range?.[0] === 0 && Number(item) === 0 && item !== '';
			if (!isRight && !isZero) return `${name}=${item.slice(0, 20)} cannot be`;
		}
	}
	if (timesADay > MAX_TIMES_A_DAY) return 'it repeats too often';
	if (!seen.has('FREQ')) return 'it does not say how often';
	if (seen.has('UNTIL') && seen.has('COUNT')) return 'it has two ends';
	return null;
}

/**
 * A rule that lists its dates, with bounded effort.
 * @param start its first date; for whole days at midnight in UTC
 * @param dayZone the zone of whole days, which `start` has not
 * @throws Error when the rule cannot be read; its methods throw when the effort would be too great
 */
export function makeRule(rule: string, start: Temporal.ZonedDateTime, dayZone?: string): Rule {
	const fault = faultOfRule(rule);
	if (fault) throw new Error(fault);
	return new RRuleTemporal({
		rruleString: withUtcUntil(rule.toUpperCase(), start, dayZone),
		dtstart: start,
		maxIterations: MAX_ITERATIONS,
		maxCandidateEvaluations: MAX_CANDIDATES,
		temporal: Temporal,
	});
}

/**
 * The end of a rule as files write it: with hyphens, colons, without seconds, with an offset, a day with a stray Z, or a day that the
 * month does not have, which is its last one then.
 */
function readUntil(value: string): CalendarTime | null {
	const text = value
		.trim()
		.replace(/^(\d{4}-?\d{2}-?\d{2})T?Z?$/i, '$1')
		.replace(/^(\d{4})(-?)(\d{2})-?(\d{2})/, (whole, year, mark, month, day) => {
			if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return whole;
			const { daysInMonth } = Temporal.PlainYearMonth.from({ year: Number(year), month: Number(month) });
			return [year, month, String(Math.min(Number(day), daysInMonth)).padStart(2, '0')].join(mark);
		});
	return readTime({ name: 'UNTIL', params: new Map(), value: text, line: 0 });
}

/**
 * UNTIL as an instant: files write a day, a wall time or UTC, whatever the start is. A day is meant to its end.
 * @param dayZone for a series of whole days the zone in which they are: an instant means the day that it is there
 */
function withUtcUntil(rule: string, start: Temporal.ZonedDateTime, dayZone: string | undefined): string {
	return rule.replace(/UNTIL=([^;]*)/, (part, value: string) => {
		const until = readUntil(value);
		if (!until) return part;
		const endOf = (date: Temporal.PlainDate) =>
			date.toPlainDateTime('23:59:59').toZonedDateTime(start.timeZoneId);
		let end: Temporal.ZonedDateTime;
		if (until.kind === 'date') end = endOf(until.date);
		else if (dayZone !== undefined)
			end = endOf(
				until.place === 'utc'
					? until.wall.toZonedDateTime('UTC').withTimeZone(dayZone).toPlainDate()
					: until.wall.toPlainDate(),
			);
		else end = until.wall.toZonedDateTime(until.place === 'utc' ? 'UTC' : start.timeZoneId);
		return `UNTIL=${end.toInstant().toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}`;
	});
}
