import type { InvariantCheck } from '../module.ts';
import { createQueryCheck as check } from '../query-check.ts';

const soldInto = `CROSS JOIN LATERAL (SELECT coalesce(sum(s.due_minor), 0)::bigint AS minor FROM door_sales s
	WHERE s.organisation_id = d.organisation_id AND s.drawer_id = d.id) sold`;

/** Invariants of selling at the door, recomputed from rows. */
export const doorSaleChecks: InvariantCheck[] = [
	check<{ id: string; expected: string; due: string }>(
		'door-sales.drawers-hold-their-sales',
		'What should be in a closed drawer, with what arrived later, is what was counted at its opening and the cash of its sales.',
		`SELECT d.id, d.expected_minor + d.late_minor AS expected, d.opened_minor + sold.minor AS due FROM cash_drawers d ${soldInto}
		WHERE d.closed_at IS NOT NULL AND d.expected_minor + d.late_minor <> d.opened_minor + sold.minor`,
		(row) => `the drawer ${row.id} expects ${row.expected}, its sales come to ${row.due}`,
	),
	check<{ id: string; booked: string; due: string }>(
		'door-sales.differences-are-booked',
		'The books have of each closed drawer what was counted less what should have been in it, and nothing of an open one.',
		`SELECT d.id, booked.minor AS booked, due.minor AS due FROM cash_drawers d ${soldInto}
		CROSS JOIN LATERAL (SELECT coalesce(d.counted_minor - d.opened_minor - sold.minor, 0) AS minor) due
		CROSS JOIN LATERAL (SELECT coalesce(sum(CASE WHEN l.credit = 'cash_differences' THEN l.amount_minor ELSE -l.amount_minor END), 0)::bigint AS minor
			FROM ledger_transfers l WHERE l.organisation_id = d.organisation_id AND l.event_id = d.event_id AND l.subject_id = d.id
				AND 'cash_differences' IN (l.debit, l.credit) AND 'cash' IN (l.debit, l.credit)) booked
		WHERE booked.minor <> due.minor`,
		(row) =>
			`the books have a difference of ${row.booked} of the drawer ${row.id}, its count one of ${row.due}`,
	),
	check<{ id: string; due: string }>(
		'door-sales.cash-is-paid',
		'Each sale in cash is a payment of its order, and the books have as much cash of it as was due.',
		`SELECT s.id, s.due_minor AS due FROM door_sales s WHERE s.way = 'cash' AND s.total_minor > 0 AND NOT EXISTS (SELECT FROM payments p
			CROSS JOIN LATERAL (SELECT coalesce(sum(CASE WHEN l.debit = 'cash' THEN l.amount_minor ELSE -l.amount_minor END), 0) AS minor
				FROM ledger_transfers l WHERE l.organisation_id = p.organisation_id AND l.source_id = p.id AND l.source_kind = 'payment'
					AND 'cash' IN (l.debit, l.credit)) cash
			WHERE p.organisation_id = s.organisation_id AND p.subject_id = s.order_id AND p.method = 'cash' AND p.gateway IS NULL
				AND p.state = 'succeeded' AND p.captured_minor = s.total_minor AND p.currency = s.currency AND cash.minor = s.due_minor)`,
		(row) => `no payment with ${row.due} in cash is there for the sale ${row.id}`,
	),
	check<{ id: string; wrong: string }>(
		'door-sales.sales-have-orders',
		'Each sale at the door is of an order of its event, and its cash in a drawer of its device; without a network only cash is sold.',
		`SELECT s.id, CASE WHEN o.id IS NULL THEN 'no order of its event' WHEN s.is_offline AND s.way <> 'cash' THEN 'no cash'
			ELSE 'no drawer of its device and currency' END AS wrong
		FROM door_sales s
		LEFT JOIN orders o ON o.organisation_id = s.organisation_id AND o.event_id = s.event_id AND o.id = s.order_id
		LEFT JOIN cash_drawers d ON d.organisation_id = s.organisation_id AND d.event_id = s.event_id AND d.id = s.drawer_id
			AND d.holder_id = s.holder_id AND d.device_id = s.device_id AND d.currency = s.currency
		WHERE o.id IS NULL OR (s.is_offline AND s.way <> 'cash') OR (s.drawer_id IS NOT NULL AND d.id IS NULL)`,
		(row) => `the sale ${row.id} has ${row.wrong}`,
	),
	check<{ id: string; held: number; due: number }>(
		'door-sales.allotments-are-held',
		'What is set aside for a device is held in each pool of its ticket type.',
		`SELECT a.id, coalesce(r.places, 0) AS held, a.quantity * t.admits AS due
		FROM door_allotments a JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.event_id = a.event_id AND t.id = a.ticket_type_id
		JOIN capacity_pools p ON p.organisation_id = t.organisation_id AND p.event_id = t.event_id
			AND p.id IN (t.pool_id, t.shared_pool_id, t.plan_pool_id)
		LEFT JOIN place_reservations r ON r.organisation_id = a.organisation_id AND r.ref_id = a.id AND r.pool_id = p.id AND r.state = 'live'
		WHERE a.state = 'live' AND coalesce(r.places, 0) <> a.quantity * t.admits`,
		(row) => `${row.held} places of a pool are held for the allotment ${row.id}, which has ${row.due}`,
	),
	check<{ id: string; state: string }>(
		'door-sales.held-places-have-allotments',
		'Places are held for the door only where they are set aside for a device, in pools of its ticket type.',
		`SELECT r.id, CASE WHEN a.state = 'live' THEN 'of another ticket type' ELSE coalesce(a.state, 'gone') END AS state
		FROM place_reservations r
		LEFT JOIN door_allotments a ON a.organisation_id = r.organisation_id AND a.id = r.ref_id
		WHERE r.purpose = 'door' AND r.state = 'live' AND NOT (a.state IS NOT DISTINCT FROM 'live' AND EXISTS (
			SELECT FROM ticket_types t WHERE t.organisation_id = a.organisation_id AND t.id = a.ticket_type_id
				AND r.pool_id IN (t.pool_id, t.shared_pool_id, t.plan_pool_id)))`,
		(row) => `the reservation ${row.id} holds places for an allotment that is ${row.state}`,
	),
];
