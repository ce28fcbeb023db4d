import type { WebhookType } from './webhook-types.ts';

/** What can be sent of the past: what happens once, and is still known as it was. */
export const pastTypes = [
	'event.published',
	'registration.created',
	'order.paid',
	'order.refunded',
	'donation.received',
	'payout.paid',
	'gift_card.issued',
	'ticket.checked_in',
] as const satisfies readonly WebhookType[];
export type PastType = (typeof pastTypes)[number];

/** Past messages of one go, and how far back they reach. */
export const pastLimits = { messages: 10_000, days: 366 } as const;
