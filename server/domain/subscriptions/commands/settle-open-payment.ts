import { GatewayError } from '../../../platform/payments/gateway-error.ts';
import type { Services } from '../../../services.ts';
import {
	findLiveAgreement,
	findOpenPeriod,
	scopeOfAgreement,
} from '../../payments/agreements/agreement-record.ts';
import { listPayments } from '../../payments/queries.ts';
import { settlePayment } from '../../payments/settle.ts';

/** Asks the provider for a payment of the plan whose outcome is open, so that who comes back from their bank sees what it decided. */
export async function settleOpenPayment(services: Services, organisationId: string): Promise<void> {
	const { db } = services.database;
	const agreement = await findLiveAgreement(db, { organisationId, subjectId: organisationId });
	const period = agreement && (await findOpenPeriod(db, scopeOfAgreement(agreement)));
	if (!period) return;
	for (const payment of await listPayments(db, { organisationId, subjectId: period.id })) {
		if (payment.state !== 'requires_action' && payment.state !== 'processing') continue;
		await settlePayment(services, { organisationId, paymentId: payment.id }).catch((error) => {
			if (!(error instanceof GatewayError)) throw error;
		});
	}
}
