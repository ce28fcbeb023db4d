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
