import type { FigureDay } from '#shared/contracts/figures.ts';
import { shiftDay } from './range.ts';

export interface PacePoint {
	day: string;
	/** Of the start; below 0 after it. */
	daysBefore: number;
	/** Valid tickets until the end of the day. */
	tickets: number;
}

const dayMs = 86_400_000;
const mostPoints = 400;

/** Every day from the first registration until today or the start, whichever is first, with the tickets so far. */
export function paceOf(
	{ startsOn, data }: { startsOn: string; data: readonly Pick<FigureDay, 'day' | 'tickets' | 'cancelled'>[] },
	today: string,
): PacePoint[] {
	const sold = data.filter(({ tickets }) => tickets > 0);
	const first = sold[0]?.day;
	if (!first) return [];
	const last = [sold.at(-1)?.day ?? first, startsOn < today ? startsOn : today].toSorted().at(-1) as string;
	const byDay = new Map(sold.map((day) => [day.day, day.tickets - day.cancelled]));
	const points: PacePoint[] = [];
	let tickets = 0;
	for (let day = first; day <= last; day = shiftDay(day, 1)) {
		tickets += byDay.get(day) ?? 0;
		points.push({ day, daysBefore: Math.round((Date.parse(startsOn) - Date.parse(day)) / dayMs), tickets });
	}
	return points.slice(-mostPoints);
}

/** Valid tickets by days before the start, of an event and of those that it is compared with; null where there was no such day. */
export interface AlignedPace {
	daysBefore: number;
	own: number | null;
	others: (number | null)[];
}

/** What an event had sold so many days before its start: nothing before its first ticket, and all after its last. */
function soldBy(pace: readonly PacePoint[], daysBefore: number): number {
	return pace.findLast((point) => point.daysBefore >= daysBefore)?.tickets ?? 0;
}

/** Several paces under each other, from the earliest first ticket until the start, or the last ticket. */
export function alignPaces(own: readonly PacePoint[], others: readonly PacePoint[][]): AlignedPace[] {
	const all = [own, ...others].filter((pace) => pace.length > 0);
	if (all.length === 0) return [];
	const ends = (pace: readonly PacePoint[]) => pace.at(-1)?.daysBefore ?? 0;
	const to = Math.min(...all.map(ends));
	const from = Math.min(to + mostPoints - 1, Math.max(...all.map((pace) => pace[0]?.daysBefore ?? 0)));
	return Array.from({ length: from - to + 1 }, (_, at) => {
		const daysBefore = from - at;
		const read = (pace: readonly PacePoint[]) =>
			pace.length === 0 || daysBefore < ends(pace) ? null : soldBy(pace, daysBefore);
		return { daysBefore, own: read(own), others: others.map((pace) => read(pace)) };
	});
}

/** Events that a forecast takes at least. */
export const FEWEST_COMPARED = 3;

/**
 * How many tickets an event will come to: what it has sold, divided by the share of their tickets that others had sold as many days
 * before their start; between the quartiles of these shares. Null for an event that has begun or sold nothing, and with fewer than
 * three others that had sold something by then.
 */
export function forecastOf(
	own: readonly PacePoint[],
	others: readonly PacePoint[][],
	capacity: number | null,
): { likely: number; low: number; high: number } | null {
	const last = own.at(-1);
	if (!last || last.daysBefore <= 0 || last.tickets === 0) return null;
	const shares = others
		.map((pace) => soldBy(pace, last.daysBefore) / Math.max(1, pace.at(-1)?.tickets ?? 0))
		.filter((share) => share > 0)
		.toSorted((a, b) => a - b);
	if (shares.length < FEWEST_COMPARED) return null;
	const quantile = (part: number) => {
		const place = part * (shares.length - 1);
		const [low, high] = [shares[Math.floor(place)] as number, shares[Math.ceil(place)] as number];
		return low + (high - low) * (place - Math.floor(place));
	};
	const total = (share: number) =>
		Math.max(last.tickets, Math.min(Math.round(last.tickets / share), capacity ?? Number.POSITIVE_INFINITY));
	return { likely: total(quantile(0.5)), low: total(quantile(0.75)), high: total(quantile(0.25)) };
}
