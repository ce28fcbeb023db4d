import { GatewayError } from '../../../platform/payments/gateway-error.ts';
import type { Services } from '../../../services.ts';
import {
	findLiveAgreement,
	findOpenPeriod,
	scopeOfAgreement,
} from '../../payments/agreements/agreement-record.ts';
import { settleCardChange } from '../../payments/agreements/change-card.ts';
import { listPayments } from '../../payments/queries.ts';
import { settlePayment } from '../../payments/settle.ts';

/** Asks the provider for a payment or a saved card of the plan whose outcome is open, so that who comes back from their bank sees what it decided. */
export async function settleOpenPayment(services: Services, organisationId: string): Promise<void> {
	const { db } = services.database;
	const agreement = await findLiveAgreement(db, { organisationId, subjectId: organisationId });
	if (agreement) await settleCardChange(services, agreement).catch(refuseOthers);
	const period = agreement && (await findOpenPeriod(db, scopeOfAgreement(agreement)));
	if (!period) return;
	for (const payment of await listPayments(db, { organisationId, subjectId: period.id })) {
		if (payment.state !== 'requires_action' && payment.state !== 'processing') continue;
		await settlePayment(services, { organisationId, paymentId: payment.id }).catch(refuseOthers);
	}
}

/** A provider that cannot be reached leaves things as they are known. */
function refuseOthers(error: unknown): void {
	if (!(error instanceof GatewayError)) throw error;
}
