import { useQuery } from '@tanstack/react-query';
import { figuresKey } from '#app/features/check-in/api.ts';
import { api } from '#app/lib/api-client.ts';
import { useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import * as organiserOrders from '#shared/contracts/organiser-orders.ts';
import { approveRefundRequest, declineRefundRequest } from '#shared/contracts/refund-requests.ts';
import type { OrderFilter } from '#shared/rules/order-money-state.ts';

/** Filters of the list of orders; an empty string means all. */
export interface OrderListFilters {
	q: string;
	state: '' | OrderFilter;
}

export const noOrderFilters: OrderListFilters = { q: '', state: '' };

/** Under the figures' key: what changes orders changes guests and figures too, and live events refresh all of them. */
export const ordersKey = (event: string) => [...figuresKey(event), 'orders'] as const;

export function useOrders(event: string, query: OrderListFilters) {
	return useCursorList(organiserOrders.listOrders, { key: ordersKey(event), params: { event }, query });
}

/** While money is on its way the order is read again after this long. */
const MOVING_MS = 2_000;

const isMoving = (order: organiserOrders.OrderDetail | undefined) =>
	order !== undefined &&
	(order.refundingMinor > order.toSendMinor ||
		order.payments.some(({ state }) => state === 'processing' || state === 'requires_action'));

/** One order with its lines, payments and refunds. */
export function useOrder(event: string, order: string) {
	return useQuery({
		queryKey: [...ordersKey(event), order],
		queryFn: ({ signal }) => api.call(organiserOrders.getOrderDetail, { params: { event, order }, signal }),
		refetchInterval: ({ state }) => (isMoving(state.data) ? MOVING_MS : false),
	});
}

/** The body of a refund. */
export type RefundBody = CallBodyOf<typeof organiserOrders.refundOrder>;
/** A payment that was received another way, to be recorded. */
export type MarkPaidBody = CallBodyOf<typeof organiserOrders.markOrderPaid>;

/** Mutations of an order; each success reloads orders, guests and figures. */
export function useOrderActions(event: string, order: string) {
	const params = { event, order };
	const stale = figuresKey(event);
	return {
		markPaid: useChange(
			({ body, key }: { body: MarkPaidBody; key: string }) =>
				api.call(organiserOrders.markOrderPaid, { params, body, idempotencyKey: key }),
			stale,
		),
		refund: useChange(
			({ body, key }: { body: RefundBody; key: string }) =>
				api.call(organiserOrders.refundOrder, { params, body, idempotencyKey: key }),
			stale,
		),
		approveRequest: useChange(
			({
				request,
				body,
				key,
			}: {
				request: string;
				body: { amountMinor: number; answer: string };
				key: string;
			}) => api.call(approveRefundRequest, { params: { ...params, request }, body, idempotencyKey: key }),
			stale,
		),
		declineRequest: useChange(
			({ request, body, key }: { request: string; body: { answer: string }; key: string }) =>
				api.call(declineRefundRequest, { params: { ...params, request }, body, idempotencyKey: key }),
			stale,
		),
		approve: useChange(() => api.call(organiserOrders.approveOrder, { params }), stale),
		decline: useChange(
			(message: string) => api.call(organiserOrders.declineOrder, { params, body: { message } }),
			stale,
		),
		remind: useChange(() => api.call(organiserOrders.remindOrder, { params }), stale),
		cancel: useChange(() => api.call(organiserOrders.cancelOrder, { params, body: { notify: true } }), stale),
	};
}
