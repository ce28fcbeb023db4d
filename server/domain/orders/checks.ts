import { UNCONFIRMED_HOURS } from '#shared/rules/periods.ts';
import type { InvariantCheck } from '../module.ts';
import { createQueryCheck as check } from '../query-check.ts';

interface PoolRow extends Record<string, unknown> {
	id: string;
	event_id: string;
	size: number | null;
	confirmed: number;
	held: number;
	counted_confirmed: number;
	counted_held: number;
}

/** Invariants 1, 2 and 7 of the product, recomputed from rows; and what foreign keys would hold (docs/decisions/080-orders-in-batches.md). */
export const orderChecks: InvariantCheck[] = [
	check<PoolRow>(
		'orders.pools-match-tickets',
		'The confirmed and held places of every pool are the valid and held tickets of the types that take from it, and what is held without an order.',
		`WITH tickets AS (
			SELECT organisation_id, event_id, ticket_type_id, count(*) FILTER (WHERE status = 'active') AS confirmed,
				count(*) FILTER (WHERE status = 'held') AS held
			FROM attendees WHERE status <> 'cancelled' GROUP BY 1, 2, 3
		), counted AS (
			SELECT u.pool_id, sum(tickets.confirmed) AS confirmed, sum(tickets.held) AS held
			FROM tickets JOIN ticket_types t ON t.organisation_id = tickets.organisation_id AND t.id = tickets.ticket_type_id
			CROSS JOIN LATERAL unnest(ARRAY[t.pool_id, t.shared_pool_id, t.plan_pool_id]) AS u(pool_id)
			GROUP BY 1
		), reserved AS (
			SELECT pool_id, sum(places)::int AS places FROM place_reservations WHERE state = 'live' GROUP BY 1
		)
		SELECT p.id, p.event_id, p.size, p.confirmed, p.held, coalesce(c.confirmed, 0)::int AS counted_confirmed,
			coalesce(c.held, 0)::int + coalesce(r.places, 0) AS counted_held
		FROM capacity_pools p LEFT JOIN counted c ON c.pool_id = p.id LEFT JOIN reserved r ON r.pool_id = p.id
		WHERE p.confirmed <> coalesce(c.confirmed, 0) OR p.held <> coalesce(c.held, 0) + coalesce(r.places, 0)`,
		(row) =>
			`pool ${row.id} of event ${row.event_id} says ${row.confirmed} confirmed and ${row.held} held, its tickets say ${row.counted_confirmed} and ${row.counted_held}`,
	),
	check<PoolRow>(
		'orders.never-oversold',
		'Confirmed and held together never exceed the size of a pool.',
		`SELECT id, event_id, size, confirmed, held FROM capacity_pools WHERE confirmed + held > size`,
		(row) =>
			`pool ${row.id} of event ${row.event_id} has ${row.size} places, ${row.confirmed} + ${row.held} are taken`,
	),
	check<{ id: string; status: string; wanted: number; there: number }>(
		'orders.complete',
		'Every order has items, and as many tickets as its items have places; one of a gift alone has none.',
		`SELECT order_id AS id, max(status) AS status, sum(places)::int AS wanted, sum(tickets)::int AS there
		FROM (
			SELECT organisation_id, event_id, id AS order_id, status, 0 AS places, 0 AS tickets FROM orders
			UNION ALL SELECT organisation_id, event_id, order_id, NULL, places, 0 FROM order_items
			UNION ALL SELECT organisation_id, event_id, order_id, NULL, 0, 1 FROM attendees
		) AS parts
		GROUP BY organisation_id, event_id, order_id
		HAVING count(status) > 0 AND (sum(places) <> sum(tickets) OR sum(places) = 0 AND NOT EXISTS (
			SELECT FROM order_lines l WHERE l.organisation_id = parts.organisation_id AND l.event_id = parts.event_id
				AND l.order_id = parts.order_id AND l.kind = 'gift'))`,
		(row) => `order ${row.id} (${row.status}) has ${row.there} tickets for ${row.wanted} places`,
	),
	check<{ id: string; status: string; attendee_status: string; n: number }>(
		'orders.statuses-agree',
		'Tickets of a pending order are held or cancelled, of a confirmed one valid or cancelled, of an ended one cancelled.',
		`SELECT o.id, o.status, a.status AS attendee_status, count(*)::int AS n
		FROM orders o JOIN attendees a ON a.organisation_id = o.organisation_id AND a.event_id = o.event_id AND a.order_id = o.id
		WHERE a.status <> 'cancelled' AND NOT (
			(o.status IN ('pending', 'awaiting_approval') AND a.status = 'held') OR (o.status = 'confirmed' AND a.status = 'active'))
		GROUP BY 1, 2, 3`,
		(row) => `order ${row.id} is ${row.status} but ${row.n} of its tickets are ${row.attendee_status}`,
	),
	check<{ id: string; status: string }>(
		'orders.not-empty',
		'An order that is pending, confirmed or awaits approval has a ticket that is not cancelled, a gift, or buys the ticket of another guest.',
		`SELECT o.id, o.status FROM orders o
		WHERE o.status IN ('awaiting_approval', 'pending', 'confirmed') AND NOT EXISTS (
			SELECT FROM attendees a WHERE a.organisation_id = o.organisation_id AND a.event_id = o.event_id
				AND a.order_id = o.id AND a.status <> 'cancelled')
			AND NOT EXISTS (SELECT FROM order_lines l WHERE l.organisation_id = o.organisation_id AND l.event_id = o.event_id
				AND l.order_id = o.id AND l.kind = 'gift' AND l.ticket_type_id IS NULL)
			AND NOT (o.status = 'pending' AND EXISTS (SELECT FROM resale_listings r
				WHERE r.organisation_id = o.organisation_id AND r.buyer_order_id = o.id))`,
		(row) => `order ${row.id} is ${row.status} without a ticket`,
	),
	check<{ id: string; state: string }>(
		'orders.approvals-agree',
		'An order that awaits approval ends some time and is not decided; an approved one can be paid, was paid or has ended; a declined one is cancelled.',
		`SELECT id, state FROM (SELECT id, CASE
			WHEN status = 'awaiting_approval' AND expires_at IS NULL THEN 'awaits approval without an end'
			WHEN status = 'awaiting_approval' AND total_minor > 0 AND terms IS NOT NULL THEN 'awaits approval and says how it is paid'
			WHEN status = 'awaiting_approval' AND (approved_at IS NOT NULL OR decline_message IS NOT NULL) THEN 'awaits approval and was decided'
			WHEN approved_at IS NOT NULL AND decline_message IS NOT NULL THEN 'was approved and declined'
			WHEN decline_message IS NOT NULL AND status <> 'cancelled' THEN 'was declined and is ' || status END AS state
			FROM orders) AS decided WHERE state IS NOT NULL`,
		(row) => `order ${row.id} ${row.state}`,
	),
	check<{ id: string; until: string }>(
		'orders.unconfirmed-places-end',
		'Places to be paid at the door are held for a day at most while the buyer has not confirmed their address.',
		`SELECT id, expires_at AS until FROM orders WHERE status = 'pending' AND must_confirm_address
			AND expires_at > updated_at + interval '${UNCONFIRMED_HOURS} hours 1 minute'`,
		(row) =>
			`order ${row.id} holds its places until ${row.until}, and its buyer has not confirmed their address`,
	),
	check<{ id: string }>(
		'orders.handed-on-tickets-have-holders',
		'A ticket whose offer was accepted is held by the version of its link, or a later one.',
		`SELECT f.id FROM ticket_transfers f
		JOIN attendees a ON a.organisation_id = f.organisation_id AND a.event_id = f.event_id AND a.id = f.attendee_id
		WHERE f.state = 'accepted' AND (f.holder_version IS NULL OR coalesce(greatest(a.holder_version, a.last_holder_version), 0) < f.holder_version)`,
		(row) => `the ticket of the accepted transfer ${row.id} is not held by who accepted it or got it later`,
	),
	check<{ id: string }>(
		'orders.offers-are-of-valid-tickets',
		'A ticket that is offered to somebody is valid, and its order confirmed.',
		`SELECT f.id FROM ticket_transfers f WHERE f.state = 'offered' AND NOT EXISTS (
			SELECT FROM attendees a JOIN orders o ON o.organisation_id = a.organisation_id AND o.event_id = a.event_id AND o.id = a.order_id
			WHERE a.organisation_id = f.organisation_id AND a.event_id = f.event_id AND a.id = f.attendee_id
				AND a.order_id = f.order_id AND a.status = 'active' AND o.status = 'confirmed')`,
		(row) => `the transfer ${row.id} offers a ticket that is not valid`,
	),
	check<{ event_id: string; idempotency_key: string; n: number }>(
		'orders.one-order-per-key',
		'An Idempotency-Key has made one order in its event.',
		`SELECT event_id, idempotency_key, count(*)::int AS n FROM orders WHERE idempotency_key IS NOT NULL
		GROUP BY organisation_id, event_id, idempotency_key HAVING count(*) > 1`,
		(row) => `key ${row.idempotency_key} has made ${row.n} orders of event ${row.event_id}`,
	),
	check<{ what: string; id: string }>(
		'orders.belong-together',
		'Orders are of an event of their organisation; items and tickets are of an order and a ticket type of their event.',
		`SELECT * FROM (
			SELECT 'order' AS what, o.id FROM orders o
			WHERE NOT EXISTS (SELECT FROM events e WHERE e.id = o.event_id AND e.organisation_id = o.organisation_id)
			UNION ALL
			SELECT 'item of order', i.order_id FROM order_items i
			WHERE NOT EXISTS (SELECT FROM orders o WHERE o.organisation_id = i.organisation_id AND o.event_id = i.event_id AND o.id = i.order_id)
				OR NOT EXISTS (SELECT FROM ticket_types t WHERE t.id = i.ticket_type_id AND t.event_id = i.event_id AND t.organisation_id = i.organisation_id)
			UNION ALL
			SELECT 'attendee', a.id FROM attendees a
			WHERE NOT EXISTS (SELECT FROM order_items i WHERE i.organisation_id = a.organisation_id AND i.event_id = a.event_id
				AND i.order_id = a.order_id AND i.ticket_type_id = a.ticket_type_id)
		) AS lost`,
		(row) => `${row.what} ${row.id} belongs to nothing`,
	),
	check<{ subject_id: string; invoiced: string; sold: string }>(
		'orders.invoices-match-lines',
		'Invoices of an order less their credit notes are what its lines say: each refund of an invoiced order has its credit note.',
		`WITH invoiced AS (
			SELECT d.organisation_id, d.subject_id, sum(d.gross_minor) AS gross FROM documents d
			LEFT JOIN documents c ON c.organisation_id = d.organisation_id AND c.id = d.corrects_id
			WHERE coalesce(c.kind, d.kind) = 'invoice' AND d.kind IN ('invoice', 'credit_note') AND d.event_id IS NOT NULL GROUP BY 1, 2
		)
		SELECT i.subject_id, i.gross AS invoiced, coalesce(sum(l.gross_minor), 0) AS sold
		FROM invoiced i LEFT JOIN order_lines l ON l.organisation_id = i.organisation_id AND l.order_id = i.subject_id
		GROUP BY i.organisation_id, i.subject_id, i.gross HAVING i.gross <> coalesce(sum(l.gross_minor), 0)`,
		(row) => `order ${row.subject_id} is invoiced with ${row.invoiced}, its lines say ${row.sold}`,
	),
	check<{ label: string; said: string; sold: string }>(
		'orders.receipts-match-lines',
		'A receipt that shows tax says, with its credit notes, what the lines of its order say, or nothing once another document has replaced it.',
		`SELECT r.label, r.gross_minor + coalesce(n.minor, 0) AS said, coalesce(l.minor, 0) AS sold FROM documents r
		LEFT JOIN LATERAL (SELECT sum(gross_minor) AS minor FROM documents n
			WHERE n.organisation_id = r.organisation_id AND n.corrects_id = r.id) n ON true
		LEFT JOIN LATERAL (SELECT sum(gross_minor) AS minor FROM order_lines l
			WHERE l.organisation_id = r.organisation_id AND l.event_id = r.event_id AND l.order_id = r.subject_id) l ON true
		-- Earlier templates are of a time in which refunds did not correct receipts.
		WHERE r.kind = 'receipt' AND r.tax_minor <> 0 AND r.template >= 2
			AND r.gross_minor + coalesce(n.minor, 0) NOT IN (0, coalesce(l.minor, 0))`,
		(row) => `${row.label} says ${row.said} with its credit notes, the lines of its order ${row.sold}`,
	),
	check<{ id: string; state: string }>(
		'orders.receipts-are-issued',
		'Each paid order has a receipt or an invoice; while particulars of the seller are missing, a confirmation of its payment. It is due until then, for minutes.',
		`SELECT o.id, CASE WHEN d.order_id IS NULL THEN 'has no document' ELSE 'waits for its receipt since ' || d.due_at END AS state
		FROM orders o LEFT JOIN due_receipts d ON d.organisation_id = o.organisation_id AND d.order_id = o.id
		WHERE o.confirmed_at IS NOT NULL AND (d.order_id IS NULL OR d.due_at < now() - interval '15 minutes')
			AND EXISTS (SELECT FROM payments p WHERE p.organisation_id = o.organisation_id AND p.subject_id = o.id
				AND p.subject_kind <> 'trial' AND p.state = 'succeeded' AND p.captured_minor > 0)
			AND (SELECT sum(gross_minor) FROM order_lines l
				WHERE l.organisation_id = o.organisation_id AND l.event_id = o.event_id AND l.order_id = o.id) > 0
			AND NOT EXISTS (SELECT FROM documents r WHERE r.organisation_id = o.organisation_id AND r.subject_id = o.id
				AND (r.kind IN ('receipt', 'invoice') OR r.kind = 'payment_confirmation' AND d.order_id IS NOT NULL))`,
		(row) => `order ${row.id} ${row.state}`,
	),
	check<{ label: string; said: string; given: string }>(
		'orders.gift-receipts-match-lines',
		'A valid receipt says what was given with its order and not refunded.',
		`SELECT r.label, r.gross_minor AS said, coalesce(g.minor, 0) AS given
		FROM documents r CROSS JOIN LATERAL (
			SELECT sum(gross_minor) AS minor FROM order_lines l
			WHERE l.organisation_id = r.organisation_id AND l.event_id = r.event_id AND l.order_id = r.subject_id
				AND (l.kind IN ('gift', 'cover') AND l.ticket_type_id IS NULL
					OR l.kind = 'surplus' AND r.content->'gift'->>'regime' <> 'de')) g
		WHERE r.kind = 'gift_receipt' AND r.content->'gift'->>'over' IS NULL AND r.gross_minor IS DISTINCT FROM g.minor
			AND NOT EXISTS (SELECT FROM documents c
				WHERE c.organisation_id = r.organisation_id AND c.corrects_id = r.id AND c.kind = 'gift_cancellation')`,
		(row) => `${row.label} says ${row.said}, the lines of its order say ${row.given}`,
	),
	check<{ id: string; booked: string; given: string }>(
		'orders.donated-lines-match-books',
		'What the books say was given with an order are its gifts and what its tickets cost above their fair value.',
		`WITH given AS (
			SELECT l.organisation_id, l.order_id, sum(l.gross_minor) AS minor FROM order_lines l
			JOIN orders o ON o.organisation_id = l.organisation_id AND o.event_id = l.event_id AND o.id = l.order_id
			WHERE l.kind IN ('gift', 'surplus') AND o.confirmed_at IS NOT NULL GROUP BY 1, 2
		), booked AS (
			SELECT organisation_id, subject_id, sum(CASE WHEN credit = 'gifts' THEN amount_minor ELSE -amount_minor END) AS minor
			FROM ledger_transfers WHERE source_kind IN ('order', 'order_cancelled') AND 'gifts' IN (debit, credit) GROUP BY 1, 2
		)
		SELECT coalesce(g.order_id, b.subject_id) AS id, coalesce(b.minor, 0) AS booked, coalesce(g.minor, 0) AS given
		FROM given g FULL JOIN booked b ON b.organisation_id = g.organisation_id AND b.subject_id = g.order_id
		WHERE coalesce(g.minor, 0) <> coalesce(b.minor, 0)`,
		(row) => `order ${row.id} has gifts of ${row.given} in its lines, the books say ${row.booked}`,
	),
	check<{ id: string; captured: string; lines: string }>(
		'orders.bank-lines-pay-once',
		'A payment that was made of lines of a bank statement is their sum.',
		`SELECT p.id, p.captured_minor AS captured, sum(b.amount_minor) AS lines
		FROM bank_lines b LEFT JOIN payments p ON p.organisation_id = b.organisation_id AND p.id = b.payment_id
		WHERE b.state = 'matched' GROUP BY b.organisation_id, b.payment_id, p.id, p.captured_minor
		HAVING p.captured_minor IS DISTINCT FROM sum(b.amount_minor)`,
		(row) => `payment ${row.id} is ${row.captured}, its lines of the bank are ${row.lines}`,
	),
	check<{ id: string; status: string; total: string; lines: string }>(
		'orders.lines-match-books',
		'What the books say was sold with an order are its lines, once it has been confirmed.',
		`WITH lines AS (
			SELECT organisation_id, order_id, sum(gross_minor) AS gross FROM order_lines GROUP BY 1, 2
		), sold AS (
			SELECT organisation_id, subject_id, sum(CASE WHEN debit = 'buyer' THEN amount_minor ELSE -amount_minor END) AS gross
			FROM ledger_transfers WHERE source_kind IN ('order', 'order_cancelled') GROUP BY 1, 2
		)
		SELECT o.id, o.status, coalesce(sold.gross, 0) AS total, coalesce(lines.gross, 0) AS lines
		FROM orders o LEFT JOIN lines ON lines.organisation_id = o.organisation_id AND lines.order_id = o.id
		LEFT JOIN sold ON sold.organisation_id = o.organisation_id AND sold.subject_id = o.id
		WHERE o.total_minor > 0 AND coalesce(sold.gross, 0) <> CASE WHEN o.confirmed_at IS NULL THEN 0 ELSE coalesce(lines.gross, 0) END`,
		(row) => `order ${row.id} (${row.status}) has lines of ${row.lines}, the books say ${row.total} was sold`,
	),
	check<{ id: string; state: string; live: number }>(
		'orders.changes-hold-places',
		'Places are held for a change as long as it waits for its payment, and it is of a confirmed order then.',
		`SELECT c.id, c.state, count(r.id)::int AS live FROM order_changes c
		LEFT JOIN place_reservations r ON r.organisation_id = c.organisation_id AND r.ref_id = c.id AND r.state = 'live'
		LEFT JOIN orders o ON o.organisation_id = c.organisation_id AND o.event_id = c.event_id AND o.id = c.order_id
		GROUP BY c.organisation_id, c.id, o.id, o.status
		HAVING o.id IS NULL OR (c.state <> 'awaiting_payment' AND count(r.id) > 0)`,
		(row) => `change ${row.id} is ${row.state} and holds places of ${row.live} pools`,
	),
	check<{ id: string; order: string }>(
		'orders.refund-requests-have-orders',
		'A request for a refund is of an order that was paid, and of its tickets.',
		`SELECT r.id, r.order_id AS "order" FROM refund_requests r
		LEFT JOIN orders o ON o.organisation_id = r.organisation_id AND o.event_id = r.event_id AND o.id = r.order_id
		WHERE o.id IS NULL OR o.total_minor = 0 OR o.confirmed_at IS NULL OR cardinality(r.attendee_ids) <> (
			SELECT count(*) FROM attendees a WHERE a.organisation_id = r.organisation_id AND a.event_id = r.event_id
				AND a.order_id = r.order_id AND a.id = ANY(r.attendee_ids))`,
		(row) => `refund request ${row.id} is not of tickets of a paid order (${row.order})`,
	),
	check<{ id: string; status: string; balance: string }>(
		'orders.paid-when-confirmed',
		'A confirmed order with a price was paid to the cent; what came beyond it was accepted by a member, or is on its way back. Of what cards paid for one that was never confirmed, all is on its way back.',
		`SELECT o.id, o.status, coalesce(p.paid, 0) - CASE WHEN o.confirmed_at IS NULL THEN 0 ELSE o.total_minor END
			- coalesce(p.excess, 0) - coalesce(r.late, 0) AS balance
		FROM orders o
		LEFT JOIN LATERAL (SELECT sum(captured_minor) AS paid, sum(excess_minor) AS excess FROM payments
			WHERE organisation_id = o.organisation_id AND subject_id = o.id AND state = 'succeeded'
				AND (gateway IS NOT NULL OR o.confirmed_at IS NOT NULL)) p ON true
		LEFT JOIN LATERAL (SELECT sum(r.amount_minor) AS late FROM refunds r
			JOIN payments p ON p.organisation_id = r.organisation_id AND p.id = r.payment_id
			WHERE r.organisation_id = o.organisation_id AND r.subject_id = o.id AND r.reason IN ('late_payment', 'not_sold', 'paid_twice')
				AND (p.gateway IS NOT NULL OR o.confirmed_at IS NOT NULL)) r ON true
		WHERE o.total_minor > 0
			AND coalesce(p.paid, 0) <> CASE WHEN o.confirmed_at IS NULL THEN 0 ELSE o.total_minor END
				+ coalesce(p.excess, 0) + coalesce(r.late, 0)`,
		(row) => `order ${row.id} (${row.status}) was paid ${row.balance} more than it says`,
	),
];
