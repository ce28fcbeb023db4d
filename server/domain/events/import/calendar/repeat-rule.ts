import { RRuleTemporal } from 'rrule-temporal';

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
	UNTIL: /^\d{8}(T\d{6}Z?)?$/,
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
 * A rule that can be asked for its dates, with bounded effort.
 * @param start its first date; for whole days at midnight in UTC
 * @throws Error when the rule cannot be read; its methods throw when the effort would be too great
 */
export function makeRule(rule: string, start: Temporal.ZonedDateTime): Rule {
	const fault = faultOfRule(rule);
	if (fault) throw new Error(fault);
	return new RRuleTemporal({
		rruleString: withUtcUntil(rule.toUpperCase(), start),
		dtstart: start,
		maxIterations: MAX_ITERATIONS,
		maxCandidateEvaluations: MAX_CANDIDATES,
		temporal: Temporal,
	});
}

/** UNTIL as an instant: files write a day, a wall time or UTC, whatever the start is. A day is meant to its end. */
function withUtcUntil(rule: string, start: Temporal.ZonedDateTime): string {
	return rule.replace(
		/UNTIL=(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?/,
		(_, year, month, day, hour, minute, second, utc) => {
			const wall = `${year}-${month}-${day}T${hour ?? '23'}:${minute ?? '59'}:${second ?? '59'}`;
			const instant = Temporal.PlainDateTime.from(wall)
				.toZonedDateTime(utc === 'Z' ? 'UTC' : start.timeZoneId)
				.toInstant();
			return `UNTIL=${instant.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}`;
		},
	);
}
