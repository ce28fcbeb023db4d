import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import type { PaymentRow } from './payment-record.ts';
import { getPayment } from './queries.ts';
import { settlePayment } from './settle.ts';

/** How often the row is read, and the provider polled: its event usually comes between two requests. */
const readEveryMs = 250;
const askEveryMs = 1_000;
const isOpen = (payment: PaymentRow) => ['created', 'requires_action', 'processing'].includes(payment.state);

/**
 * Returns a payment once it is settled, or its current state after a timeout. Also polls the provider, so that a waiting buyer doesn't
 * depend on its events. If the provider can't be reached, returns the known state.
 */
export async function awaitPayment(
	services: Services,
	scope: { organisationId: string; paymentId: string },
	waitMs: number,
	signal: AbortSignal,
): Promise<PaymentRow> {
	const untilMs = performance.now() + waitMs;
	let checkedMs = Number.NEGATIVE_INFINITY;
	for (;;) {
		let payment = await getPayment(services.database.db, scope);
		if (isOpen(payment) && performance.now() - checkedMs >= askEveryMs) {
			checkedMs = performance.now();
			const known = payment;
			payment = await settlePayment(services, scope).catch((error) => {
				if (error instanceof GatewayError) return known;
				throw error;
			});
		}
		if (!isOpen(payment) || performance.now() + readEveryMs > untilMs || signal.aborted) return payment;
		await sleep(readEveryMs);
	}
}
