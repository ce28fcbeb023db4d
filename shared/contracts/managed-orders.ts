import { z } from '../lib/z.ts';
import { dedicationKinds } from '../rules/order-lines.ts';
import { refundTargets } from '../rules/payment-states.ts';
import { HOLD_MINUTES } from '../rules/periods.ts';
import { cardForm } from './card-form.ts';
import { email, noContent, text, uuid } from './common.ts';
import { endpoint, orderAccess } from './endpoint.ts';
import {
	order,
	orderAttendee,
	orderDiscount,
	orderLine,
	orderParams,
	orderStatuses,
	orderTerms,
	refundRequest,
	waitingChange,
} from './orders.ts';
import { payment, refund } from './payments.ts';

/** A ticket that is offered to somebody else. */
export const ticketOffer = z.object({ name: z.string(), email: z.string(), expiresAt: z.string() });

/** A ticket that its buyer offers for resale. */
const ticketResale = z.object({
	state: z.enum(['listed', 'sold']),
	/** What the next guest pays. */
	priceMinor: z.int(),
	/** The refunded part of that. */
	backMinor: z.int(),
	/** Somebody is offered it, or pays for it: it cannot be stopped. */
	isTaken: z.boolean(),
});

/** A ticket as its buyer sees it. */
const managedAttendee = orderAttendee.extend({
	/** It was transferred to the person who is named: they hold it, and its code is theirs. */
	isHandedOn: z.boolean(),
	/** Whom it is offered to; null: to nobody. */
	offer: ticketOffer.nullable(),
	/** It is or was offered for resale; null: never, or no more. */
	resale: ticketResale.nullable(),
});

/** The event of a ticket, for whoever holds it. */
export const ticketEvent = z.object({
	id: uuid(),
	slug: z.string(),
	title: z.string(),
	status: z.string(),
	/** The organiser’s note on the cancellation or postponement. */
	statusMessage: z.string(),
	startsAt: z.string(),
	endsAt: z.string(),
	timeZone: z.string(),
	isAllDay: z.boolean(),
	isOver: z.boolean(),
	format: z.string(),
	venueName: z.string(),
	address: z.string(),
	city: z.string(),
	countryCode: z.string(),
	/** Only while the order is confirmed. */
	onlineUrl: z.string(),
	coverUrl: z.string(),
	themeHue: z.number(),
	organiserName: z.string(),
	/** As the organiser wrote it. */
	refundPolicy: z.string(),
	/** The policy’s refund for a ticket that is cancelled now; null: a person decides, or it has passed. */
	refund: z.object({ percent: z.int(), until: z.string() }).nullable(),
	/** Of a sandbox: nothing of it is real. */
	isSandbox: z.boolean(),
});

/** What the "my ticket" page needs, the event's online link included once the order is confirmed. */
export const managedOrder = order
	.extend({
		attendees: z.array(managedAttendee),
		event: ticketEvent,
		/** Other orders that were booked with it, of other dates of the series, in their order; absent where there are none. */
		otherDates: z
			.array(
				z.object({
					orderCode: z.string(),
					status: z.enum(orderStatuses),
					startsAt: z.string(),
					endsAt: z.string(),
					timeZone: z.string(),
					tickets: z.int(),
					/** Opens "my ticket" of that date. */
					manageToken: z.string(),
				}),
			)
			.optional(),
		lines: z.array(orderLine),
		/** The code that it was bought with; null: none. */
		discount: orderDiscount.nullable(),
		/** The donor’s message and dedication with the order’s gift; null: it has none beside its tickets. */
		gift: z
			.object({
				anonymous: z.boolean(),
				message: z.string(),
				honour: z.object({ kind: z.enum(dedicationKinds), name: z.string() }).nullable(),
			})
			.nullable(),
		/**
		 * Of tickets whose price is in part a donation to a US charity: the good faith value of what is bought, and what is deductible.
		 * Null: nothing is to be disclosed.
		 */
		disclosure: z.object({ valueMinor: z.int(), deductibleMinor: z.int() }).nullable(),
		/** The gift of the order is given each month: the order is paid by card, which is saved. */
		isMonthly: z.boolean(),
		/** Opens /agreements/{token}, where the donor changes or stops their monthly gift; null until it has begun. */
		agreementToken: z.string().nullable(),
		/** Payments under way or settled, the oldest first. */
		payments: z.array(payment),
		refunds: z.array(refund),
		/** What the organiser has to send back by transfer or in cash. */
		owedMinor: z.int(),
		/** Where the buyer wants it; null: they have not said. The IBAN is shown by its end. */
		refundAccount: z.object({ holder: z.string(), ibanEnd: z.string() }).nullable(),
		/** Whether the account can be set: something is owed, and no file for the bank holds it. */
		canSetRefundAccount: z.boolean(),
		/** The amount due; below 0: the refund. */
		dueMinor: z.int(),
		/** Named by a payment, so that nobody pays an amount that they did not see. */
		quoteHash: z.string().nullable(),
		/** How it will be paid; null: not chosen. */
		terms: z.enum(orderTerms).nullable(),
		/** With terms `door`: its places are held until `expiresAt` only, unless the buyer confirms their address by the link in their email. */
		mustConfirmAddress: z.boolean(),
		/** The ways to pay that are offered now; empty when nothing is to be paid. */
		paymentMethods: z.array(z.enum(orderTerms)),
		/** Where the money is to be sent; only with terms `transfer`. */
		transfer: z
			.object({
				holder: z.string(),
				iban: z.string(),
				bic: z.string(),
				reference: z.string(),
				/** Content of an EPC QR code; null: another currency than EUR. */
				epc: z.string().nullable(),
			})
			.nullable(),
		/** How the browser collects a card; null: cards are not offered. */
		cardForm,
		/** Gift card payments of an order that is not confirmed: each can be removed (`orders.removeGiftCard`). */
		giftCards: z.array(z.object({ paymentId: uuid(), last4: z.string(), amountMinor: z.int() })),
		/** Whether it can be paid by gift card now, whole or in part. */
		takesGiftCards: z.boolean(),
		/** Whether the buyer can cancel it, or ask its organiser to (`orders.getCancellation` says which). */
		canCancel: z.boolean(),
		/** Whether the buyer can change tickets by themselves (`orders.getChanges` says to which), or hand them on. */
		canChange: z.boolean(),
		canTransfer: z.boolean(),
		/** Whether tickets can be offered for resale (`orders.getResale` says for what). */
		canResell: z.boolean(),
		/** Whether its tickets can be shared as a group (`orders.shareOrder`). */
		canShare: z.boolean(),
		/** Whether it has tickets or goods with a right of withdrawal, withdrawn ones too (`withdrawals.getOfOrder`). */
		hasWithdrawal: z.boolean(),
		/** The group whose leader is its buyer; null: it is no group. */
		group: z.object({ name: z.string(), groupToken: z.string() }).nullable(),
		/** It waits for the payment of tickets that another guest resells: its buyer has them once it is paid. */
		isResale: z.boolean(),
		/** A change that waits for its payment; null: none does. It is paid as an order is, and shown at /checkout/{manageToken}. */
		change: waitingChange.nullable(),
		/** The last request for a refund; null: none was made. */
		refundRequest: refundRequest.nullable(),
		/** A hold can be extended once. */
		canExtend: z.boolean(),
		/** The organiser approved it. */
		isApproved: z.boolean(),
		/** The organiser declined it: what they said, empty when nothing. Null: not declined. */
		declineMessage: z.string().nullable(),
	})
	.meta({ id: 'ManagedOrder' });

export type ManagedOrder = z.output<typeof managedOrder>;

export const getManagedOrder = endpoint({
	id: 'orders.getManagedOrder',
	method: 'GET',
	path: '/api/orders/{manageToken}',
	summary: 'Get an order by its signed link.',
	access: orderAccess,
	limit: 'read',
	params: orderParams,
	output: managedOrder,
});

export const confirmOrder = endpoint({
	id: 'orders.confirmOrder',
	method: 'POST',
	path: '/api/orders/{manageToken}/confirm',
	summary: 'Confirm a held free order. After the hold has expired it is confirmed if spots are left.',
	access: orderAccess,
	movesPlaces: true,
	limit: 'order',
	params: orderParams,
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const extendHold = endpoint({
	id: 'orders.extendHold',
	method: 'POST',
	path: '/api/orders/{manageToken}/extend',
	summary: `Extend a hold by ${HOLD_MINUTES} minutes, once.`,
	access: orderAccess,
	limit: 'order',
	params: orderParams,
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const confirmOrderAddress = endpoint({
	id: 'orders.confirmAddress',
	method: 'POST',
	path: '/api/orders/{manageToken}/confirm-address',
	summary:
		'Verify the email address of an order that is paid at the door, with the token from its email. Its spots are then held until the event ends.',
	access: orderAccess,
	limit: 'order',
	params: orderParams,
	body: z.strictObject({
		/** `confirm` in the address of the link. */
		proof: z.string().min(1).max(100),
	}),
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const cancelManagedOrder = endpoint({
	id: 'orders.cancelManagedOrder',
	method: 'POST',
	path: '/api/orders/{manageToken}/cancel',
	summary:
		'Cancel an order, or some of its tickets. Repeating it changes nothing. A paid order is refunded by its refund policy (see `orders.getCancellation`), and an Idempotency-Key is required. If the organiser must decide, it is refused with `refund-needed`: make a refund request instead.',
	access: orderAccess,
	movesPlaces: true,
	limit: 'order',
	params: orderParams,
	body: z
		.object({
			attendeeId: uuid().optional(),
			/** Of a paid order: the tickets; all of them without it. */
			attendeeIds: z.array(uuid()).min(1).max(1_000).optional(),
			/** What the buyer saw that they get back: anything else is refused with `refund-changed`. */
			refundMinor: z.int().min(0).optional(),
			/** Where the money goes: back the way it was paid, or onto a new gift card, which is sent to the buyer. What a gift card paid goes back onto it. */
			refundTo: z.enum(refundTargets).optional(),
		})
		.optional(),
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const resendManagedOrder = endpoint({
	id: 'orders.resendManagedOrder',
	method: 'POST',
	path: '/api/orders/{manageToken}/resend',
	summary:
		'Resend the confirmation email to the address of the order or a corrected one. A corrected address invalidates the link and ticket codes sent to the wrong one.',
	access: orderAccess,
	limit: 'mail',
	status: 202,
	params: orderParams,
	body: z.object({ email: email().optional() }).optional(),
	output: z.object({
		message: z.string(),
		/** The link as it is now: another one after the address was corrected. */
		manageToken: z.string(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const updateManagedAttendee = endpoint({
	id: 'orders.updateManagedAttendee',
	method: 'PATCH',
	path: '/api/orders/{manageToken}/attendees/{attendee}',
	summary: 'Update the name or email address on a ticket.',
	access: orderAccess,
	limit: 'order',
	params: orderParams.extend({ attendee: uuid() }),
	body: z
		.strictObject({ name: text({ max: 200, min: 1 }), email: z.union([z.literal(''), email()]) })
		.partial(),
	output: managedOrder,
});

export const getOrderCalendar = endpoint({
	id: 'orders.getOrderCalendar',
	method: 'GET',
	path: '/api/orders/{manageToken}/calendar.ics',
	summary:
		'Get the event of an order as an iCalendar file. The UID stays the same for the life of the registration.',
	access: orderAccess,
	limit: 'read',
	params: orderParams,
	output: { contentType: 'text/calendar', description: 'iCalendar (RFC 5545)' },
});

export const deleteOrderHold = endpoint({
	id: 'orders.releaseHold',
	method: 'DELETE',
	path: '/api/orders/{manageToken}/hold',
	summary: 'Release a hold before it expires.',
	access: orderAccess,
	limit: 'order',
	status: 204,
	params: orderParams,
	output: noContent(),
});

export const holdOrderAgain = endpoint({
	id: 'orders.holdAgain',
	method: 'POST',
	path: '/api/orders/{manageToken}/hold',
	summary: 'Hold the tickets of an expired order again, if any are left.',
	access: orderAccess,
	movesPlaces: true,
	limit: 'order',
	params: orderParams,
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});
