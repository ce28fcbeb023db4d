import type { OrderDetail } from '#shared/contracts/orders.ts';
import type { Services } from '../../services.ts';
import { getWholeEvent } from '../events/queries.ts';
import { type PaymentRow, presentPayment } from '../payments/payment-record.ts';
import { getOrder, type OrderScope } from './order-record.ts';
import { getPaymentView, transferReference } from './payment-view.ts';
import { presentManagedOrder, presentOrder } from './present.ts';

/** An order with what has become of a payment, for its buyer. */
export async function paidOrder(services: Services, scope: OrderScope, payment: PaymentRow | null) {
	const [order, event] = await Promise.all([getOrder(services, scope), getWholeEvent(services, scope)]);
	const view = await getPaymentView(services, order, event);
	const managed = presentManagedOrder(order, event, { now: services.clock.now(), payment: view });
	if (!payment) return { payment: null, nextAction: null, order: managed };
	return { payment: presentPayment(payment), nextAction: actionOf(payment), order: managed };
}

const secretPrefix = 'secret:';

/** What the buyer has to do: open their bank's page, or let the provider's script show it. */
function actionOf({ state, actionUrl }: PaymentRow) {
	if (state !== 'requires_action' || actionUrl === null) return null;
	return actionUrl.startsWith(secretPrefix)
		? { kind: 'stripe' as const, clientSecret: actionUrl.slice(secretPrefix.length) }
		: { kind: 'redirect' as const, url: actionUrl };
}

/** An order as the organiser sees it, with its lines, payments and refunds. */
export async function getOrderDetail(services: Services, scope: OrderScope): Promise<OrderDetail> {
	const [order, event] = await Promise.all([getOrder(services, scope), getWholeEvent(services, scope)]);
	const { payments, refunds, dueMinor } = await getPaymentView(services, order, event);
	const paid = payments.filter((payment) => payment.state === 'succeeded');
	const paidMinor = paid.reduce((sum, payment) => sum + payment.amountMinor - payment.refundedMinor, 0);
	const refundingMinor = refunds
		.filter((refund) => refund.state === 'requested')
		.reduce((sum, refund) => sum + refund.amountMinor, 0);
	return {
		...presentOrder(order),
		lines: order.lines,
		payments,
		refunds,
		terms: order.terms,
		dueMinor,
		paidMinor,
		refundableMinor: paidMinor - refundingMinor,
		reference: order.totalMinor > 0 ? transferReference(event.code, order.code) : null,
	};
}
