import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { figuresKey } from '#app/features/check-in/api.ts';
import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import {
	cancelTicketChange,
	changeTickets,
	getTicketChanges,
	quoteTicketChange,
} from '#shared/contracts/order-changes.ts';
import { ordersKey } from './api.ts';

/** Options for changing the tickets of an order. */
export const useTicketChanges = (event: string, order: string) =>
	useApiQuery(getTicketChanges, [...ordersKey(event), order, 'changes'], { params: { event, order } });

/** A change of tickets that an organiser works out. */
export type TicketChange = Omit<CallBodyOf<typeof changeTickets>, 'hash'>;

/**
 * The quote of a ticket change; null: nothing is chosen. The previous one is shown until it loads. Not under the key of orders: once the
 * change is made, its quote is refused.
 */
export function useTicketQuote(event: string, order: string, body: TicketChange | null) {
	return useQuery({
		queryKey: ['ticket-quote', event, order, body],
		queryFn: ({ signal }) =>
			api.call(quoteTicketChange, { params: { event, order }, body: body ?? {}, signal }),
		enabled: body !== null,
		placeholderData: keepPreviousData,
		gcTime: 0,
		retry: false,
	});
}

/** Makes a change of tickets, or cancels one that waits; each success reads orders, guests and figures anew. */
export function useTicketChangeActions(event: string, order: string) {
	const params = { event, order };
	const stale = figuresKey(event);
	return {
		changeTickets: useChange(
			({ body, key }: { body: CallBodyOf<typeof changeTickets>; key: string }) =>
				api.call(changeTickets, { params, body, idempotencyKey: key }),
			stale,
		),
		cancelChange: useChange(
			(change: string) => api.call(cancelTicketChange, { params: { ...params, change } }),
			stale,
		),
	};
}
