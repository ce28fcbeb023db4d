import { getPaymentView } from '#server/domain/orders/payment-view.ts';
import { findRefundRequestById } from '#server/domain/orders/refund-requests/rows.ts';
import { refundOwed } from '#server/emails/orders/refund-owed.ts';
import { type RefundRequestProps, refundRequest } from '#server/emails/orders/refund-request.ts';
import { orderRefunded } from '#server/emails/orders/refunded.ts';
import type { Services } from '#server/services.ts';
import { readContact } from './my-tickets.ts';
import { type OrderRef, readOrder } from './orders.ts';
import { type SourceOptions, source } from './source.ts';

interface RefundRef extends OrderRef {
	refundId: string;
}

/** A refund with what its mails say of it; no refund where there is none of that id. */
async function readRefund(services: Services, ref: RefundRef, options: SourceOptions) {
	const data = await readOrder(services, ref, options);
	if ('obsolete' in data) return data;
	const { order, event, mailEvent, manageLink } = data;
	const view = await getPaymentView(services, order, event);
	const refund = view.refunds.find((one) => one.id === ref.refundId);
	const facts = refund && {
		event: mailEvent,
		orderCode: order.code,
		currency: order.currency,
		amountMinor: refund.amountMinor,
		isLatePayment: refund.reason === 'late_payment',
		note: refund.note,
		manageLink,
	};
	return { view, refund, facts };
}

export const orderRefundedSource = source({
	template: orderRefunded,
	async load(services, ref: RefundRef, options) {
		const data = await readRefund(services, ref, options);
		if ('obsolete' in data) return data;
		const { view, refund, facts } = data;
		if (!facts || refund?.state === 'failed') return { obsolete: 'The refund did not go through.' };
		const payment = view.payments.find((one) => one.id === refund?.paymentId);
		return {
			...facts,
			isTest: payment?.isTest === true,
			isToGiftCard: payment?.method === 'gift_card',
			isOnNewGiftCard: refund?.giftCardId != null,
			sentWay: refund?.sentWay ?? null,
		};
	},
});

export const refundOwedSource = source({
	template: refundOwed,
	async load(services, ref: RefundRef, options) {
		const data = await readRefund(services, ref, options);
		if ('obsolete' in data) return data;
		const { view, refund, facts } = data;
		if (!facts || refund?.state !== 'requested') return { obsolete: 'The money was sent meanwhile.' };
		return { ...facts, hasAccount: view.refundAccount !== null };
	},
});

export const refundRequestSource = source({
	template: refundRequest,
	async load(
		services,
		ref: OrderRef & { requestId: string; state: RefundRequestProps['state']; isReminder?: true },
		options,
	) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, event, mailEvent, manageLink } = data;
		const request = await findRefundRequestById(services.database.db, ref, ref.requestId);
		if (!request) return { obsolete: 'The request is gone.' };
		if (options.isForSending && request.state !== ref.state)
			return { obsolete: 'The request was answered or withdrawn meanwhile.' };
		return {
			event: mailEvent,
			orderCode: order.code,
			currency: order.currency,
			wantedMinor: request.wantedMinor,
			state: ref.state,
			answer: request.answer,
			manageLink,
			waiting: ref.isReminder
				? { requestedAt: request.createdAt, ...(await readContact(services, event.organisationId)) }
				: null,
		};
	},
});
