import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Order } from '#shared/contracts/orders.ts';

/** Opens the page of an order that was placed; one that is to be paid is remembered on this device first. */
export function useOpenOrder({ id, title }: Pick<PublicEvent, 'id' | 'title'>) {
	const navigate = useNavigate();
	return useCallback(
		async (placed: Order & { manageToken: string }, page: string) => {
			if (!page.startsWith('/checkout')) return void navigate(page);
			const holds = await import('./held-orders.ts').catch(() => null);
			holds?.saveOrder({ id, title }, placed);
			// A document of its own: only that page may load the script of the payment provider.
			window.location.assign(page);
		},
		[navigate, id, title],
	);
}
