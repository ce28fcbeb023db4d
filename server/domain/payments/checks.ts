import { OPERATOR_BOOKS } from '../ledger/post.ts';
import { createQueryCheck } from '../query-check.ts';

/** What must hold between payments, refunds and the books. */
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
];
