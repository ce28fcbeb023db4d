import { figuresKey } from '#app/features/check-in/api.ts';
import { api } from '#app/lib/api-client.ts';
import { useApiQuery } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { saveResponse } from '#app/lib/save-response.ts';
import * as contracts from '#shared/contracts/order-money.ts';
import type { EventFigure } from '#shared/rules/event-figures.ts';

/** Under the figures' key: what changes orders changes the money too. */
const moneyKey = (event: string) => [...figuresKey(event), 'money'] as const;

/** Revenue of an event by currency. */
export function useEventMoney(event: string, enabled = true) {
	return useApiQuery(contracts.getEventMoney, moneyKey(event), { params: { event }, enabled });
}

/** The rows behind one of its figures. */
export function useFigureRows(event: string, figure: EventFigure) {
	return useCursorList(contracts.listFigureRows, {
		key: [...moneyKey(event), 'rows'],
		params: { event },
		query: { figure },
	});
}

/** Fetches all orders of an event as a file and hands it to the browser as a download. */
export async function downloadOrders(event: string, format: 'csv' | 'xlsx'): Promise<void> {
	const response = await api.call(contracts.exportOrders, {
		params: { event },
		query: { format },
		timeoutMs: 600_000,
	});
	await saveResponse(response, `orders.${format}`);
}
