import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { documents } from '#server/db/tables/documents.ts';
import { agreementPeriods, agreements } from '#server/db/tables/payments.ts';
import type { Services } from '#server/services.ts';
import type { PlanLimits } from '#shared/contracts/plan-limits.ts';
import type { Bill, Subscription } from '#shared/contracts/subscriptions.ts';
import { missingOfRecipient, type Particular } from '#shared/rules/particulars.ts';
import { PLAN_CURRENCY, type PlanChoice, planIds, planOf, planPrice } from '#shared/rules/plans.ts';
import { OPERATOR_BOOKS } from '../ledger/post.ts';
import {
	findLiveAgreement,
	findOpenPeriod,
	getSavedMethod,
} from '../payments/agreements/agreement-record.ts';
import { nextActionOf } from '../payments/payment-record.ts';
import { listPayments } from '../payments/queries.ts';
import { getOrganisationSettings } from '../settings/queries.ts';
import { countWaitingBills } from './due-bills.ts';
import { getIssuer, missingOfIssuer } from './operator-document.ts';
import { arePlansCharged, findSubscription, getPlanState, isExpired, planIdOf } from './plan-state.ts';

/** A plan and its interval, as an agreement names what it pays for: `pro/month`. */
export const writeChoice = ({ plan, every }: PlanChoice): string => `${plan}/${every}`;

export function readChoice(detail: string): PlanChoice {
	const [plan, every] = detail.split('/');
	const known = planIds.find((id) => id === plan);
	if (!known || (every !== 'month' && every !== 'year')) throw new Error(`no plan: ${detail}`);
	return { plan: known, every };
}

/** How much of what plans count an organisation uses. All dates of a series are one live event. */
export async function countUsage(db: DbOrTx, organisationId: string) {
	const { rows } = await db.execute<{ live: number; links: number; largest: number }>(sql`
		SELECT (SELECT count(DISTINCT coalesce(series_id, id))::int FROM events
				WHERE organisation_id = ${organisationId} AND status = 'published' AND ends_at > now()) AS live,
			((SELECT count(*) FROM staff_links WHERE organisation_id = ${organisationId} AND series_link_id IS NULL
					AND revoked_at IS NULL AND (ends_at IS NULL OR ends_at > now()))
				+ (SELECT count(*) FROM series_staff_links WHERE organisation_id = ${organisationId}
					AND revoked_at IS NULL AND (ends_at IS NULL OR ends_at > now())))::int AS links,
			(SELECT coalesce(max(guests), 0)::int FROM (
				SELECT sum(p.confirmed + p.held) AS guests FROM events e
				JOIN ticket_types t ON t.organisation_id = e.organisation_id AND t.event_id = e.id
				JOIN capacity_pools p ON p.organisation_id = t.organisation_id AND p.id = t.pool_id
				WHERE e.organisation_id = ${organisationId} AND e.status = 'published' AND e.ends_at > now() AND t.is_admission
				GROUP BY e.id) AS of_event) AS largest`);
	return rows[0] ?? { live: 0, links: 0, largest: 0 };
}

/** The current limits of an organisation’s plan, for forms that could exceed one. */
export async function getPlanLimits(services: Services, organisationId: string): Promise<PlanLimits> {
	const { db } = services.database;
	const { plan, isExpired: isOver } = await getPlanState(db, organisationId);
	// Nothing is counted where nothing is limited.
	const used = plan ? await countUsage(db, organisationId) : { live: 0, links: 0 };
	return {
		plan: plan?.id ?? null,
		isExpired: isOver,
		liveEvents: { used: used.live, limit: plan?.liveEvents ?? null },
		staffLinks: { used: used.links, limit: plan?.staffLinks ?? null },
		attendeesPerEvent: plan?.attendeesPerEvent ?? null,
		hasReports: plan?.hasReports ?? true,
		hasIntegrations: plan?.hasIntegrations ?? true,
		hasApi: plan?.hasApi ?? true,
	};
}

/** The plan of an organisation with its use, its card and what is due. */
export async function getSubscription(services: Services, organisationId: string): Promise<Subscription> {
	const { db } = services.database;
	const [areCharged, row, agreement, used] = await Promise.all([
		arePlansCharged(db),
		findSubscription(db, organisationId),
		findLiveAgreement(db, { organisationId, subjectId: organisationId }),
		countUsage(db, organisationId),
	]);
	const plan = planOf(planIdOf(row));
	const method =
		agreement && (await getSavedMethod(db, { organisationId, savedMethodId: agreement.savedMethodId }));
	const open = agreement && (await findOpenPeriod(db, { organisationId, agreementId: agreement.id }));
	const waiting = open
		? (await listPayments(db, { organisationId, subjectId: open.id })).find(
				({ state }) => state === 'requires_action',
			)
		: undefined;
	const isPaid = row?.state === 'active' || row?.state === 'ending' || row?.state === 'past_due';
	const next = row && isPaid ? (row.changeTo ? readChoice(row.changeTo) : row) : null;
	const limitOf = (limit: number | null) => (areCharged ? limit : null);
	const billing = await readBilling(db, organisationId, areCharged && isPaid);
	return {
		areCharged,
		billing,
		plan: plan.id,
		every: row && isPaid ? row.every : null,
		state: row?.state ?? 'none',
		isExpired: areCharged && isExpired(row),
		renewsMinor: next && row?.state !== 'ending' ? planPrice(next.plan, next.every) : 0,
		currency: PLAN_CURRENCY,
		periodEnd: (isPaid && row?.periodEnd?.toISOString()) || null,
		graceUntil: row?.graceUntil?.toISOString() ?? null,
		change: row?.changeTo ? readChoice(row.changeTo) : null,
		dueMinor: agreement?.state === 'past_due' && open ? open.amountMinor : null,
		needsPayer: agreement?.needsPayer ?? false,
		grantedPlan: row?.grantedPlan ?? null,
		card: method?.last4 ? { brand: method.brand ?? '', last4: method.last4 } : null,
		usage: {
			liveEvents: { used: used.live, limit: limitOf(plan.liveEvents) },
			staffLinks: { used: used.links, limit: limitOf(plan.staffLinks) },
			largestEvent: { used: used.largest, limit: limitOf(plan.attendeesPerEvent) },
		},
		cardForm: services.gateway.browserConfig(null),
		nextAction: waiting ? nextActionOf(waiting) : null,
	};
}

/** Missing details of an organisation for its bills and invoices. @param isBilled it pays a plan */
async function readBilling(
	db: DbOrTx,
	organisationId: string,
	isBilled: boolean,
): Promise<Subscription['billing']> {
	const waiting = await countWaitingBills(db, organisationId);
	if (!isBilled && waiting === 0) return { missing: [], waiting };
	const { countryCode } = await getIssuer(db);
	const organisation = await getOrganisationSettings(db, organisationId);
	return { missing: missingOfRecipient(countryCode, organisation), waiting };
}

/** Missing details of the operator for its documents: none while it issues none. */
export async function getBillReadiness(db: DbOrTx): Promise<{ missing: Particular[]; waiting: number }> {
	const waiting = await countWaitingBills(db, null);
	const { rows } = await db.execute<{ n: number }>(sql`SELECT 1 AS n FROM fee_months LIMIT 1`);
	if (waiting === 0 && rows.length === 0 && !(await arePlansCharged(db))) return { missing: [], waiting };
	const issuer = await getIssuer(db);
	const tax = { basisPoints: issuer.taxBasisPoints, isReverseCharge: false };
	return { missing: missingOfIssuer(issuer, tax), waiting };
}

/** The payer’s next action, for their browser. */
export const presentAction = (
	action: { url: string } | { clientSecret: string },
): NonNullable<Subscription['nextAction']> =>
	'url' in action
		? { kind: 'redirect', url: action.url }
		: { kind: 'stripe', clientSecret: action.clientSecret };

/** What an organisation paid for its plan, and what is due; the newest first. @returns one more than `limit` where there are more */
export async function listBills(
	services: Services,
	organisationId: string,
	page: { limit: number; before: string | undefined },
): Promise<Bill[]> {
	const rows = await services.database.db
		.select({ period: agreementPeriods })
		.from(agreementPeriods)
		.innerJoin(
			agreements,
			and(
				eq(agreements.organisationId, agreementPeriods.organisationId),
				eq(agreements.id, agreementPeriods.agreementId),
				eq(agreements.subjectKind, 'plan'),
			),
		)
		.where(
			and(
				eq(agreementPeriods.organisationId, organisationId),
				inArray(agreementPeriods.state, ['open', 'paid']),
				page.before === undefined ? undefined : lt(agreementPeriods.id, page.before),
			),
		)
		.orderBy(desc(agreementPeriods.id))
		.limit(page.limit + 1);
	const labels = await billLabels(
		services.database.db,
		rows.map(({ period }) => period.id),
	);
	return rows.map(({ period }) => ({
		id: period.id,
		label: labels.get(period.id) ?? null,
		...readChoice(period.detail),
		startsAt: period.startsAt.toISOString(),
		endsAt: period.endsAt.toISOString(),
		amountMinor: period.amountMinor,
		currency: period.currency,
		state: period.state === 'paid' ? ('paid' as const) : ('open' as const),
		paidAt: period.paidAt?.toISOString() ?? null,
		isTest: services.gateway.name === 'test',
	}));
}

/** Numbers of the bills of these periods, which the operator issued. */
async function billLabels(db: DbOrTx, periodIds: string[]): Promise<Map<string, string>> {
	const rows = await db
		.select({ periodId: documents.subjectId, label: documents.label })
		.from(documents)
		.where(and(eq(documents.organisationId, OPERATOR_BOOKS), inArray(documents.subjectId, periodIds)));
	return new Map(rows.map(({ periodId, label }) => [periodId, label]));
}
