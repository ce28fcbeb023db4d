import { hasWordsText } from '#server/db/search-words.ts';
import { findLiveAgreement, scopeOfAgreement } from '#server/domain/payments/agreements/agreement-record.ts';
import { chargeAgreement } from '#server/domain/payments/agreements/charge-due.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { AdminPlan, AdminPlanFilter } from '#shared/contracts/admin-money.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { afterFailure } from '#shared/rules/agreement-states.ts';
import { PLAN_CURRENCY, type PlanId, planPrice } from '#shared/rules/plans.ts';
import { planIdOf } from './plan-state.ts';
import { readChoice } from './queries.ts';

/** Plans of all organisations, for administrators. Sandboxes have none. */

interface Row {
	id: string;
	name: string;
	plan: PlanId | null;
	grantedPlan: PlanId | null;
	state: AdminPlan['state'] | null;
	every: 'month' | 'year';
	periodEnd: Date | null;
	changeTo: string | null;
	graceUntil: Date | null;
	dueMinor: number | null;
	failures: number | null;
	needsPayer: boolean | null;
	nextAt: Date | null;
	waitingBills: number;
}

const plansSql = `
	SELECT o.id, o.name, s.plan, s.granted_plan AS "grantedPlan", s.state, s.every, s.period_end AS "periodEnd", s.change_to AS "changeTo",
		s.grace_until AS "graceUntil", a.failures, a.needs_payer AS "needsPayer", a.next_at AS "nextAt",
		CASE WHEN a.state = 'past_due' THEN (SELECT d.amount_minor::float8 FROM agreement_periods d
			WHERE d.organisation_id = o.id AND d.agreement_id = a.id AND d.state = 'open' ORDER BY d.number DESC LIMIT 1) END AS "dueMinor",
		(SELECT count(*)::int FROM due_bills b WHERE b.organisation_id = o.id AND b.is_waiting) AS "waitingBills"
	FROM organisations o LEFT JOIN subscriptions s ON s.organisation_id = o.id
		LEFT JOIN agreements a ON a.organisation_id = o.id AND a.subject_id = o.id AND a.state <> 'ended'`;

const conditions: Record<AdminPlanFilter, string> = {
	all: 'true',
	paid: `s.state IN ('active', 'ending')`,
	unpaid: `s.state IN ('past_due', 'incomplete')`,
	ended: `s.state = 'ended'`,
	granted: 's.granted_plan IS NOT NULL',
	unbilled: 'EXISTS (SELECT FROM due_bills b WHERE b.organisation_id = o.id AND b.is_waiting)',
};

/** Organisations with their plans, the newest first. */
export async function listAdminPlans(
	services: Services,
	query: { q?: string | undefined; filter: AdminPlanFilter; limit: number; cursor?: string | undefined },
) {
	const [after] = query.cursor ? decodeCursor(query.cursor, 1) : [null];
	const values: unknown[] = [after, query.limit + 1];
	const found = hasWordsText('o.name, o.slug', query.q ?? '', (value) => `$${values.push(value)}`);
	const { rows } = await services.database.pool.query<Row>(
		`${plansSql} WHERE ${conditions[query.filter]} AND o.sandbox_of IS NULL AND ($1::uuid IS NULL OR o.id < $1) AND ${found}
		ORDER BY o.id DESC LIMIT $2`,
		values,
	);
	return pageOf(rows, query.limit, present, (row) => [row.id]);
}

/** The plan of one organisation. @throws not-found */
async function getAdminPlan(services: Services, organisationId: string): Promise<AdminPlan> {
	const { rows } = await services.database.pool.query<Row>(
		`${plansSql} WHERE o.id = $1 AND o.sandbox_of IS NULL`,
		[organisationId],
	);
	if (!rows[0]) throw notFound('Organisation');
	return present(rows[0]);
}

function present(row: Row): AdminPlan {
	const state = row.state ?? 'none';
	const paidPlan = row.plan ?? 'free';
	const isPaid = state === 'active' || state === 'ending' || state === 'past_due';
	const next = row.changeTo ? readChoice(row.changeTo) : { plan: paidPlan, every: row.every };
	return {
		...{ id: row.id, name: row.name, state, paidPlan, grantedPlan: row.grantedPlan },
		plan: planIdOf({ state, plan: paidPlan, grantedPlan: row.grantedPlan }),
		every: isPaid ? row.every : null,
		periodEnd: (isPaid && row.periodEnd?.toISOString()) || null,
		renewsMinor: state === 'active' || state === 'past_due' ? planPrice(next.plan, next.every) : null,
		dueMinor: row.dueMinor,
		currency: PLAN_CURRENCY,
		failures: row.failures ?? 0,
		needsPayer: row.needsPayer ?? false,
		nextChargeAt: (state !== 'ending' && row.nextAt?.toISOString()) || null,
		graceUntil: row.graceUntil?.toISOString() ?? null,
		waitingBills: row.waitingBills,
	};
}

/**
 * Charges the refused bill of a plan again now. A refusal counts as one of its attempts, so the last one is left for its own day.
 * @throws not-found, `nothing-due`, `needs-payer`, `last-attempt`
 */
export async function chargeAdminPlan(services: Services, organisationId: string): Promise<AdminPlan> {
	await getAdminPlan(services, organisationId);
	const agreement = await findLiveAgreement(services.database.db, {
		organisationId,
		subjectId: organisationId,
	});
	if (agreement?.state !== 'past_due')
		throw ruleViolation('nothing-due', message`No bill of this plan is waiting to be paid.`);
	if (agreement.needsPayer)
		throw ruleViolation(
			'needs-payer',
			message`The bank wants the owner to confirm this payment. They can do so in the settings of their plan.`,
		);
	if (afterFailure(agreement.failures + 1, agreement.failingSince ?? new Date(0)).state === 'ended')
		throw ruleViolation(
			'last-attempt',
			message`The next attempt is the last one: if it is refused, the plan ends. It takes place on its own day.`,
		);
	await chargeAgreement(services, scopeOfAgreement(agreement));
	return getAdminPlan(services, organisationId);
}
