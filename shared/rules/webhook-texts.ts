import type { WebhookType } from './webhook-types.ts';

/** Description of each message type. */
export const webhookTypeTexts: Record<WebhookType, string> = {
	'event.published': 'An event was published.',
	'event.updated': 'Details of an event changed.',
	'event.rescheduled': 'A published event has a new date.',
	'event.cancelled': 'An event was cancelled.',
	'event.postponed': 'An event was postponed.',
	'registration.created': 'An order was confirmed: its tickets are valid.',
	'registration.cancelled': 'An order, or some of its tickets, was cancelled.',
	'order.approval_requested': 'An order is awaiting approval.',
	'order.paid': 'A payment for an order was received.',
	'refund.requested': 'A guest requested a refund that the organiser must decide on.',
	'refund.created': 'A refund was accepted.',
	'refund.succeeded':
		'A refund was completed: the payment provider confirmed it, or the organiser recorded it as sent.',
	'refund.failed': 'A refund failed. Its amount is owed to the buyer again.',
	'donation.received': 'A donation was received, alone or together with tickets.',
	'fundraiser.goal_reached':
		'A fundraiser reached its goal. Sent once for each goal, whatever is refunded later.',
	'payout.paid': 'The payment provider sent a payout to the bank account.',
	'gift_card.issued': 'A gift card was issued: it was bought and paid for, or a member issued it.',
	'gift_card.used': 'A gift card was used to pay for an order, in full or in part.',
	'withdrawal.received': 'A buyer exercised their right of withdrawal.',
	'waitlist.joined': 'A guest joined a waitlist.',
	'waitlist.offered': 'Tickets were offered to a guest on a waitlist.',
	'waitlist.accepted': 'A guest on a waitlist ordered the tickets offered to them.',
	'waitlist.lapsed':
		'A waitlist offer ended without an order: it expired, was declined, or its tickets are no longer available.',
	'waitlist.left':
		'A waitlist entry ended without an order: the guest left, a member removed it, or the event is over or cancelled.',
	'group.created': 'A group was created by an organiser, or by a buyer who shares their order.',
	'group.claimed': 'A guest claimed a spot in a group.',
	'guest.updated': 'The name, the email or other details of a guest changed.',
	'guest.answered': 'Answers to questions were added or changed after registration.',
	'ticket.listed': 'A guest offered a ticket for resale.',
	'ticket.resold': 'A ticket was resold to another guest.',
	'check_in.created': 'A guest was checked in.',
	'check_in.undone': 'A check-in was undone.',
	'check_in.refused': 'A ticket was refused at the door.',
	'consent.given': 'A person confirmed their consent to news by email.',
	'consent.ended': 'A person’s consent to news by email ended.',
	'message.sent': 'A message to guests was sent to all its recipients.',
	'report.ready': 'The file of a report can be downloaded.',
};
