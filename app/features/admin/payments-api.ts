import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import * as money from '#shared/contracts/admin-money.ts';
import * as contracts from '#shared/contracts/admin-payments.ts';

const paymentsKey = ['admin', 'payments'] as const;
const overviewKey = ['admin', 'overview'] as const;
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

export function useSetAsideProviderEvent() {
	return useChange(
		({ providerEvent, note }: { providerEvent: string; note: string }) =>
			api.call(contracts.setAsideProviderEvent, { params: { providerEvent }, body: { note } }),
		eventsKey,
		paymentsKey,
	);
}

/** Asks the provider for one payment. */
export function useCheckPayment() {
	return useChange(
		(payment: string) => api.call(money.checkAdminPayment, { params: { payment } }),
		paymentsKey,
		overviewKey,
	);
}

/** Asks the provider for all late payments. */
export function useCheckLatePayments() {
	return useChange(() => api.call(money.checkLatePayments, {}), paymentsKey);
}

export function useAllDifferences() {
	return useCursorList(money.listAdminDifferences, { key: ['admin', 'differences'] });
}

const refundsKey = ['admin', 'failed-refunds'] as const;

export function useFailedRefunds() {
	return useCursorList(money.listFailedRefunds, { key: refundsKey, refetchInterval });
}

export function useRetryFailedRefund() {
	return useChange(
		(refund: string) =>
			api.call(money.retryFailedRefund, { params: { refund }, idempotencyKey: newIdempotencyKey() }),
		refundsKey,
		paymentsKey,
		overviewKey,
	);
}

const plansKey = ['admin', 'plans'] as const;

export function useAdminPlans(query: { q: string; filter: money.AdminPlanFilter }) {
	return useCursorList(money.listAdminPlans, { key: plansKey, query });
}

export function useChargePlan() {
	return useChange(
		(organiser: string) =>
			api.call(money.chargeAdminPlan, { params: { organiser }, idempotencyKey: newIdempotencyKey() }),
		plansKey,
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
