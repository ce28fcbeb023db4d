import { eq, sql } from 'drizzle-orm';
import { planSettings, subscriptions } from '#server/db/tables/subscriptions.ts';
import { getOrganisation } from '#server/domain/accounts/queries.ts';
import { findLiveAgreement, scopeOfAgreement } from '#server/domain/payments/agreements/agreement-record.ts';
import { chargeAgreement } from '#server/domain/payments/agreements/charge-due.ts';
import { moveClock } from '#server/domain/payments/agreements/start-agreement.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import type { PlanId } from '#shared/rules/plans.ts';
import { endLapsedSubscriptions } from '../end-lapsed.ts';

/** Turns plans and their limits on or off for the installation. Agreements that are paid go on: who turns it off ends them with their payers. */
export async function updatePlanSetting(
	services: Services,
	areCharged: boolean,
): Promise<{ areCharged: boolean }> {
	await services.database.transaction(async (tx) => {
		const changes = { areCharged, updatedAt: sql`now()` };
		await tx
			.insert(planSettings)
			.values({ id: 1, ...changes })
			.onConflictDoUpdate({ target: planSettings.id, set: changes });
		await services.facts.publish(
			tx,
			{ name: 'subscriptions.plan-changed', organisationId: null, eventId: null, payload: {} },
			services,
		);
	});
	return { areCharged };
}

/** Gives an organisation a plan that it does not pay, or takes it back. */
export async function grantPlan(
	services: Services,
	organisationId: string,
	plan: PlanId | null,
): Promise<void> {
	await getOrganisation(services.database.db, organisationId);
	await services.database.transaction(async (tx) => {
		await tx
			.insert(subscriptions)
			.values({ organisationId, plan: 'free', every: 'month', state: 'none', grantedPlan: plan })
			.onConflictDoUpdate({
				target: subscriptions.organisationId,
				set: { grantedPlan: plan, updatedAt: sql`now()` },
			});
		await services.facts.publish(
			tx,
			{ name: 'subscriptions.plan-changed', organisationId, eventId: null, payload: {} },
			services,
		);
	});
}

/** In test mode: lets days pass for the plan of an organisation, and does what is due. @throws RESOURCE_NOT_FOUND where money is real */
export async function passTime(services: Services, organisationId: string, days: number): Promise<void> {
	if (!services.testGateway) throw notFound('Test mode');
	const { database } = services;
	const agreement = await findLiveAgreement(database.db, { organisationId, subjectId: organisationId });
	await database.transaction(async (tx) => {
		if (agreement) await moveClock(tx, agreement, days * 86_400);
		await tx
			.update(subscriptions)
			.set({ graceUntil: sql`${subscriptions.graceUntil} - make_interval(days => ${days})` })
			.where(eq(subscriptions.organisationId, organisationId));
	});
	if (agreement) await chargeAgreement(services, scopeOfAgreement(agreement));
	await endLapsedSubscriptions(services);
}
