/** How an event repeats, as people and programs say it. Its first date is the event itself. */
export interface Repeat {
	/** RRULE of RFC 5545 by days, without DTSTART, COUNT and UNTIL: `FREQ=WEEKLY;BYDAY=TU`. Empty: only the dates of `dates`. */
	rule: string;
	/** So many dates in all. */
	count?: number | undefined;
	/** The last day, `2027-12-28`. Without this and `count` it goes on until it is stopped. */
	until?: string | undefined;
	/** Starts of a day, `19:30`; left out: that of the event. */
	startTimes?: string[] | undefined;
	/** Further manually added dates: `2027-04-02T19:30`. */
	dates?: string[] | undefined;
	/** Dates of the rule that are left out, by their keys: `2027-03-28/1`. */
	skip?: string[] | undefined;
}

/** Most dates ahead that a series holds. */
export const MAX_DATES_AHEAD = 400;
/** What a series without an end keeps ahead: so many weeks, and at least so many dates. */
export const OPEN_WEEKS_AHEAD = 26;
export const OPEN_DATES_AHEAD = 12;
/** Dates that one booking holds at most. */
export const MAX_BOOKED_DATES = 60;
/** Longest date of a series: 31 days. */
export const MAX_DATE_MINUTES = 44_640;
/** Most starts on one day. */
export const MAX_START_TIMES = 4;

/** Which dates a change of a series reaches, counted from the one that it is made from. */
export const seriesScopes = ['this', 'following', 'all'] as const;
export type SeriesScope = (typeof seriesScopes)[number];

/** How guests book a series: one date at a time, any dates at once, or all that are ahead. */
export const seriesBookings = ['each', 'any', 'all'] as const;
export type SeriesBooking = (typeof seriesBookings)[number];
