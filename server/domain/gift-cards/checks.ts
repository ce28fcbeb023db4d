import { createQueryCheck } from '../query-check.ts';

/** Invariants between gift cards, payments for and with them, and the books. */
export const giftCardChecks = [
	createQueryCheck<{ id: string; issued: string; counted: string }>(
		'gift-cards.balances-add-up',
		'What a gift card was issued with is what it has left, was used for without what went back to it, was returned to its buyer and lapsed; one that is not paid for has nothing.',
		`SELECT g.id, g.issued_minor AS issued, concat_ws(' + ', g.balance_minor, u.used, g.returned_minor, g.lapsed_minor) AS counted
		FROM gift_cards g CROSS JOIN LATERAL (SELECT coalesce(sum(amount_minor - returned_minor), 0) AS used FROM gift_card_uses u
			WHERE u.organisation_id = g.organisation_id AND u.gift_card_id = g.id) u
		WHERE g.balance_minor + u.used + g.returned_minor + g.lapsed_minor <> CASE WHEN g.state = 'ordered' THEN 0 ELSE g.issued_minor END`,
		(row) =>
			`gift card ${row.id} was issued with ${row.issued}, it says ${row.counted} (left, used, returned, lapsed)`,
	),
	createQueryCheck<{ organisation_id: string; currency: string; books: string; left: string }>(
		'gift-cards.balances-match-books',
		'What gift cards of an organisation have left is what its books owe for them.',
		`WITH booked AS (
			SELECT organisation_id, currency, sum(CASE WHEN credit = 'gift_cards' THEN amount_minor ELSE -amount_minor END) AS minor
			FROM ledger_transfers WHERE 'gift_cards' IN (debit, credit) GROUP BY 1, 2
		), cards AS (
			SELECT organisation_id, currency, sum(balance_minor) AS minor FROM gift_cards WHERE state <> 'ordered' GROUP BY 1, 2
		)
		SELECT coalesce(b.organisation_id, c.organisation_id) AS organisation_id, coalesce(b.currency, c.currency) AS currency,
			coalesce(b.minor, 0) AS books, coalesce(c.minor, 0) AS left
		FROM booked b FULL JOIN cards c ON c.organisation_id = b.organisation_id AND c.currency = b.currency
		WHERE coalesce(b.minor, 0) <> coalesce(c.minor, 0)`,
		(row) =>
			`gift cards of organisation ${row.organisation_id} have ${row.left} ${row.currency}, the books say ${row.books}`,
	),
	createQueryCheck<{ id: string; state: string; total: string; counted: string }>(
		'gift-cards.purchases-are-paid-once',
		'The cards of a purchase add up to its total; those of a paid one can be used and its total is in the books and was paid, and nothing of any other.',
		`SELECT p.id, p.state, p.total_minor AS total,
			concat_ws(' / ', c.issued, c.usable, coalesce(t.sold, 0), coalesce(m.paid, 0)) AS counted
		FROM gift_card_purchases p
		CROSS JOIN LATERAL (SELECT coalesce(sum(issued_minor), 0) AS issued,
			coalesce(sum(issued_minor) FILTER (WHERE state <> 'ordered'), 0) AS usable FROM gift_cards g
			WHERE g.organisation_id = p.organisation_id AND g.purchase_id = p.id) c
		CROSS JOIN LATERAL (SELECT sum(amount_minor) AS sold FROM ledger_transfers t WHERE t.organisation_id = p.organisation_id
			AND t.source_id = p.id AND t.source_kind = 'gift_card') t
		CROSS JOIN LATERAL (SELECT sum(captured_minor) AS paid FROM payments q WHERE q.organisation_id = p.organisation_id
			AND q.subject_id = p.id AND q.subject_kind = 'gift_cards' AND q.state = 'succeeded' AND NOT EXISTS (
				SELECT FROM refunds r WHERE r.organisation_id = q.organisation_id AND r.payment_id = q.id
					AND r.reason IN ('paid_twice', 'late_payment'))) m
		CROSS JOIN LATERAL (SELECT CASE WHEN p.state = 'paid' THEN p.total_minor ELSE 0 END AS minor) due
		WHERE c.issued <> p.total_minor OR c.usable <> due.minor OR coalesce(t.sold, 0) <> due.minor OR coalesce(m.paid, 0) <> due.minor`,
		(row) =>
			`purchase ${row.id} (${row.state}) of ${row.total} has ${row.counted} (cards, usable, in the books, paid)`,
	),
	createQueryCheck<{ id: string; used: string; paid: string }>(
		'gift-cards.uses-match-payments',
		'Each use of a gift card is a payment by gift card of its amount, with what was refunded of it, and each such payment is a use.',
		`SELECT coalesce(u.payment_id, p.id) AS id, concat_ws(' - ', u.amount_minor, u.returned_minor) AS used,
			concat_ws(' - ', p.captured_minor, p.refunded_minor) AS paid
		FROM gift_card_uses u FULL JOIN (SELECT * FROM payments WHERE method = 'gift_card') p
			ON p.organisation_id = u.organisation_id AND p.id = u.payment_id
		WHERE (u.amount_minor, u.returned_minor, u.order_id) IS DISTINCT FROM (p.captured_minor, p.refunded_minor, p.subject_id)
			OR p.state <> 'succeeded' OR p.refunding_minor <> 0`,
		(row) => `payment ${row.id} took ${row.used} from a gift card, the payment says ${row.paid}`,
	),
	createQueryCheck<{ id: string; issued: string; booked: string }>(
		'gift-cards.issued-in-the-books',
		'Each gift card that a member issued for no refund is in the books with its amount.',
		`SELECT g.id, g.issued_minor AS issued, coalesce(t.amount, 0) AS booked
		FROM gift_cards g CROSS JOIN LATERAL (SELECT sum(amount_minor) AS amount FROM ledger_transfers t
			WHERE t.organisation_id = g.organisation_id AND t.source_id = g.id AND t.source_kind = 'gift_card') t
		WHERE g.purchase_id IS NULL AND g.origin <> 'refund' AND coalesce(t.amount, 0) <> CASE WHEN g.state = 'ordered' THEN 0 ELSE g.issued_minor END`,
		(row) => `gift card ${row.id} was issued with ${row.issued}, the books say ${row.booked}`,
	),
	createQueryCheck<{ id: string; issued: string; refunded: string }>(
		'gift-cards.refunds-match-cards',
		'Each gift card of a refund was issued with the sum of the refunds that went onto it, all of its order; and no other card has any.',
		`SELECT coalesce(g.id, r.id) AS id, coalesce(g.issued, 0) AS issued, coalesce(r.refunded, 0) AS refunded
		FROM (SELECT organisation_id, id, refund_order_id, issued_minor AS issued FROM gift_cards WHERE origin = 'refund' AND state <> 'ordered') g
		FULL JOIN (SELECT f.organisation_id, f.gift_card_id AS id, f.subject_id, sum(t.amount_minor) AS refunded
			FROM refunds f LEFT JOIN ledger_transfers t ON t.organisation_id = f.organisation_id AND t.source_kind = 'refund' AND t.source_id = f.id
				AND t.debit = 'buyer' AND t.credit = 'gift_cards' AND f.state = 'succeeded'
			WHERE f.gift_card_id IS NOT NULL GROUP BY 1, 2, 3) r
			ON r.organisation_id = g.organisation_id AND r.id = g.id AND r.subject_id = g.refund_order_id
		WHERE coalesce(g.issued, 0) <> coalesce(r.refunded, 0)`,
		(row) => `gift card ${row.id} was issued with ${row.issued}, its refunds say ${row.refunded}`,
	),
];
