import { isAdmissionTicket } from '#server/db/admissions.ts';
import type { Services } from '#server/services.ts';
import { MOST_CHECK_IN_DAYS } from '#shared/contracts/figure-times.ts';
import { firstEntries } from './count-days.ts';

interface Scope {
	organisationId: string;
	eventId: string;
}

/** Confirmed registrations of an event by weekday (1 = Monday) and hour of its own zone; hours without registrations are omitted. */
export async function readRegistrationHours(services: Services, { organisationId, eventId }: Scope) {
	const { rows } = await services.database.pool.query<{
		weekday: number;
		hour: number;
		registrations: number;
	}>({
		name: 'analytics.registration-hours',
		text: `
SELECT extract(isodow FROM at)::int AS weekday, extract(hour FROM at)::int AS hour, count(*)::int AS registrations
FROM (SELECT o.confirmed_at AT TIME ZONE e.zone AS at
	FROM (SELECT foyer_zone(time_zone) AS zone FROM events WHERE organisation_id = $1 AND id = $2) AS e
	CROSS JOIN orders o WHERE o.organisation_id = $1 AND o.event_id = $2 AND o.confirmed_at IS NOT NULL) AS o
GROUP BY 1, 2 ORDER BY 1, 2`,
		values: [organisationId, eventId],
	});
	return rows;
}

/** Days of one event that are distinguished; of more the newest. */
/** Guests of an event who came in first in each quarter of an hour of its own zone; quarters without arrivals are omitted. */
export async function readCheckInTimes(services: Services, { organisationId, eventId }: Scope) {
	const { rows } = await services.database.pool.query<{ day: string; minute: number; checkedIn: number }>({
		name: 'analytics.check-in-times',
		text: `
SELECT at::date::text AS day, (extract(hour FROM at) * 60 + floor(extract(minute FROM at) / 15) * 15)::int AS minute, count(*)::int AS "checkedIn"
FROM (SELECT f.at AT TIME ZONE e.zone AS at
	FROM (SELECT foyer_zone(time_zone) AS zone FROM events WHERE organisation_id = $1 AND id = $2) AS e
	CROSS JOIN (${firstEntries('$1', '$2')}) AS f
	JOIN attendees a ON a.organisation_id = $1 AND a.event_id = $2 AND a.id = f.attendee_id AND a.status = 'active' AND ${isAdmissionTicket('a')}) AS f
GROUP BY 1, 2 ORDER BY 1 DESC, 2 DESC LIMIT ${MOST_CHECK_IN_DAYS * 96}`,
		values: [organisationId, eventId],
	});
	const newest = new Set([...new Set(rows.map(({ day }) => day))].slice(0, MOST_CHECK_IN_DAYS));
	return rows.filter(({ day }) => newest.has(day)).toReversed();
}
