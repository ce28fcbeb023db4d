import type { SellBody } from '../api.ts';
import type { QueuedSale } from './model.ts';

/** A cash sale as stored until the server has responded. */
export interface StoredSale {
	/** What is sent, the same each time: the server knows a repetition by it. */
	body: SellBody;
	/** The part that the screen shows; the rest is in `body`. */
	sale: Omit<QueuedSale, 'nonce' | 'name' | 'email' | 'items' | 'isUnanswered'>;
}

/** A stored sale without names: buyers get no email, and the sale stays complete. */
export const withoutBuyer = ({ body: { email: _, ...body }, sale }: StoredSale): StoredSale => ({
	body: { ...body, name: '' },
	sale,
});

/** A stored sale as shown on the screen. */
export const queuedOf = ({ body, sale }: StoredSale): QueuedSale => ({
	...sale,
	nonce: body.nonce,
	items: body.items,
	name: body.name ?? '',
	email: body.email ?? '',
	...(body.offline ? {} : { isUnanswered: true }),
});
