import { createQueryCheck } from '../query-check.ts';

/** Invariants between withdrawals, tickets, gift cards and refunds. */
export const withdrawalChecks = [
	createQueryCheck<{ id: string; ticket: string }>(
		'withdrawals.tickets-are-cancelled',
		'Tickets of an order that was withdrawn from are cancelled.',
		`SELECT w.id, a.id AS ticket FROM withdrawals w
		JOIN attendees a ON a.organisation_id = w.organisation_id AND a.event_id = w.event_id AND a.order_id = w.subject_id
			AND a.id = ANY (w.attendee_ids)
		WHERE w.state = 'accepted' AND w.subject_kind = 'order' AND a.status <> 'cancelled'`,
		(row) => `ticket ${row.ticket} of withdrawal ${row.id} is not cancelled`,
	),
	createQueryCheck<{ id: string; refund: string; returned: string }>(
		'withdrawals.refunds-match',
		'What a withdrawal gives back is refunded, or on its way, for its tickets; of gift cards it is what their purchase returned.',
		`SELECT w.id, w.refund_minor AS refund, CASE w.subject_kind WHEN 'order' THEN t.minor ELSE c.minor END AS returned
		FROM withdrawals w
		CROSS JOIN LATERAL (SELECT coalesce(sum(r.amount_minor), 0) AS minor FROM refunded_tickets r
			WHERE r.organisation_id = w.organisation_id AND r.event_id = w.event_id AND r.order_id = w.subject_id
				AND r.attendee_id = ANY (w.attendee_ids)) t
		CROSS JOIN LATERAL (SELECT coalesce(sum(g.returned_minor), 0) AS minor FROM gift_cards g
			WHERE g.organisation_id = w.organisation_id AND g.purchase_id = w.subject_id) c
		WHERE w.state = 'accepted' AND w.refund_minor > CASE w.subject_kind WHEN 'order' THEN t.minor ELSE c.minor END`,
		(row) => `withdrawal ${row.id} gives back ${row.refund}, the refunds say ${row.returned}`,
	),
];
