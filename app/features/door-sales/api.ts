import { useQueryClient } from '@tanstack/react-query';
import { ticketTypesKey } from '#app/features/tickets/api.ts';
import { api } from '#app/lib/api-client.ts';
import { storeAnswer, useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import * as contracts from '#shared/contracts/door-sales.ts';
import type { CallBodyOf, ResultOf } from '#shared/contracts/endpoint.ts';

/** A sale as the list shows it. */
export type ListedSale = ResultOf<typeof contracts.listDoorSales>['data'][number];
export type DrawerCount = CallBodyOf<typeof contracts.closeCashDrawer>;

const keyOf = (event: string) => ['door-sales', event] as const;
const settingsKey = (event: string) => [...keyOf(event), 'settings'] as const;
/** Devices sell while the page is open. */
const REFRESH_MS = 30_000;

/** How an event sells at the door. */
export function useDoorSaleSettings(event: string) {
	return useApiQuery(contracts.getDoorSaleSettings, settingsKey(event), { params: { event } });
}

/** Saves the settings and shows what the server made of them. */
export function useSaveDoorSaleSettings(event: string) {
	const queries = useQueryClient();
	return async (body: contracts.DoorSaleSettings) => {
		const saved = await api.call(contracts.putDoorSaleSettings, { params: { event }, body });
		storeAnswer(queries, settingsKey(event), saved);
	};
}

/** The cash drawers of an event, the newest first. */
export function useCashDrawers(event: string, enabled: boolean) {
	return useCursorList(contracts.listCashDrawers, {
		key: [...keyOf(event), 'drawers'],
		params: { event },
		refetchInterval: REFRESH_MS,
		enabled,
	});
}

/** What was sold and paid at the door, the newest first; of one drawer or all. */
export function useDoorSales(event: string, drawer: string, enabled: boolean) {
	return useCursorList(contracts.listDoorSales, {
		key: [...keyOf(event), 'sales'],
		params: { event },
		query: { drawer },
		refetchInterval: REFRESH_MS,
		enabled,
	});
}

/** Tickets that are set aside for devices. */
export function useAllotments(event: string) {
	return useCursorList(contracts.listAllotments, {
		key: [...keyOf(event), 'allotments'],
		params: { event },
		query: { limit: '100' },
		refetchInterval: REFRESH_MS,
	});
}

/** What an organiser does for a device; each success reads the lists anew. */
export function useDoorSaleActions(event: string) {
	const stale = keyOf(event);
	return {
		close: useChange(
			({ drawer, body }: { drawer: string; body: DrawerCount }) =>
				api.call(contracts.closeCashDrawer, { params: { event, drawer }, body }),
			stale,
		),
		release: useChange(
			/** One of them, or all. */
			(allotment: string | null) =>
				allotment === null
					? api.call(contracts.releaseAllotments, { params: { event } })
					: api.call(contracts.releaseAllotment, { params: { event, allotment } }),
			stale,
			ticketTypesKey(event),
		),
	};
}
export type DoorSaleActions = ReturnType<typeof useDoorSaleActions>;
