import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';

/** Whether an order has documents: money for it has come. */
export const hasDocuments = (order: ManagedOrder): boolean =>
	order.payments.some(({ state }) => state === 'succeeded');

/** What documents of an order depend on. */
export const documentsState = (order: ManagedOrder): string =>
	[...order.payments, ...order.refunds].map(({ id, state }) => `${id} ${state}`).join();
