import { keyOrder, readKey } from '#shared/rules/series/date-times.ts';

/** Matches existing dates with a new rule. */
export interface MatchedDates<D> {
	/** Dates that go on, under the same key or another one of the same week, month or year. */
	moved: { date: D; key: string }[];
	/** Keys for which there is no date. */
	made: string[];
	/** Dates for which the rule has no place. */
	left: D[];
}

const frequencyOf = (rule: string) => /FREQ=([A-Z]+)/i.exec(rule)?.[1]?.toUpperCase() ?? 'DAILY';

/** The period within which a date moves with its guests: its week, for rules by months its month, for yearly ones its year. */
export function periodOf(day: string, rule: string): string {
	const frequency = frequencyOf(rule);
	if (frequency === 'YEARLY') return day.slice(0, 4);
	if (frequency === 'MONTHLY') return day.slice(0, 7);
	const date = Temporal.PlainDate.from(day);
	return date.subtract({ days: date.dayOfWeek - 1 }).toString();
}

/** The first day of that period; of a rule without days of its own, the day itself is what it goes by. */
export function periodStart(day: string, rule: string): string {
	if (!/BY[A-Z]+=/i.test(rule) || frequencyOf(rule) === 'DAILY') return day;
	const period = periodOf(day, rule);
	return period.length === 4 ? `${period}-01-01` : period.length === 7 ? `${period}-01` : period;
}

/**
 * Finds a place for each date in a new rule: under its own key, else in its period, those with guests first.
 * @param keys of the new rule
 */
export function matchDates<D extends { key: string; hasGuests: boolean }>(
	dates: readonly D[],
	keys: readonly string[],
	rule: string,
): MatchedDates<D> {
	const byOrder = (a: string, b: string) => (keyOrder(a) < keyOrder(b) ? -1 : 1);
	const free = new Set(keys);
	const same = dates.filter(({ key }) => free.delete(key));
	const moved = same.map((date) => ({ date, key: date.key }));
	const open = Map.groupBy([...free], (key) => periodOf(readKey(key).day, rule));
	const others = Map.groupBy(
		dates.filter((date) => !same.includes(date)),
		({ key }) => periodOf(readKey(key).day, rule),
	);
	const left: D[] = [];
	for (const [period, own] of others) {
		const places = (open.get(period) ?? []).toSorted(byOrder);
		const byGuests = own.toSorted(
			(a, b) => Number(b.hasGuests) - Number(a.hasGuests) || byOrder(a.key, b.key),
		);
		const going = byGuests.slice(0, places.length).sort((a, b) => byOrder(a.key, b.key));
		left.push(...byGuests.slice(places.length));
		for (const [index, date] of going.entries()) {
			const key = places[index] as string;
			free.delete(key);
			moved.push({ date, key });
		}
	}
	return { moved, made: [...free].sort(byOrder), left: left.sort((a, b) => byOrder(a.key, b.key)) };
}
