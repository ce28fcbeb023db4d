import type { Services } from '#server/services.ts';
import type { CalendarEvent } from './calendar.ts';
import { type EventRow, type EventWithOrganiser, eventColumnsSql } from './event-rows.ts';

/** Entries of one calendar file: the dates of a series, or what an organiser has coming. */
export const inCalendar = 500;

/** The dates of the series of an event that are ahead and that anybody may find, with those that were cancelled or postponed. */
export async function listCalendarDates(
	services: Services,
	date: Pick<EventWithOrganiser, 'organisationId' | 'seriesId' | 'organiserName'>,
): Promise<CalendarEvent[]> {
	const { rows } = await services.database.pool.query<EventRow>({
		name: 'events.calendar-dates',
		text: `SELECT ${eventColumnsSql} FROM events e
			WHERE e.organisation_id = $1 AND e.series_id = $2 AND e.visibility = 'public'
				AND e.status IN ('published', 'postponed', 'cancelled') AND e.ends_at > $3::timestamptz
			ORDER BY e.starts_at, e.id LIMIT ${inCalendar}`,
		values: [date.organisationId, date.seriesId, services.clock.now().toISOString()],
	});
	return rows.map((row) => ({ ...row, organiserName: date.organiserName }));
}
