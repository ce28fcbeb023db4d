import { OPERATOR_BOOKS } from '../ledger/post.ts';
import { createQueryCheck } from '../query-check.ts';
import { bookedBy } from './differences.ts';

/** Invariants between payments, refunds and the books. */
export const paymentChecks = [
	createQueryCheck<{ id: string; captured: string; posted: string }>(
		'payments.in-the-books',
		'Each payment that succeeded is in the books with its amount, and no other is.',
		`SELECT p.id, CASE WHEN p.state = 'succeeded' THEN p.captured_minor ELSE 0 END AS captured, coalesce(t.amount, 0) AS posted
		FROM payments p LEFT JOIN LATERAL (SELECT sum(amount_minor) AS amount FROM ledger_transfers t
			WHERE t.organisation_id IN (p.organisation_id, '${OPERATOR_BOOKS}') AND t.source_kind = 'payment' AND t.source_id = p.id AND t.kind = 'payment') t ON true
		WHERE coalesce(t.amount, 0) <> CASE WHEN p.state = 'succeeded' THEN p.captured_minor ELSE 0 END`,
		(row) => `payment ${row.id} has captured ${row.captured}, the books say ${row.posted}`,
	),
	createQueryCheck<{ id: string; refunded: string; counted: string }>(
		'payments.refunds-add-up',
		'What a payment has refunded and is refunding is the sum of its refunds.',
		`SELECT p.id, p.refunded_minor || ' + ' || p.refunding_minor AS refunded,
			coalesce(r.refunded, 0) || ' + ' || coalesce(r.refunding, 0) AS counted
		FROM payments p LEFT JOIN LATERAL (SELECT sum(amount_minor) FILTER (WHERE state IN ('pending', 'succeeded')) AS refunded,
			sum(amount_minor) FILTER (WHERE state = 'requested') AS refunding
			FROM refunds r WHERE r.organisation_id = p.organisation_id AND r.payment_id = p.id) r ON true
		WHERE p.refunded_minor <> coalesce(r.refunded, 0) OR p.refunding_minor <> coalesce(r.refunding, 0)`,
		(row) => `payment ${row.id} says ${row.refunded}, its refunds say ${row.counted}`,
	),
	createQueryCheck<{ id: string; state: string; paid: string; amount: string }>(
		'payments.periods-paid-once',
		'Each paid period of an agreement has one payment of its amount, and no other period has one.',
		`SELECT a.id, a.state, coalesce(p.paid, 0) AS paid, a.amount_minor AS amount
		FROM agreement_periods a LEFT JOIN LATERAL (SELECT sum(captured_minor) AS paid FROM payments p
			WHERE p.organisation_id = a.organisation_id AND p.subject_id = a.id AND p.state = 'succeeded') p ON true
		WHERE coalesce(p.paid, 0) <> CASE WHEN a.state = 'paid' THEN a.amount_minor ELSE 0 END`,
		(row) => `period ${row.id} is ${row.state} and costs ${row.amount}, ${row.paid} was paid`,
	),
	createQueryCheck<{ id: string; state: string; amount: string; posted: string }>(
		'payments.payouts-in-the-books',
		'Each payout is in the books with its amount: under way, at the bank or back at the provider.',
		`SELECT p.id, p.state, p.amount_minor AS amount, coalesce(t.way, '') AS posted
		FROM payouts p LEFT JOIN LATERAL (SELECT string_agg(source_kind || ' ' || amount_minor, ', ' ORDER BY source_kind) AS way
			FROM ledger_transfers t WHERE t.organisation_id = p.organisation_id AND t.source_id = p.id) t ON true
		WHERE coalesce(t.way, '') NOT IN (
			CASE WHEN p.state IN ('pending', 'in_transit') THEN 'payout ' || abs(p.amount_minor) END,
			CASE WHEN p.state = 'paid' THEN 'payout ' || abs(p.amount_minor) || ', payout_paid ' || abs(p.amount_minor) END,
			CASE WHEN p.state IN ('failed', 'cancelled') THEN 'payout ' || abs(p.amount_minor) || ', payout_failed ' || abs(p.amount_minor) END,
			CASE WHEN p.state = 'failed' THEN 'payout ' || abs(p.amount_minor) || ', payout_failed ' || abs(p.amount_minor)
				|| ', payout_paid ' || abs(p.amount_minor) END)`,
		(row) => `payout ${row.id} (${row.state}) of ${row.amount} is in the books as ${row.posted}`,
	),
	createQueryCheck<{ id: string; fee: string; posted: string }>(
		'payments.provider-fees-in-the-books',
		'What the provider kept of each explained movement is in the books.',
		`SELECT i.id, i.provider_fee_minor AS fee, coalesce(t.posted, 0) AS posted
		FROM balance_items i LEFT JOIN LATERAL (
			SELECT sum(CASE WHEN credit = 'gateway' THEN amount_minor ELSE -amount_minor END) AS posted FROM ledger_transfers t
			WHERE t.organisation_id = i.organisation_id AND t.source_kind = 'balance_item' AND t.source_id = i.id) t ON true
		WHERE i.state = 'matched' AND i.kind <> 'dispute' AND coalesce(t.posted, 0) <> i.provider_fee_minor`,
		(row) => `movement ${row.id} cost ${row.fee}, the books say ${row.posted}`,
	),
	createQueryCheck<{ organisation_id: string; currency: string; books: string; items: string; open: string }>(
		'payments.gateway-matches-items',
		'The account of the books at the provider is the sum of the movements that are explained, and of what is not read yet.',
		`WITH moved AS (
			SELECT organisation_id, currency, source_kind, source_id,
				sum(CASE WHEN debit = 'gateway' THEN amount_minor ELSE -amount_minor END) AS amount
			FROM ledger_transfers WHERE (debit = 'gateway' OR credit = 'gateway') AND organisation_id <> '${OPERATOR_BOOKS}' GROUP BY 1, 2, 3, 4
		), items AS (
			SELECT i.*, ${bookedBy} AS booked_by FROM balance_items i WHERE i.state IN ('matched', 'settled_by_hand')
		), sums AS (
			SELECT organisation_id, currency, amount AS books, 0 AS items, CASE WHEN source_kind IN ('balance_item', 'settlement') OR EXISTS (
				SELECT FROM items i WHERE i.organisation_id = m.organisation_id AND i.matched_id = m.source_id AND i.currency = m.currency
					AND i.booked_by = m.source_kind) THEN 0 ELSE amount END AS open FROM moved m
			UNION ALL SELECT organisation_id, currency, 0, net_minor, 0 FROM items
		)
		SELECT organisation_id, currency, sum(books) AS books, sum(items) AS items, sum(open) AS open FROM sums
		GROUP BY 1, 2 HAVING sum(books) <> sum(items) + sum(open)`,
		(row) =>
			`organisation ${row.organisation_id} has ${row.books} ${row.currency} at the provider, its movements say ${row.items} and ${row.open} that are not read yet`,
	),
];
