import type { InvariantCheck } from '#server/domain/module.ts';
import { createQueryCheck as check } from '#server/domain/query-check.ts';

/** Invariants of the tickets of groups, recomputed from rows. */
export const groupTicketChecks: InvariantCheck[] = [
	check<{ id: string }>(
		'orders.group-tickets-are-of-its-order',
		'A ticket of a group that one order pays for is of that order, and of the same event; a ticket names a group that is there.',
		`SELECT a.id FROM attendees a
		LEFT JOIN group_bookings g ON g.organisation_id = a.organisation_id AND g.event_id = a.event_id AND g.id = a.group_id
		WHERE a.group_id IS NOT NULL AND (g.id IS NULL OR (g.pays = 'leader' AND g.order_id <> a.order_id))`,
		(row) => `the ticket ${row.id} is in a group that is not of its order`,
	),
	check<{ id: string }>(
		'orders.kept-tickets-are-of-the-group',
		'What the leader of a group keeps are tickets of the group.',
		`SELECT g.id FROM group_bookings g WHERE cardinality(g.kept_ids) > 0 AND EXISTS (
			SELECT FROM unnest(g.kept_ids) AS k(id) WHERE NOT EXISTS (
				SELECT FROM attendees a WHERE a.organisation_id = g.organisation_id AND a.event_id = g.event_id AND a.id = k.id
					AND a.group_id = g.id))`,
		(row) => `the group ${row.id} keeps a ticket that is not of it`,
	),
	check<{ id: string }>(
		'orders.claimed-places-have-a-ticket',
		'An invitation that claimed a place of an order names a ticket of its group.',
		`SELECT i.id FROM group_invitations i
		JOIN group_bookings g ON g.organisation_id = i.organisation_id AND g.id = i.group_id AND g.pays = 'leader'
		WHERE i.state = 'claimed' AND NOT EXISTS (
			SELECT FROM attendees a WHERE a.organisation_id = i.organisation_id AND a.event_id = i.event_id AND a.id = i.attendee_id
				AND a.group_id = i.group_id)`,
		(row) => `the invitation ${row.id} claimed a ticket that is not of its group`,
	),
	check<{ id: string; count: number }>(
		'orders.places-are-claimed-once',
		'Each ticket was claimed by one invitation at most.',
		`SELECT attendee_id AS id, count(*)::int AS count FROM group_invitations WHERE state = 'claimed' AND attendee_id IS NOT NULL
		GROUP BY organisation_id, attendee_id HAVING count(*) > 1`,
		(row) => `the ticket ${row.id} was claimed by ${row.count} invitations`,
	),
];
