import type { SellBody } from '../api.ts';
import type { QueuedSale } from './model.ts';

/** A sale in cash as it is kept until the server has answered for it. */
export interface StoredSale {
	/** What is sent, the same each time: the server knows a repetition by it. */
	body: SellBody;
	/** What the screen shows of it; the rest is in `body`. */
	sale: Omit<QueuedSale, 'nonce' | 'name' | 'email' | 'items' | 'isUnanswered'>;
}

/** A sale as it is kept when the names of the guests have to go: they get no email, and the sale stays whole. */
export const withoutBuyer = ({ body: { email: _, ...body }, sale }: StoredSale): StoredSale => ({
	body: { ...body, name: '' },
	sale,
});

/** A kept sale as the screen shows it. */
export const queuedOf = ({ body, sale }: StoredSale): QueuedSale => ({
	...sale,
	nonce: body.nonce,
	items: body.items,
	name: body.name ?? '',
	email: body.email ?? '',
	...(body.offline ? {} : { isUnanswered: true }),
});
