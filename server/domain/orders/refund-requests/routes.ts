import { handle, type Route } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/refund-requests.ts';
import { requireFresh } from '../commands/refund-order.ts';
import { getManagedOrderView, getOrderDetail } from '../paid-order.ts';
import { readCancellation } from './cancellation.ts';
import {
	approveRefundRequest,
	createRefundRequest,
	declineRefundRequest,
	withdrawRefundRequest,
} from './requests.ts';

/** Refunds to buyers who cancel, and requests that a person decides. */
export const refundRequestRoutes: Route[] = [
	handle(contract.getCancellation, async ({ order, query }, services) => {
		const {
			isWhole: _1,
			terms: _2,
			said: _3,
			...offer
		} = await readCancellation(services, order, query.attendees?.split(','));
		return offer;
	}),
	handle(contract.createRefundRequest, async ({ order, body }, services) => {
		await createRefundRequest(services, order, body);
		return getManagedOrderView(services, order);
	}),
	handle(contract.withdrawRefundRequest, async ({ order, params }, services) => {
		await withdrawRefundRequest(services, { ...order, requestId: params.request });
		return getManagedOrderView(services, order);
	}),
	handle(contract.approveRefundRequest, async ({ scope, params, body, caller }, services) => {
		const order = { ...scope, orderId: params.order };
		await approveRefundRequest(
			services,
			{ ...order, requestId: params.request },
			{ ...body, userId: caller.userId, requireAmount: requireFresh(services, caller) },
		);
		return getOrderDetail(services, order);
	}),
	handle(contract.declineRefundRequest, async ({ scope, params, body, caller }, services) => {
		const order = { ...scope, orderId: params.order };
		await declineRefundRequest(
			services,
			{ ...order, requestId: params.request },
			{ ...body, userId: caller.userId },
		);
		return getOrderDetail(services, order);
	}),
];
