import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import type { PaymentRow } from './payment-record.ts';
import { getPayment } from './queries.ts';
import { settlePayment } from './settle.ts';

const lookEveryMs = 1_000;
const isOpen = (payment: PaymentRow) => ['created', 'requires_action', 'processing'].includes(payment.state);

/**
 * A payment as soon as it is settled, or as it stands after so long. The provider is asked as well, so a buyer who waits does not depend on
 * its events; when it cannot be reached, the answer is what is known.
 */
export async function awaitPayment(
	services: Services,
	scope: { organisationId: string; paymentId: string },
	waitMs: number,
	signal: AbortSignal,
): Promise<PaymentRow> {
	const untilMs = performance.now() + waitMs;
	for (;;) {
		const known = await getPayment(services.database.db, scope);
		if (!isOpen(known)) return known;
		const settled = await settlePayment(services, scope).catch((error) => {
			if (error instanceof GatewayError) return known;
			throw error;
		});
		if (!isOpen(settled) || performance.now() + lookEveryMs > untilMs || signal.aborted) return settled;
		await sleep(lookEveryMs);
	}
}
