import { useQueryClient } from '@tanstack/react-query';
import { ticketTypesKey } from '#app/features/tickets/api.ts';
import { api } from '#app/lib/api-client.ts';
import { storeAnswer, useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import * as doorAllotments from '#shared/contracts/door-allotments.ts';
import type { CallBodyOf, ResultOf } from '#shared/contracts/endpoint.ts';
import * as organiserDoorSales from '#shared/contracts/organiser-door-sales.ts';

/** A sale as the list shows it. */
export type ListedSale = ResultOf<typeof organiserDoorSales.listDoorSales>['data'][number];
export type DrawerCount = CallBodyOf<typeof organiserDoorSales.closeCashDrawer>;

const keyOf = (event: string) => ['door-sales', event] as const;
const settingsKey = (event: string) => [...keyOf(event), 'settings'] as const;
/** Devices sell while the page is open. */
const REFRESH_MS = 30_000;

/** How an event sells at the door. */
export function useDoorSaleSettings(event: string) {
	return useApiQuery(organiserDoorSales.getDoorSaleSettings, settingsKey(event), { params: { event } });
}

/** Saves the settings and shows what the server made of them. */
export function useSaveDoorSaleSettings(event: string) {
	const queries = useQueryClient();
	return async (body: organiserDoorSales.DoorSaleSettings) => {
		const saved = await api.call(organiserDoorSales.putDoorSaleSettings, { params: { event }, body });
		storeAnswer(queries, settingsKey(event), saved);
	};
}

/** The cash drawers of an event, the newest first. */
export function useCashDrawers(event: string, enabled: boolean) {
	return useCursorList(organiserDoorSales.listCashDrawers, {
		key: [...keyOf(event), 'drawers'],
		params: { event },
		refetchInterval: REFRESH_MS,
		enabled,
	});
}

/** What was sold and paid at the door, the newest first; of one drawer or all. */
export function useDoorSales(event: string, drawer: string, enabled: boolean) {
	return useCursorList(organiserDoorSales.listDoorSales, {
		key: [...keyOf(event), 'sales'],
		params: { event },
		query: { drawer },
		refetchInterval: REFRESH_MS,
		enabled,
	});
}

/** Tickets that are reserved for devices. */
export function useAllotments(event: string) {
	return useCursorList(doorAllotments.listAllotments, {
		key: [...keyOf(event), 'allotments'],
		params: { event },
		query: { limit: '100' },
		refetchInterval: REFRESH_MS,
	});
}

/** Mutations of a device; each success reloads the lists. */
export function useDoorSaleActions(event: string) {
	const stale = keyOf(event);
	return {
		close: useChange(
			({ drawer, body }: { drawer: string; body: DrawerCount }) =>
				api.call(organiserDoorSales.closeCashDrawer, { params: { event, drawer }, body }),
			stale,
		),
		release: useChange(
			/** One of them, or all. */
			(allotment: string | null) =>
				allotment === null
					? api.call(doorAllotments.releaseAllotments, { params: { event } })
					: api.call(doorAllotments.releaseAllotment, { params: { event, allotment } }),
			stale,
			ticketTypesKey(event),
		),
	};
}
export type DoorSaleActions = ReturnType<typeof useDoorSaleActions>;
