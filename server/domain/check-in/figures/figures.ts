import type { Services } from '#server/services.ts';
import type { Verdict } from '#shared/contracts/check-in.ts';
import type { EventFigures } from '#shared/contracts/guest-list.ts';
import type { StaffAbility } from '#shared/rules/staff-abilities.ts';
import { nameFor } from '../door-caller.ts';
import { readEventStats } from './stats.ts';

interface PoolRow {
	id: string;
	name: string;
	isAdmission: boolean;
	confirmed: number;
	held: number;
	size: number | null;
}

const ticketTypes = {
	name: 'check-in.figures-types',
	text: `
SELECT t.id, t.name, t.is_admission AS "isAdmission", p.confirmed, p.held, p.size
FROM ticket_types t JOIN capacity_pools p ON p.organisation_id = t.organisation_id AND p.id = t.pool_id
WHERE t.organisation_id = $1 AND t.event_id = $2
ORDER BY t.position, t.id`,
};

// As everywhere, a registration is of the day on which its order was confirmed. Ids are made in the order of time: the primary key leads to
// the orders of these days that were confirmed at once; those that were confirmed later have an index.
const byDay = {
	name: 'check-in.figures-days',
	text: `
WITH span AS MATERIALIZED (
	SELECT date_trunc('day', now() AT TIME ZONE $3) - interval '29 days' AS first_day
), counted AS (
	SELECT date_trunc('day', o.confirmed_at AT TIME ZONE $3) AS day, count(*)::int AS count
	FROM (
		SELECT confirmed_at FROM orders
		WHERE organisation_id = $1 AND event_id = $2 AND confirmed_at = created_at
			AND id >= (SELECT foyer_first_id(first_day AT TIME ZONE $3 - interval '1 day') FROM span)
		UNION ALL
		SELECT confirmed_at FROM orders WHERE organisation_id = $1 AND event_id = $2 AND confirmed_at <> created_at
	) AS o
	WHERE o.confirmed_at >= (SELECT first_day FROM span) AT TIME ZONE $3
	GROUP BY 1
)
SELECT to_char(day, 'YYYY-MM-DD') AS on, coalesce(counted.count, 0) AS count
FROM span, generate_series(span.first_day, span.first_day + interval '29 days', interval '1 day') AS day
LEFT JOIN counted USING (day)
ORDER BY day`,
};

const recent = {
	name: 'check-in.figures-recent',
	text: `
SELECT coalesce(a.name, '') AS name, c.verdict, c.device, c.recorded_at
FROM check_ins c LEFT JOIN attendees a ON a.organisation_id = c.organisation_id AND a.event_id = c.event_id AND a.id = c.attendee_id
WHERE c.organisation_id = $1 AND c.event_id = $2 AND c.annulled_at IS NULL
ORDER BY c.sequence DESC LIMIT 20`,
};

/**
 * Live figures of an event (sold, held, checked in) for tickets that admit a guest, without guest names for members who may not see
 * them. Capacity is unlimited if one ticket type on its own is.
 */
export async function getEventFigures(
	services: Services,
	scope: { organisationId: string; eventId: string; timeZone: string; abilities: readonly StaffAbility[] },
): Promise<EventFigures> {
	const { pool } = services.database;
	const [types, days, stats, latest] = await Promise.all([
		pool.query<PoolRow>({ ...ticketTypes, values: [scope.organisationId, scope.eventId] }),
		pool.query<{ on: string; count: number }>({
			...byDay,
			values: [scope.organisationId, scope.eventId, scope.timeZone],
		}),
		readEventStats(services, scope),
		pool.query<{ name: string; verdict: Verdict; device: string; recorded_at: Date }>({
			...recent,
			values: [scope.organisationId, scope.eventId],
		}),
	]);
	const admissions = types.rows.filter((row) => row.isAdmission);
	const sum = (pick: (row: PoolRow) => number) => admissions.reduce((total, row) => total + pick(row), 0);
	return {
		confirmed: sum((row) => row.confirmed),
		held: sum((row) => row.held),
		capacity: admissions.some((row) => row.size === null) ? null : sum((row) => row.size ?? 0),
		checkedIn: stats.checkedInCount,
		totalAttendees: stats.totalAttendees,
		ticketTypes: types.rows.map(({ size, ...row }) => ({ ...row, capacity: size })),
		registrationsByDay: days.rows,
		recentCheckIns: latest.rows.map((row) =>
			nameFor(scope, {
				guestName: row.name,
				verdict: row.verdict,
				device: row.device,
				at: row.recorded_at.toISOString(),
			}),
		),
	};
}
