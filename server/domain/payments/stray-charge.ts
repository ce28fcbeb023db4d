import type { AccountId } from '#server/platform/payments/gateway.ts';
import type { Services } from '#server/services.ts';
import type { PaymentRow } from './payment-record.ts';

/**
 * A second charge for a payment that was made with another one already: its request arrived at the provider after it had been given up. The
 * buyer gets the money back at once; calling it again changes nothing.
 * @throws GatewayError
 */
export async function returnStray(
	services: Services,
	charge: { account: AccountId; paymentId: string },
	payment: PaymentRow,
): Promise<'not-needed' | 'stray-refunded'> {
	const object = await services.gateway.getPayment(charge);
	if (object.status !== 'succeeded' || object.capturedMinor === object.refundedMinor) return 'not-needed';
	services.log.error({ paymentId: payment.id, providerId: object.id }, 'payments.stray-charge');
	await services.gateway.refund({
		...charge,
		key: `stray:${object.id}`,
		amountMinor: object.capturedMinor - object.refundedMinor,
		currency: object.currency,
		refundFee: true,
		metadata: { foyer_stray_of: payment.id },
	});
	return 'stray-refunded';
}
