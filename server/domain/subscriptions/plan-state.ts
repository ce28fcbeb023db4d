import { eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { planSettings, subscriptions } from '#server/db/tables/subscriptions.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { betterPlan, type Plan, type PlanId, planOf, ticketFeeOf } from '#shared/rules/plans.ts';
import type { PlatformFee } from '#shared/rules/pricing/quote.ts';
import { isSandbox } from '../accounts/sandbox.ts';
import { noteUse } from './note-use.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** The plan whose limits hold for an organisation now. */
export interface PlanState {
	/** Null: this installation charges no plans, and nothing is limited. */
	plan: Plan | null;
	/** Its plan was not paid. */
	isExpired: boolean;
}

/** Whether this installation charges plans; it does not unless its operator says so. */
export async function arePlansCharged(db: DbOrTx): Promise<boolean> {
	const [row] = await db.select({ areCharged: planSettings.areCharged }).from(planSettings);
	return row?.areCharged ?? false;
}

export async function findSubscription(
	db: DbOrTx,
	organisationId: string,
): Promise<SubscriptionRow | undefined> {
	const [row] = await db.select().from(subscriptions).where(eq(subscriptions.organisationId, organisationId));
	return row;
}

/** The plan that is paid or given, whatever the installation charges. */
export function planIdOf(row: Pick<SubscriptionRow, 'state' | 'plan' | 'grantedPlan'> | undefined): PlanId {
	if (!row) return 'free';
	const paid = ['active', 'ending', 'past_due'].includes(row.state) ? row.plan : 'free';
	return betterPlan(paid, row.grantedPlan ?? 'free');
}

/** `ticketFeeOf` an organisation now. */
export async function getTicketFee(
	db: DbOrTx,
	organisationId: string,
	currency: string,
): Promise<PlatformFee | null> {
	const { plan } = await getPlanState(db, organisationId);
	return plan && ticketFeeOf({ areCharged: true, plan: plan.id }, currency);
}

/** A plan that lapsed, until it is renewed, another one is given, or the free one is chosen. */
export const isExpired = (row: SubscriptionRow | undefined): boolean =>
	row !== undefined &&
	row.endedReason === 'unpaid' &&
	['ended', 'incomplete'].includes(row.state) &&
	planIdOf(row) === 'free';

/** The plan of an organisation now. Sandboxes have none: nothing in them is limited, and no fees are taken. */
export async function getPlanState(db: DbOrTx, organisationId: string): Promise<PlanState> {
	if (!(await arePlansCharged(db)) || (await isSandbox(db, organisationId)))
		return { plan: null, isExpired: false };
	const row = await findSubscription(db, organisationId);
	return { plan: planOf(planIdOf(row)), isExpired: isExpired(row) };
}

const lapsed = () => new AppError('SUBSCRIPTION_EXPIRED');

type Limited = 'liveEvents' | 'staffLinks';

/**
 * Refuses one more of something that the plan counts, and notifies owners when it is the last but a few. Those who ask for the same organisation wait for each other until their transactions
 * end, so two of them never take the last one.
 * @param count how many there are, counted under the lock
 * @throws INSUFFICIENT_QUOTA with `plan`, `quota` and `limit` in the metadata; SUBSCRIPTION_EXPIRED
 */
export async function requireQuota(
	services: Services,
	tx: Tx,
	organisationId: string,
	quota: Limited,
	count: () => Promise<number>,
): Promise<void> {
	const { plan, isExpired: isOver } = await getPlanState(tx, organisationId);
	if (plan === null) return;
	if (isOver && quota === 'liveEvents') throw lapsed();
	const limit = plan[quota];
	if (limit === null) return;
	await tx.execute(
		sql`SELECT pg_advisory_xact_lock(hashtextextended(${organisationId}::uuid::text, ${sql.raw(String(lockKind))}))`,
	);
	const used = await count();
	if (used < limit)
		return noteUse(services, tx, {
			organisationId,
			eventId: null,
			plan: plan.id,
			quota,
			used: used + 1,
			limit,
		});
	throw new AppError('INSUFFICIENT_QUOTA', { metadata: { plan: plan.id, quota, limit } });
}

/** Apart from other advisory locks. */
const lockKind = 18;

/**
 * Refuses a feature that the plan does not have.
 * @throws FEATURE_NOT_AVAILABLE with `plan` and `feature` in the metadata; SUBSCRIPTION_EXPIRED
 */
export async function requireFeature(
	db: DbOrTx,
	organisationId: string,
	feature: 'hasReports' | 'hasIntegrations' | 'hasApi',
): Promise<void> {
	const { plan, isExpired: isOver } = await getPlanState(db, organisationId);
	if (plan === null || plan[feature]) return;
	if (isOver) throw lapsed();
	throw new AppError('FEATURE_NOT_AVAILABLE', { metadata: { plan: plan.id, feature } });
}
