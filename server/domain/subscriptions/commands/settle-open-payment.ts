import { findLiveAgreement, scopeOfAgreement } from '#server/domain/payments/agreements/agreement-record.ts';
import { settleCardChange } from '#server/domain/payments/agreements/change-card.ts';
import { settleOpenPeriod } from '#server/domain/payments/agreements/pay-period.ts';
import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';

/** Asks the provider for a payment or a saved card of the plan whose outcome is open, so that who comes back from their bank sees what it decided. */
export async function settleOpenPayment(services: Services, organisationId: string): Promise<void> {
	const { db } = services.database;
	const agreement = await findLiveAgreement(db, { organisationId, subjectId: organisationId });
	if (!agreement) return;
	await settleCardChange(services, agreement).catch(refuseOthers);
	await settleOpenPeriod(services, scopeOfAgreement(agreement));
}

/** A provider that cannot be reached leaves things as they are known. */
function refuseOthers(error: unknown): void {
	if (!(error instanceof GatewayError)) throw error;
}
