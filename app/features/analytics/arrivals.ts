import type { Arrivals } from '#shared/contracts/figure-times.ts';

const QUARTER = 15;

/**
 * Every quarter of an hour from the first arrival to the last, those without any too, and by when half of these guests are in: the end of a
 * quarter, in minutes from the start; null where nobody came.
 */
export function quartersOf(data: Arrivals['data']): { quarters: Arrivals['data']; halfBy: number | null } {
	const [first, last] = [data[0]?.minute, data.at(-1)?.minute];
	if (first === undefined || last === undefined) return { quarters: [], halfBy: null };
	const counts = new Map(data.map(({ minute, checkedIn }) => [minute, checkedIn]));
	const quarters = Array.from({ length: (last - first) / QUARTER + 1 }, (_, at) => {
		const minute = first + at * QUARTER;
		return { minute, checkedIn: counts.get(minute) ?? 0 };
	});
	const total = data.reduce((sum, { checkedIn }) => sum + checkedIn, 0);
	let sum = 0;
	const half = quarters.find(({ checkedIn }) => {
		sum += checkedIn;
		return sum * 2 >= total;
	});
	return { quarters, halfBy: half ? half.minute + QUARTER : null };
}
