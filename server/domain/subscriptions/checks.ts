import { OPERATOR_BOOKS } from '../ledger/post.ts';
import { createQueryCheck } from '../query-check.ts';

/** Invariants between plans and their payments. */
export const subscriptionChecks = [
	createQueryCheck<{ organisation_id: string; plan: string; state: string }>(
		'subscriptions.active-is-paid',
		'A plan that holds has a paid period of its agreement.',
		`SELECT s.organisation_id, s.plan, s.state FROM subscriptions s
		WHERE s.state IN ('active', 'ending', 'past_due') AND NOT EXISTS (SELECT FROM agreement_periods p
			JOIN agreements a ON a.organisation_id = p.organisation_id AND a.id = p.agreement_id AND a.subject_kind = 'plan'
			WHERE p.organisation_id = s.organisation_id AND p.state = 'paid' AND p.detail = s.plan || '/' || s.every)`,
		(row) =>
			`organisation ${row.organisation_id} has the plan ${row.plan} (${row.state}) without a paid period`,
	),
	createQueryCheck<{ label: string; said: string; booked: string }>(
		'subscriptions.bills-match-books',
		"Each bill for a plan says what the operator's books say of its period.",
		`SELECT d.label, d.net_minor || ' + ' || d.tax_minor AS said, coalesce(t.net, 0) || ' + ' || coalesce(t.tax, 0) AS booked
		FROM documents d LEFT JOIN LATERAL (
			SELECT sum(CASE WHEN credit = 'plan_income' THEN amount_minor WHEN debit = 'plan_income' THEN -amount_minor END) AS net,
				sum(CASE WHEN credit = 'tax' THEN amount_minor WHEN debit = 'tax' THEN -amount_minor END) AS tax FROM ledger_transfers t
			WHERE t.organisation_id = d.organisation_id AND t.source_kind IN ('agreement_period', 'bill_tax')
				AND t.source_id = d.subject_id) t ON true
		WHERE d.organisation_id = '${OPERATOR_BOOKS}' AND NOT EXISTS (SELECT FROM fee_months m WHERE m.id = d.subject_id)
			AND (d.net_minor <> coalesce(t.net, 0) OR d.tax_minor <> coalesce(t.tax, 0))`,
		(row) => `${row.label} says ${row.said}, the books say ${row.booked}`,
	),
	createQueryCheck<{ id: string; state: string }>(
		'subscriptions.bills-are-issued',
		'Each paid period of a plan has its bill, or waits for it: until the particulars are there, and is tried in time.',
		`SELECT p.id, CASE WHEN b.id IS NULL THEN 'has no bill' WHEN d.id IS NULL THEN 'is due since ' || b.due_at
			ELSE 'waits for a bill that it has' END AS state
		FROM ledger_transfers t JOIN agreement_periods p ON p.id = t.source_id
		LEFT JOIN documents d ON d.organisation_id = t.organisation_id AND d.subject_id = p.id
		LEFT JOIN due_bills b ON b.organisation_id = p.organisation_id AND b.id = p.id
		WHERE t.organisation_id = '${OPERATOR_BOOKS}' AND t.source_kind = 'agreement_period' AND t.kind = 'plan'
			AND (CASE WHEN d.id IS NULL THEN b.id IS NULL OR b.due_at < now() - interval '15 minutes' ELSE b.id IS NOT NULL END)`,
		(row) => `the period ${row.id} of a plan ${row.state}`,
	),
	createQueryCheck<{ id: string; tax: string; state: string }>(
		'subscriptions.waiting-tax-is-taken-back',
		'The tax of fees whose invoices wait is booked under them, and taken back to the cent when they are issued.',
		`SELECT t.source_id AS id, sum(CASE WHEN t.credit = 'tax' THEN t.amount_minor ELSE -t.amount_minor END) AS tax,
			CASE WHEN count(b.id) > 0 THEN 'waits' ELSE 'is issued' END AS state
		FROM ledger_transfers t LEFT JOIN due_bills b ON b.id = t.source_id AND b.kind = 'fees'
		WHERE t.organisation_id = '${OPERATOR_BOOKS}' AND t.source_kind IN ('fee_month', 'fee_month_invoiced')
		GROUP BY 1 HAVING CASE WHEN count(b.id) > 0 THEN bool_or(t.source_kind = 'fee_month_invoiced')
			ELSE sum(CASE WHEN t.credit = 'tax' THEN t.amount_minor ELSE -t.amount_minor END) <> 0 END`,
		(row) => `the invoice ${row.id} ${row.state}, a tax of ${row.tax} is booked for the time before it`,
	),
	createQueryCheck<{ organisation_id: string; currency: string; charged: string; invoiced: string }>(
		'subscriptions.fees-are-invoiced',
		'The fees of invoiced months, less refunded fees, are those of the invoices and credit notes.',
		`WITH issued AS (
			SELECT * FROM fee_months m WHERE NOT EXISTS (SELECT FROM due_bills b
				WHERE b.organisation_id = m.organisation_id AND b.kind = 'fees' AND b.month = m.month)
		), fees AS (
			SELECT m.organisation_id, t.currency, sum(CASE WHEN t.debit = 'platform_fees' THEN t.amount_minor ELSE -t.amount_minor END) AS charged
			FROM issued m JOIN ledger_transfers t ON t.organisation_id = m.organisation_id AND 'platform_fees' IN (t.debit, t.credit)
				AND t.occurred_at >= m.month::timestamp AT TIME ZONE 'UTC' AND t.occurred_at < (m.month + interval '1 month') AT TIME ZONE 'UTC'
			GROUP BY 1, 2
		), invoices AS (
			SELECT m.organisation_id, d.currency, sum(d.gross_minor) AS gross FROM fee_months m
			JOIN documents d ON d.organisation_id = '${OPERATOR_BOOKS}' AND d.subject_id = m.id GROUP BY 1, 2
		)
		SELECT organisation_id, currency, coalesce(charged, 0) AS charged, coalesce(gross, 0) AS invoiced
		FROM fees FULL JOIN invoices USING (organisation_id, currency) WHERE coalesce(charged, 0) <> coalesce(gross, 0)`,
		(row) =>
			`organisation ${row.organisation_id} paid fees of ${row.charged} ${row.currency}, its invoices say ${row.invoiced}`,
	),
	createQueryCheck<{ label: string; said: string; booked: string }>(
		'subscriptions.fee-tax-is-booked',
		"The tax of each invoice for fees is in the operator's books.",
		`SELECT d.label, d.tax_minor AS said, coalesce(t.tax, 0) AS booked
		FROM fee_months m JOIN documents d ON d.organisation_id = '${OPERATOR_BOOKS}' AND d.subject_id = m.id
		LEFT JOIN LATERAL (SELECT sum(CASE WHEN credit = 'tax' THEN amount_minor ELSE -amount_minor END) AS tax FROM ledger_transfers t
			WHERE t.organisation_id = d.organisation_id AND t.source_kind = 'fee_invoice' AND t.source_id = d.id) t ON true
		WHERE d.tax_minor <> coalesce(t.tax, 0)`,
		(row) => `${row.label} says a tax of ${row.said}, the books say ${row.booked}`,
	),
];
