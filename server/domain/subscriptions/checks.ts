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
];
