import type { InvariantCheck } from '../module.ts';
import { createQueryCheck as check } from '../query-check.ts';

/** Invariants of groups, recomputed from rows. */
export const groupChecks: InvariantCheck[] = [
	check<{ id: string; held: number; due: number }>(
		'groups.open-places-are-held',
		'A group whose guests pay for themselves holds, while it is open, its places less those of its tickets, in each pool of its ticket type.',
		`SELECT g.id, coalesce(r.places, 0) AS held, due.places AS due
		FROM group_bookings g JOIN ticket_types t ON t.organisation_id = g.organisation_id AND t.event_id = g.event_id AND t.id = g.ticket_type_id
		CROSS JOIN LATERAL (SELECT greatest(0, g.places * t.admits - count(*))::int AS places FROM attendees a
			WHERE a.organisation_id = g.organisation_id AND a.event_id = g.event_id AND a.group_id = g.id
				AND a.ticket_type_id = g.ticket_type_id AND a.status <> 'cancelled') due
		JOIN capacity_pools p ON p.organisation_id = t.organisation_id AND p.event_id = t.event_id
			AND p.id IN (t.pool_id, t.shared_pool_id, t.plan_pool_id)
		LEFT JOIN place_reservations r ON r.organisation_id = g.organisation_id AND r.ref_id = g.id AND r.pool_id = p.id AND r.state = 'live'
		WHERE g.state = 'open' AND g.pays = 'each' AND coalesce(r.places, 0) <> due.places`,
		(row) => `group ${row.id} holds ${row.held} places of a pool, and has ${row.due} that nobody has taken`,
	),
	check<{ id: string; state: string }>(
		'groups.held-places-have-groups',
		'Places are held only for groups that are open, in pools of their ticket type.',
		`SELECT r.id, CASE WHEN g.state = 'open' THEN 'of another ticket type' ELSE coalesce(g.state, 'gone') END AS state
		FROM place_reservations r
		LEFT JOIN group_bookings g ON g.organisation_id = r.organisation_id AND g.id = r.ref_id
		WHERE r.purpose = 'group' AND r.state = 'live' AND NOT (g.state IS NOT DISTINCT FROM 'open' AND EXISTS (
			SELECT FROM ticket_types t WHERE t.organisation_id = g.organisation_id AND t.id = g.ticket_type_id
				AND r.pool_id IN (t.pool_id, t.shared_pool_id, t.plan_pool_id)))`,
		(row) => `the reservation ${row.id} holds places for a group that is ${row.state}`,
	),
	check<{ id: string }>(
		'groups.tickets-have-groups',
		'A ticket that names a group is of the event of the group.',
		`SELECT a.id FROM attendees a WHERE a.group_id IS NOT NULL AND NOT EXISTS (SELECT FROM group_bookings g
			WHERE g.organisation_id = a.organisation_id AND g.event_id = a.event_id AND g.id = a.group_id)`,
		(row) => `ticket ${row.id} names a group that its event does not have`,
	),
];
