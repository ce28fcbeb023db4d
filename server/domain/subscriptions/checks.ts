import { OPERATOR_BOOKS } from '../ledger/post.ts';
import { createQueryCheck } from '../query-check.ts';

/** What must hold between plans and what is paid for them. */
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
		FROM documents d LEFT JOIN LATERAL (SELECT sum(amount_minor) FILTER (WHERE kind = 'plan') AS net,
			sum(amount_minor) FILTER (WHERE kind = 'tax') AS tax FROM ledger_transfers t
			WHERE t.organisation_id = d.organisation_id AND t.source_kind = 'agreement_period' AND t.source_id = d.subject_id) t ON true
		WHERE d.organisation_id = '${OPERATOR_BOOKS}' AND (d.net_minor <> coalesce(t.net, 0) OR d.tax_minor <> coalesce(t.tax, 0))`,
		(row) => `${row.label} says ${row.said}, the books say ${row.booked}`,
	),
];
