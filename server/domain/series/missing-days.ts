/** Most months or years of a rule that are looked at. */
const mostPeriods = 5_000;

/** Parts of a rule by name; the rule is one that `requireRule` lets pass. */
function partsOf(rule: string): Map<string, string[]> {
	return new Map(
		rule
			.toUpperCase()
			.split(';')
			.map((part) => part.trim().split('='))
			.map(([name = '', value = '']) => [name, value === '' ? [] : value.split(',')]),
	);
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** How many of the days of a month that a rule names are not there: a 31st, or a fifth Friday. */
function missingIn(month: Temporal.PlainYearMonth, days: readonly number[], nth: readonly string[]): number {
	const { daysInMonth } = month;
	const absent = days.filter((day) => Math.abs(day) > daysInMonth).length;
	const first = month.toPlainDate({ day: 1 }).dayOfWeek;
	const absentNth = nth.filter((text) => {
		const number = Math.abs(Number.parseInt(text, 10));
		const weekday = weekdays.indexOf(text.slice(-2)) + 1;
		const firstOf = 1 + ((weekday - first + 7) % 7);
		return firstOf + (number - 1) * 7 > daysInMonth;
	}).length;
	return absent + absentNth;
}

/**
 * Days that a rule by months or years names and that some of its months do not have, between two days. Rules that choose among days
 * (BYSETPOS), or count them through the year, miss none.
 * @param from the first date, `2027-01-31`
 * @param to the last date that is looked at
 */
export function countMissingDays(rule: string, from: string, to: string): number {
	const parts = partsOf(rule);
	const freq = parts.get('FREQ')?.[0];
	if (freq !== 'MONTHLY' && freq !== 'YEARLY') return 0;
	if (['BYSETPOS', 'BYYEARDAY', 'BYWEEKNO', 'RSCALE'].some((name) => parts.has(name))) return 0;
	const start = Temporal.PlainDate.from(from);
	const end = Temporal.PlainDate.from(to).toPlainYearMonth();
	const interval = Number(parts.get('INTERVAL')?.[0] ?? 1);
	const months = parts.get('BYMONTH')?.map((text) => Number.parseInt(text, 10));
	const byDay = parts.get('BYDAY') ?? [];
	const isByDayOfYear = freq === 'YEARLY' && months === undefined && byDay.length > 0;
	if (isByDayOfYear) return 0;
	const named = parts.get('BYMONTHDAY')?.map(Number);
	const days = named ?? (byDay.length > 0 ? [] : [start.day]);
	// With both, weekdays choose among the days of the month.
	if (named && byDay.length > 0) return 0;
	const nth = byDay.filter((text) => /\d/.test(text));
	const first = start.toPlainYearMonth();
	let missing = 0;
	for (let period = 0; period < mostPeriods; period++) {
		const at = first.add(freq === 'MONTHLY' ? { months: period * interval } : { years: period * interval });
		const year = at.year;
		if (freq === 'MONTHLY' ? Temporal.PlainYearMonth.compare(at, end) > 0 : year > end.year) break;
		const ofPeriod =
			freq === 'MONTHLY'
				? months === undefined || months.includes(at.month)
					? [at]
					: []
				: (months ?? (named ? monthsOfYear : [start.month])).map((month) =>
						Temporal.PlainYearMonth.from({ year, month }),
					);
		for (const month of ofPeriod) {
			if (Temporal.PlainYearMonth.compare(month, first) < 0) continue;
			if (Temporal.PlainYearMonth.compare(month, end) <= 0) missing += missingIn(month, days, nth);
		}
	}
	return missing;
}

const monthsOfYear = Array.from({ length: 12 }, (_, index) => index + 1);
