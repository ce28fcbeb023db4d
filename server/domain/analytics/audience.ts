import { isAdmissionTicket } from '#server/db/admissions.ts';
import type { Services } from '#server/services.ts';
import { AUDIENCE_EVENTS, type Audience } from '#shared/contracts/analytics.ts';

interface EventRow {
	id: string;
	slug: string;
	title: string;
	starts_at: Date;
	time_zone: string;
	views: number;
	registrations: number;
	checked_in: number;
}

const DAY_MS = 24 * 3_600_000;
const MOST_SOURCES = 8;

// Ids of orders are made in the order of time: the primary key leads to those of these days, with a day to spare for clocks that differ.
const perEvent = {
	name: 'analytics.audience-events',
	text: `
WITH newest AS MATERIALIZED (
	SELECT id, slug, title, starts_at, time_zone FROM events
	WHERE organisation_id = $1 AND ($2::uuid[] IS NULL OR id = ANY ($2))
	ORDER BY starts_at DESC, id DESC LIMIT ${AUDIENCE_EVENTS + 1}
)
SELECT newest.*,
	(SELECT count(*)::int FROM page_views v
		WHERE v.organisation_id = $1 AND v.event_id = newest.id AND v.viewed_at >= $3) AS views,
	(SELECT count(*)::int FROM orders o
		WHERE o.organisation_id = $1 AND o.event_id = newest.id AND o.status = 'confirmed' AND o.created_at >= $3
			AND o.id >= (lpad(to_hex(floor(extract(epoch FROM $3::timestamptz) - 86400)::bigint * 1000), 12, '0')
				|| '70008000000000000000')::uuid) AS registrations,
	(SELECT count(DISTINCT c.attendee_id)::int FROM check_ins c
		WHERE c.organisation_id = $1 AND c.event_id = newest.id AND c.verdict = 'accepted' AND c.annulled_at IS NULL AND c.visit = 0
			AND c.recorded_at >= $3 AND EXISTS (
				SELECT FROM attendees a WHERE a.organisation_id = $1 AND a.event_id = newest.id AND a.id = c.attendee_id
					AND a.status = 'active' AND ${isAdmissionTicket('a')})) AS checked_in
FROM newest ORDER BY starts_at DESC, id DESC`,
};

const perSource = {
	name: 'analytics.audience-sources',
	text: `
SELECT source, count(*)::int AS views FROM page_views
WHERE organisation_id = $1 AND event_id = ANY ($2::uuid[]) AND viewed_at >= $3
GROUP BY source ORDER BY views DESC, source LIMIT ${MOST_SOURCES}`,
};

/** Results of the newest events that a member may see, in the last days. */
export async function getAudience(
	services: Services,
	scope: { organisationId: string; eventIds: string[] | null },
	days: number,
): Promise<Audience> {
	const { pool } = services.database;
	const since = new Date(services.clock.now().getTime() - days * DAY_MS);
	const found = await pool.query<EventRow>({
		...perEvent,
		values: [scope.organisationId, scope.eventIds, since],
	});
	const rows = found.rows.slice(0, AUDIENCE_EVENTS);
	const sources = await pool.query<{ source: string; views: number }>({
		...perSource,
		values: [scope.organisationId, rows.map(({ id }) => id), since],
	});
	const sum = (pick: (row: EventRow) => number) => rows.reduce((total, row) => total + pick(row), 0);
	return {
		since: since.toISOString(),
		totals: {
			views: sum((row) => row.views),
			registrations: sum((row) => row.registrations),
			checkedIn: sum((row) => row.checked_in),
		},
		sources: sources.rows,
		events: rows.map((row) => ({
			id: row.id,
			slug: row.slug,
			title: row.title,
			startsAt: row.starts_at.toISOString(),
			timeZone: row.time_zone,
			views: row.views,
			registrations: row.registrations,
			checkedIn: row.checked_in,
		})),
		hasMore: found.rows.length > rows.length,
	};
}
