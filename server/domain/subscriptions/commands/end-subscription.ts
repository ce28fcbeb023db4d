import { eq, sql } from 'drizzle-orm';
import { subscriptions } from '#server/db/tables/subscriptions.ts';
import {
	findLiveAgreement,
	findOpenPeriod,
	scopeOfAgreement,
} from '#server/domain/payments/agreements/agreement-record.ts';
import { cancelPeriodPayment } from '#server/domain/payments/agreements/pay-period.ts';
import { endAgreement } from '#server/domain/payments/agreements/start-agreement.ts';
import type { Services } from '#server/services.ts';

/**
 * Ends the paid plan: what is paid holds until its period is over. One that is not paid ends now, and one that lapsed makes room for the free
 * one. Ending twice changes nothing.
 */
export async function endSubscription(services: Services, organisationId: string): Promise<void> {
	const { database } = services;
	const agreement = await findLiveAgreement(database.db, { organisationId, subjectId: organisationId });
	const open = agreement && (await findOpenPeriod(database.db, scopeOfAgreement(agreement)));
	if (open) await cancelPeriodPayment(services, open);
	await database.transaction(async (tx) => {
		const isPaid = agreement?.state === 'active';
		await tx
			.update(subscriptions)
			.set({
				...(isPaid
					? { state: 'ending' as const }
					: { state: 'ended' as const, endedReason: 'payer' as const }),
				changeTo: null,
				graceUntil: null,
				updatedAt: sql`now()`,
			})
			.where(eq(subscriptions.organisationId, organisationId));
		if (agreement) await endAgreement(services, tx, agreement, { when: 'period-end', reason: 'payer' });
		if (!isPaid)
			await services.facts.publish(
				tx,
				{ name: 'subscriptions.plan-changed', organisationId, eventId: null, payload: {} },
				services,
			);
	});
}
