import type { InvariantCheck } from '#server/domain/module.ts';
import { createQueryCheck as check } from '#server/domain/query-check.ts';

/** Invariants of tickets that guests resell, recomputed from rows. */
export const resaleChecks: InvariantCheck[] = [
	check<{ id: string }>(
		'orders.listed-tickets-are-valid',
		'A ticket for resale is a valid one of a confirmed order, and its buyer holds it.',
		`SELECT r.id FROM resale_listings r WHERE r.state = 'listed' AND NOT EXISTS (
			SELECT FROM attendees a JOIN orders o ON o.organisation_id = a.organisation_id AND o.event_id = a.event_id AND o.id = a.order_id
			WHERE a.organisation_id = r.organisation_id AND a.event_id = r.event_id AND a.id = r.attendee_id AND a.order_id = r.order_id
				AND a.ticket_type_id = r.ticket_type_id AND a.status = 'active' AND a.holder_version IS NULL AND o.status = 'confirmed')`,
		(row) => `the listing ${row.id} is of a ticket that is not valid, or not its buyer’s`,
	),
	check<{ id: string }>(
		'orders.listed-tickets-stay-as-they-are',
		'A ticket for resale is not offered to somebody else, and no change of its order waits for a payment.',
		`SELECT r.id FROM resale_listings r WHERE r.state = 'listed' AND (
			EXISTS (SELECT FROM ticket_transfers f WHERE f.organisation_id = r.organisation_id AND f.event_id = r.event_id
				AND f.attendee_id = r.attendee_id AND f.state = 'offered')
			OR EXISTS (SELECT FROM order_changes c WHERE c.organisation_id = r.organisation_id AND c.order_id = r.order_id
				AND c.state = 'awaiting_payment'))`,
		(row) => `the listing ${row.id} is of a ticket that is transferred or changed`,
	),
	check<{ id: string }>(
		'orders.sold-once',
		'A ticket that was resold is cancelled, and the order that bought it was confirmed: never two valid tickets for one place.',
		`SELECT r.id FROM resale_listings r WHERE r.state = 'sold' AND (
			NOT EXISTS (SELECT FROM attendees a WHERE a.organisation_id = r.organisation_id AND a.event_id = r.event_id
				AND a.id = r.attendee_id AND a.order_id = r.order_id AND a.status = 'cancelled')
			OR NOT EXISTS (SELECT FROM orders o WHERE o.organisation_id = r.organisation_id AND o.event_id = r.event_id
				AND o.id = r.buyer_order_id AND o.confirmed_at IS NOT NULL))`,
		(row) =>
			`the listing ${row.id} is sold, and its ticket is valid or the order that bought it was not confirmed`,
	),
	check<{ id: string; total: string; prices: string }>(
		'orders.resold-at-the-price-paid',
		'An order of resold tickets was sold for what these cost their sellers.',
		`SELECT o.id, o.total_minor AS total, p.prices FROM (
			SELECT organisation_id, event_id, buyer_order_id, sum(price_minor) AS prices FROM resale_listings
			WHERE buyer_order_id IS NOT NULL GROUP BY 1, 2, 3) AS p
		JOIN orders o ON o.organisation_id = p.organisation_id AND o.event_id = p.event_id AND o.id = p.buyer_order_id
		-- A change that costs more adds to what an order cost at first.
		WHERE o.total_minor - (SELECT coalesce(sum(greatest(c.difference_minor, 0)), 0) FROM order_changes c
			WHERE c.organisation_id = o.organisation_id AND c.order_id = o.id AND c.state = 'applied') <> p.prices`,
		(row) => `order ${row.id} cost ${row.total}, the tickets that it bought of other guests ${row.prices}`,
	),
	check<{ id: string; due: string }>(
		'orders.resold-tickets-are-refunded',
		'The price of a ticket that was resold goes back within minutes; while the money is disputed, it is due later.',
		`SELECT id, refund_due_at AS due FROM resale_listings WHERE refund_due_at < now() - interval '15 minutes'`,
		(row) => `the refund of the listing ${row.id} is due since ${row.due}`,
	),
];
