import { isAdmissionTicket } from '#server/db/admissions.ts';
import type { Services } from '#server/services.ts';
import { ARRIVALS_AFTER, ARRIVALS_BEFORE, mostArrivals } from '#shared/contracts/figure-times.ts';
import { firstEntries } from './count-days.ts';
import { type Lead, leadTimeOf } from './lead-time.ts';
import type { FigureScope, Range } from './read-figures.ts';

/*
 * When people register and arrive, over the events of an organisation or of a series. What is not in the daily figures is read from orders and
 * check-ins of so many events and rows at most; the figures say of which events.
 */

/** SQL of the events whose figures count in a range, with `f` a row of a day. */
const daysOfEvents = `event_day_figures f
	WHERE f.organisation_id = $1 AND f.on_day BETWEEN $3::date AND $4::date AND f.currency = '' AND f.scope_id <> f.organisation_id
		AND ($2::uuid[] IS NULL OR f.scope_id = ANY ($2::uuid[])) AND f.orders > 0`;

const valuesOf = ({ organisationId, eventIds }: FigureScope, { from, to }: Range) => [
	organisationId,
	eventIds,
	from,
	to,
];

/** Whole days from the registrations of a range of days to the start of their events. */
export async function readLeadTimes(services: Services, scope: FigureScope, range: Range) {
	const { rows } = await services.database.pool.query<Lead>({
		// Without a name: planned for its dates.
		text: `SELECT greatest(0, e.starts_on - d.on_day) AS "daysBefore", sum(d.orders)::int AS registrations
			FROM (SELECT f.scope_id, f.on_day, f.orders FROM ${daysOfEvents}) AS d
			JOIN events e ON e.organisation_id = $1 AND e.id = d.scope_id
			GROUP BY 1 ORDER BY 1`,
		values: valuesOf(scope, range),
	});
	return leadTimeOf(rows);
}

/** The first rows that together stay below the most that is read; of them is always one. @param size SQL of what one has */
const within = (rows: string, size: string, order: string) => `
	SELECT * FROM (SELECT r.*, sum(${size}) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) - ${size} AS read_before,
		row_number() OVER (ORDER BY ${order}) AS place FROM (${rows}) AS r) AS w
	WHERE read_before < ${mostArrivals.guests} AND place <= ${mostArrivals.events}`;

/** Confirmed registrations of a range by weekday (1 = Monday) and hour of their event's zone, of the events with the most of them. */
export async function readHoursOfAll(services: Services, scope: FigureScope, range: Range) {
	const { rows } = await services.database.pool.query<{
		weekday: number;
		hour: number;
		registrations: number;
	}>({
		text: `
SELECT extract(isodow FROM at)::int AS weekday, extract(hour FROM at)::int AS hour, count(*)::int AS registrations
FROM (
	SELECT e.organisation_id, e.id, foyer_zone(e.time_zone) AS zone, foyer_day_start($3::date, e.time_zone) AS from_at,
		foyer_day_start($4::date + 1, e.time_zone) AS to_at
	FROM (${within(`SELECT f.scope_id, sum(f.orders) AS orders FROM ${daysOfEvents} GROUP BY f.scope_id`, 'orders', 'orders DESC, scope_id')}) AS b
	JOIN events e ON e.organisation_id = $1 AND e.id = b.scope_id OFFSET 0 -- so that days and zones are worked out once for each event
) AS e CROSS JOIN LATERAL (
	SELECT confirmed_at FROM orders o WHERE o.organisation_id = e.organisation_id AND o.event_id = e.id AND confirmed_at = created_at
		AND confirmed_at >= e.from_at AND confirmed_at < e.to_at AND o.id >= foyer_first_id(e.from_at - interval '1 day')
	UNION ALL
	SELECT confirmed_at FROM orders o WHERE o.organisation_id = e.organisation_id AND o.event_id = e.id AND confirmed_at <> created_at
		AND confirmed_at >= e.from_at AND confirmed_at < e.to_at
) AS o CROSS JOIN LATERAL (SELECT o.confirmed_at AT TIME ZONE e.zone AS at) AS t
GROUP BY 1, 2 ORDER BY 1, 2`,
		values: valuesOf(scope, range),
	});
	const { rows: all } = await services.database.pool.query<{ registrations: number }>({
		text: `SELECT coalesce(sum(f.orders), 0)::int AS registrations FROM ${daysOfEvents}`,
		values: valuesOf(scope, range),
	});
	const counted = rows.reduce((sum, { registrations }) => sum + registrations, 0);
	return { data: rows, hasMore: counted < (all[0]?.registrations ?? 0) };
}

interface ArrivalRow {
	minute: number | null;
	checkedIn: number;
	events: number;
}

/** Guests who came in first in each quarter of an hour before and after the start, of events that began in a range: the newest ones. */
export async function readArrivals(services: Services, scope: FigureScope, range: Range) {
	const { rows } = await services.database.pool.query<ArrivalRow & { hasMore: boolean }>({
		text: `
WITH held AS MATERIALIZED (
	SELECT e.id, e.starts_at, f.attended FROM (
		SELECT id, organisation_id, starts_at FROM events
		WHERE organisation_id = $1 AND ($2::uuid[] IS NULL OR id = ANY ($2::uuid[])) AND starts_on BETWEEN $3::date AND $4::date
			AND starts_at > $3::date - interval '2 days' AND starts_at < $4::date + interval '2 days'
			AND starts_at < now() AND status IN ('published', 'archived')
		ORDER BY starts_at DESC, id DESC LIMIT 5000
	) AS e CROSS JOIN LATERAL (
		SELECT sum(attended) AS attended FROM event_day_figures
		WHERE organisation_id = e.organisation_id AND scope_id = e.id AND currency = ''
	) AS f WHERE f.attended > 0
), picked AS MATERIALIZED (${within('SELECT * FROM held', 'attended', 'starts_at DESC, id DESC')}
)
SELECT CASE WHEN minute BETWEEN ${-ARRIVALS_BEFORE} AND ${ARRIVALS_AFTER - 15} THEN minute END AS minute, count(*)::int AS "checkedIn",
	(SELECT count(*)::int FROM picked) AS events, (SELECT count(*) FROM held) > (SELECT count(*) FROM picked) AS "hasMore"
FROM picked p CROSS JOIN LATERAL (
	SELECT (floor(extract(epoch FROM f.at - p.starts_at) / 900) * 15)::int AS minute
	FROM (${firstEntries('$1', 'p.id')}) AS f
	JOIN attendees a ON a.organisation_id = $1 AND a.event_id = p.id AND a.id = f.attendee_id AND a.status = 'active' AND ${isAdmissionTicket('a')}
) AS q
GROUP BY 1 ORDER BY 1`,
		values: valuesOf(scope, range),
	});
	const inside = rows.flatMap(({ minute, checkedIn }) => (minute === null ? [] : [{ minute, checkedIn }]));
	return {
		data: inside,
		outside: rows.find(({ minute }) => minute === null)?.checkedIn ?? 0,
		events: rows[0]?.events ?? 0,
		hasMore: rows[0]?.hasMore ?? false,
	};
}
