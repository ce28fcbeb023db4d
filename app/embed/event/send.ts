import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import type { placeEmbeddedOrder } from '#shared/contracts/embeds.ts';
import type { CallBodyOf, ResultOf } from '#shared/contracts/endpoint.ts';
import { call } from '../kit/call.ts';
import { siteHost } from '../kit/links.ts';
import { type Persistence, persist } from './persist.ts';

export type Order = Pick<CallBodyOf<typeof placeEmbeddedOrder>, 'event' | 'buyer' | 'items'>;
export type Placed = ResultOf<typeof placeEmbeddedOrder>;

/** Places orders; the key of one stays the same until its content changes or it is answered, so that it is placed once. */
export function orderSender() {
	let last = { content: '', key: '' };
	return async (order: Order, how: Persistence): Promise<Placed> => {
		const { language } = navigator;
		const body = {
			...order,
			site: siteHost(),
			...(/^[a-z]{2,3}(-[a-z\d]{2,8}){0,2}$/i.test(language) && { locale: language }),
		};
		const content = JSON.stringify(body);
		if (last.content !== content) last = { content, key: newIdempotencyKey() };
		const { key } = last;
		const placed = await persist(() => call<Placed>('/api/embed/orders', { body, key }), how);
		last = { content: '', key: '' };
		return placed;
	};
}
