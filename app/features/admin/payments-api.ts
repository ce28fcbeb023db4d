import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import * as contracts from '#shared/contracts/admin-payments.ts';

const paymentsKey = ['admin', 'payments'] as const;
const eventsKey = ['admin', 'provider-events'] as const;
/** Both lists grow by themselves. */
const refetchInterval = 10_000;

/** Filters of a list without a search. */
interface Filters<Filter> {
	filter: Filter;
	q?: never;
}

export function useAllPayments(query: Filters<(typeof contracts.adminPaymentFilters)[number]>) {
	return useCursorList(contracts.listAdminPayments, { key: paymentsKey, query, refetchInterval });
}

export function usePaymentFigures() {
	return useApiQuery(contracts.getAdminPaymentFigures, [...paymentsKey, 'figures'], { refetchInterval });
}

export function useProviderEvents(query: Filters<(typeof contracts.providerEventFilters)[number]>) {
	return useCursorList(contracts.listProviderEvents, { key: eventsKey, query, refetchInterval });
}

export function useRetryProviderEvent() {
	return useChange(
		(providerEvent: string) => api.call(contracts.retryProviderEvent, { params: { providerEvent } }),
		eventsKey,
	);
}

const stopKey = (organiser: string) => ['admin', 'organisation', organiser, 'payments-stop'];

export function usePaymentsStop(organiser: string) {
	return useApiQuery(contracts.getPaymentsStop, stopKey(organiser), { params: { organiser } });
}

export function useSetPaymentsStop(organiser: string) {
	return useChange(
		(body: { isStopped: boolean; reason: string }) =>
			api.call(contracts.setPaymentsStop, { params: { organiser }, body }),
		stopKey(organiser),
		[...paymentsKey],
	);
}
