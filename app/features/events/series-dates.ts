import type { serverApi } from '#app/lib/server-api.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { listDates, type SeriesDate } from '#shared/contracts/series.ts';
import { localDayOf } from '#shared/rules/event-times.ts';

/** A date of a series, as its calendar shows it. */
export type ShownDate = Pick<
	SeriesDate,
	'slug' | 'title' | 'startsAt' | 'endsAt' | 'startsAtLocal' | 'timeZone' | 'status' | 'isSoldOut'
>;

/** Details of the series for the page of a date. */
export interface SeriesDates {
	/** `2027-03` */
	month: string;
	/** Those of the month that are ahead. */
	dates: ShownDate[];
	previousMonth: string | null;
	/** The next month that has a date. */
	nextMonth: string | null;
	/** The first date after this one, or after today where this one is over. */
	next: ShownDate | null;
	/** Where this one is closed: the next that has room. */
	nextOpen: ShownDate | null;
	/** The slug of the series where the page was requested by it, else empty. */
	page: string;
}

/** Up to four starts a day. */
const MOST_A_MONTH = 130;
/** How many dates are looked through for one with room. */
const MOST_LOOKED_THROUGH = 60;

const monthAfter = (month: string, by: number) => {
	const date = new Date(`${month}-15T00:00:00Z`);
	date.setUTCMonth(date.getUTCMonth() + by);
	return date.toISOString().slice(0, 7);
};

/**
 * Reads a month of the series of an event, and what comes after it. Runs on the server alone.
 * @param view.month `2027-03` of the address; anything else is the month of the event, or this one where it is over
 */
export async function loadSeriesDates(
	api: ReturnType<typeof serverApi>,
	event: PublicEvent,
	view: { month: string | null; now: string; isClosed: boolean; page: string },
): Promise<SeriesDates | null> {
	const { series } = event;
	if (!series) return null;
	const today = localDayOf(view.now, event.timeZone);
	const thisMonth = today.slice(0, 7);
	const isMonth = view.month !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(view.month);
	const own = event.startsAtLocal.slice(0, 7);
	const wanted = isMonth ? (view.month as string) : own;
	const month = wanted < thisMonth ? thisMonth : wanted;
	const after = monthAfter(month, 1);
	const lastDay = new Date(Date.parse(`${after}-01T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
	const read = (query: { from: string; to?: string; limit: string }) =>
		api.call(listDates, { params: { series: series.slug }, query });
	const [ofMonth, later, open] = await Promise.all([
		read({
			from: month === thisMonth ? today : `${month}-01`,
			to: lastDay,
			limit: String(MOST_A_MONTH),
		}),
		read({ from: `${after}-01`, limit: '1' }),
		view.isClosed ? read({ from: today, limit: String(MOST_LOOKED_THROUGH) }) : null,
	]);
	// A date that began in the month before stands in that one; one that is over by now is not ahead.
	const isAhead = ({ endsAt }: SeriesDate) => endsAt > view.now;
	const dates = ofMonth.data.filter((date) => isAhead(date) && date.startsAtLocal.slice(0, 7) >= month);
	const first = later.data.find(({ startsAtLocal }) => startsAtLocal.slice(0, 7) >= after);
	const isNext = (date: SeriesDate) => date.startsAt > event.startsAt && isAhead(date);
	const next = [...dates, ...later.data].find(isNext);
	const nextOpen = open?.data.find(
		(date) => isNext(date) && date.startsAt > view.now && date.status === 'published' && !date.isSoldOut,
	);
	return {
		month,
		dates: dates.map(shownDate),
		previousMonth: month > thisMonth ? monthAfter(month, -1) : null,
		nextMonth: first ? first.startsAtLocal.slice(0, 7) : null,
		next: next ? shownDate(next) : null,
		nextOpen: nextOpen ? shownDate(nextOpen) : null,
		page: view.page,
	};
}

const shownDate = (date: SeriesDate): ShownDate => {
	const { slug, title, startsAt, endsAt, startsAtLocal, timeZone, status, isSoldOut } = date;
	return { slug, title, startsAt, endsAt, startsAtLocal, timeZone, status, isSoldOut };
};
