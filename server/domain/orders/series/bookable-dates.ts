import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { getSeries, type SeriesScope } from '#server/domain/series/series-record.ts';
import { fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { wallTimeOf } from '#shared/rules/event-times.ts';
import type { SeriesBooking } from '#shared/rules/series/repeat.ts';
import { MAX_BOOKED_DATES } from '#shared/rules/series/repeat.ts';

/** A date that is booked. */
export interface DateToBook {
	eventId: string;
	key: string;
	startsAt: Date;
	timeZone: string;
}

/** Dates to book, and how the series was booked when they were read. */
export interface OpenDates {
	dates: DateToBook[];
	booking: SeriesBooking;
}

/** Part of a course was requested. @param dates how many are ahead, where that is known */
export const bookedAsWhole = (dates?: number) =>
	ruleViolation(
		'booked-as-a-whole',
		message`This series is booked as a whole: all dates that are ahead.`,
		dates === undefined ? {} : { dates },
	);

/** Day and time of a date, the same in every language. */
export const dayTextOf = ({ startsAt, timeZone }: { startsAt: Date; timeZone: string }): string =>
	wallTimeOf(startsAt, timeZone).replace('T', ' ');

/**
 * The dates that a booking is for, in the order of their ids, in which their places are held.
 * @param wanted ids of dates; null: all published ones that are ahead
 * @throws `booked-one-by-one`, `booked-as-a-whole`, `no-dates-ahead`, `too-many-dates`, VALIDATION_FAILED for dates of another series
 */
export async function openDates(
	tx: Tx,
	scope: SeriesScope,
	wanted: readonly string[] | null,
): Promise<OpenDates> {
	const { booking } = await getSeries(tx, scope);
	if (booking === 'each')
		throw ruleViolation(
			'booked-one-by-one',
			message`The dates of this series are booked one at a time. Choose a date and register for it.`,
		);
	const { rows } = await tx.execute<{
		id: string;
		series_key: string;
		starts_at: string;
		time_zone: string;
		is_ahead: boolean;
	}>(sql`
		SELECT id, series_key, starts_at, time_zone, status = 'published' AND starts_at > now() AS is_ahead FROM events
		WHERE organisation_id = ${scope.organisationId} AND series_id = ${scope.seriesId}
			AND status <> 'draft' AND visibility IN ('public', 'unlisted')
		ORDER BY id`);
	const ahead = rows.filter((row) => row.is_ahead);
	const ids = wanted && new Set(wanted.map((id) => id.toLowerCase()));
	if (ids && [...ids].some((id) => !rows.some((row) => row.id === id)))
		throw fieldError(
			'events',
			message`One of these dates is not part of this series. Choose the dates again.`,
		);
	if (ids && booking === 'all' && (ids.size !== ahead.length || ahead.some(({ id }) => !ids.has(id))))
		throw bookedAsWhole(ahead.length);
	const chosen = ids ? rows.filter((row) => ids.has(row.id)) : ahead;
	if (chosen.length === 0)
		throw ruleViolation('no-dates-ahead', message`This series has no dates ahead that can be booked.`);
	if (chosen.length > MAX_BOOKED_DATES)
		throw ruleViolation(
			'too-many-dates',
			message`Limit ${MAX_BOOKED_DATES} dates per booking. Book the others separately.`,
			{ limit: MAX_BOOKED_DATES },
		);
	const dates = chosen.map((row) => ({
		eventId: row.id,
		key: row.series_key,
		startsAt: new Date(row.starts_at),
		timeZone: row.time_zone,
	}));
	return { dates, booking };
}
