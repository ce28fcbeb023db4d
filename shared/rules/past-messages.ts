import type { AcceptedType } from './webhook-types.ts';

/** Past messages that can be sent: of facts that happen once, and are still known as they were. */
export const pastTypes = [
	'event.published',
	'registration.created',
	'order.paid',
	'refund.requested',
	'refund.created',
	'refund.succeeded',
	'refund.failed',
	'donation.received',
	'payout.paid',
	'gift_card.issued',
	'waitlist.joined',
	'waitlist.accepted',
	'waitlist.left',
	'check_in.created',
	'check_in.refused',
	'consent.given',
	// Former names.
	'order.refunded',
	'ticket.checked_in',
] as const satisfies readonly AcceptedType[];
export type PastType = (typeof pastTypes)[number];

/** Past messages of one go, and how far back they reach. */
export const pastLimits = { messages: 10_000, days: 366 } as const;
