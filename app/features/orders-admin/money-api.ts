import { figuresKey } from '#app/features/check-in/api.ts';
import { useApiQuery } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import * as contracts from '#shared/contracts/order-money.ts';
import type { EventFigure } from '#shared/rules/event-figures.ts';

/** Under the figures' key: what changes orders changes the money too. */
const moneyKey = (event: string) => [...figuresKey(event), 'money'] as const;

/** What an event brought in, by currency. */
export function useEventMoney(event: string) {
	return useApiQuery(contracts.getEventMoney, moneyKey(event), { params: { event } });
}

/** The rows behind one of its figures. */
export function useFigureRows(event: string, figure: EventFigure) {
	return useCursorList(contracts.listFigureRows, {
		key: [...moneyKey(event), 'rows'],
		params: { event },
		query: { figure },
	});
}
