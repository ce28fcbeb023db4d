import { z } from '../lib/z.ts';
import { fieldsIn, mapFields } from '../rules/attendee-fields.ts';
import { declarationScopes, declarationWordings, POSTCODE } from '../rules/gift-aid.ts';
import { dedicationKinds, orderLineKinds } from '../rules/order-lines.ts';
import { orderFilters } from '../rules/order-money-state.ts';
import { paymentMethods, refundTargets } from '../rules/payment-states.ts';
import { freshRefundText } from '../rules/refund-limits.ts';
import { refundDoubts, refundRequestStates } from '../rules/refund-policy.ts';
import { typedCode } from './codes.ts';
import {
	attendeeDetail,
	calendarDate,
	cursor,
	email,
	locale,
	moneyMinor,
	noContent,
	page,
	pageLimit,
	text,
	uuid,
} from './common.ts';
import { endpoint } from './endpoint.ts';
import { eventParams } from './events.ts';
import { payment, refund } from './payments.ts';

export const orderStatuses = ['awaiting_approval', 'pending', 'confirmed', 'expired', 'cancelled'] as const;
export const attendeeStatuses = ['held', 'active', 'cancelled'] as const;
const orderTerms = ['card', 'transfer', 'door'] as const;

export const orderAttendee = z.object({
	id: uuid(),
	name: z.string(),
	email: z.string(),
	ticketTypeId: uuid(),
	ticketTypeName: z.string(),
	/** Text of the QR; null while the order is not confirmed or the ticket is cancelled. */
	ticketCode: z.string().nullable(),
	status: z.enum(attendeeStatuses),
});

/** What is paid for, as it was quoted. A line with a negative quantity takes another one back. */
export const orderLine = z.object({
	kind: z.enum(orderLineKinds),
	ticketTypeId: uuid().nullable(),
	/** The price tier of the ticket; null: none is known. */
	tierName: z.string().nullable(),
	quantity: z.number().int(),
	/** What the buyer pays for each, all in. */
	unitMinor: z.number().int(),
	netMinor: z.number().int(),
	taxMinor: z.number().int(),
	grossMinor: z.number().int(),
	taxBasisPoints: z.number(),
	/** The one ticket that it is of, where a change of the order sold or took it back; null: one of those that were bought together. */
	attendeeId: uuid().nullable().optional(),
});

/** An order as its buyer sees it. */
export const order = z
	.object({
		id: uuid(),
		code: z.string(),
		status: z.enum(orderStatuses),
		eventId: uuid(),
		buyer: z.object({ name: z.string(), email: z.string() }),
		totalMinor: z.number().int(),
		currency: z.string(),
		/** While pending or awaiting approval: when the places go back. */
		expiresAt: z.string().nullable(),
		createdAt: z.string(),
		attendees: z.array(orderAttendee),
	})
	.meta({ id: 'Order' });
export type Order = z.output<typeof order>;

const cartItems = z
	.array(
		z.object({
			ticketTypeId: uuid(),
			quantity: z.number().int().min(1).max(1_000),
			/** Of a donation: the amount for each, in minor units. */
			chosenMinor: moneyMinor().optional(),
		}),
	)
	.max(20);

/** A Gift Aid declaration as the donor makes it, or as it stands on paper. */
export const giftAidDeclarationInput = z.strictObject({
	wording: z.enum(declarationWordings),
	scope: z.enum(declarationScopes),
	title: text({ max: 4 }).default(''),
	firstName: text({ max: 35, min: 1 }),
	lastName: text({ max: 35, min: 1 }),
	/** Name or number of the house; abroad the whole home address. */
	house: text({ max: 40, min: 1 }),
	/** Of the United Kingdom; `X`: the donor lives outside it. */
	postcode: z
		.string()
		.trim()
		.regex(POSTCODE, 'Enter a UK postcode.')
		.meta({ examples: ['SW1A 1AA'] }),
});

/** What is given beside tickets, or alone, while the event has a live fundraiser. */
const gift = z.strictObject({
	amountMinor: moneyMinor().min(1),
	/** Whether the donor adds the card fees, as the quote says. */
	cover: z.boolean().default(false),
	/** Not named on the donor wall. */
	anonymous: z.boolean().default(false),
	/** For the donor wall. */
	message: text({ max: 300, lines: true }).default(''),
	/** In whose honour or memory. */
	honour: z
		.strictObject({ kind: z.enum(dedicationKinds).default('honour'), name: text({ max: 100, min: 1 }) })
		.nullable()
		.default(null),
	/** The same again each month, with its cover, charged to the card that this order is paid with, until the donor stops. */
	monthly: z.boolean().optional(),
	/** The page or team of a supporter that it counts for. One that is unknown is ignored: the gift goes to the fundraiser. */
	pageId: uuid().optional(),
	/** Where the organisation takes them (`giftAidCharity` of the fundraiser): the donor’s Gift Aid declaration, made with the order. */
	giftAid: giftAidDeclarationInput.optional(),
});

/** The code of an order, and what it takes off the prices of its tickets. */
const discount = z.object({ code: z.string(), savedMinor: z.number().int() });

export const quoteCart = endpoint({
	id: 'orders.quoteCart',
	method: 'POST',
	path: '/api/events/{event}/quote',
	summary: 'Work out the price of a cart. Nothing is reserved; send the hash with the order.',
	access: { kind: 'public' },
	limit: 'read',
	idempotency: 'command',
	params: eventParams,
	body: z.strictObject({
		items: cartItems,
		gift: gift.optional(),
		code: typedCode().optional(),
		/** The link of the waitlist that offers the tickets: they cost what they did when they were offered. */
		offerToken: z.string().max(200).optional(),
	}),
	output: z.object({
		currency: z.string(),
		lines: z.array(orderLine),
		/** Tax by rate; part of the total. */
		taxes: z.array(
			z.object({ basisPoints: z.number(), netMinor: z.number().int(), taxMinor: z.number().int() }),
		),
		/** The fee that the buyer bears; part of the total. */
		buyerFeeMinor: z.number().int(),
		totalMinor: z.number().int(),
		/** Of the code that was sent. */
		discount: discount.optional(),
		/** Names these prices: an order that is sent with another hash is refused with `price-changed`. */
		hash: z.string(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const placeOrder = endpoint({
	id: 'orders.placeOrder',
	method: 'POST',
	path: '/api/events/{event}/orders',
	summary:
		'Register or buy. A free order is confirmed immediately; with `hold` the tickets are held for 15 minutes until it is confirmed. An order with a price is always held, until it is paid at the price that its `quote` names. With a ticket that needs approval it is `awaiting_approval`, with its places held. Send an Idempotency-Key: a repeated key returns the same order.',
	access: { kind: 'public' },
	limit: 'order',
	status: 201,
	idempotency: 'command',
	params: eventParams,
	maxBodyBytes: 400_000,
	body: z.object({
		buyer: z.object({ name: text({ max: 200, min: 1 }), email: email() }),
		/** Empty for a gift alone. */
		items: cartItems,
		gift: gift.optional(),
		/** The `hash` of the quote that the buyer saw: prices that differ from it are refused. Without it the answer names them. */
		quoteHash: z.string().max(100).optional(),
		/** Lowers prices, or offers tickets that are hidden. One that cannot be used is refused with `code-refused` and its `reason`. */
		code: typedCode().optional(),
		/** Names of the people, in the order of the items; the buyer's where left out. */
		attendees: z
			.array(
				z.object({
					name: text({ max: 200 }).default(''),
					email: z.union([z.literal(''), email()]).default(''),
					...mapFields(fieldsIn('registration'), (field) => attendeeDetail(field).default('')),
				}),
			)
			.max(1_000)
			.optional(),
		/** The link of the waitlist that offers these tickets (`waitlistToken`): they are taken from what is held for it. */
		offerToken: z.string().max(200).optional(),
		hold: z.boolean().default(false),
		/** Where the buyer came from: `source|medium|campaign|tracking link`, without anything that tells who they are. */
		cameBy: text({ max: 200 }).optional(),
		/** Language that the mails are written in, as `de` or `pt-BR`. */
		locale: locale().optional(),
	}),
	output: order.extend({
		/** Opens "my ticket" at /my-ticket/{manageToken}. */
		manageToken: z.string(),
		/** Of an order with a price that was placed without a quote: what it costs, what a payment names, and the ways to pay. */
		quote: z
			.object({ hash: z.string(), lines: z.array(orderLine), paymentMethods: z.array(z.enum(orderTerms)) })
			.optional(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION', 'SERVER_OVERLOADED'],
});

/** Calendar days in the event’s zone or hours before its start; null: the start, or after it. */
const notice = z
	.union([z.object({ days: z.number().int() }), z.object({ hours: z.number().int() })])
	.nullable();

/** What the refund policy said of a request when it was made. */
export const requestPolicy = z
	.object({
		/** Why the organiser decides. */
		reason: z.enum(refundDoubts),
		/** The step that held, or the last one, whose deadline had passed; null: nothing comes back by the policy. */
		step: z.object({ percent: z.number().int(), until: notice }).nullable(),
		isInTime: z.boolean(),
		/** How long before the start it was made. */
		notice,
		/** What would have come back, in minor units. */
		refundMinor: z.number().int(),
		/** The fee that the policy keeps of its share. */
		keptMinor: z.number().int(),
	})
	.meta({ id: 'RequestPolicy' });

/** A buyer’s request to get tickets refunded, where the refund policy does not decide. */
export const refundRequest = z
	.object({
		id: uuid(),
		state: z.enum(refundRequestStates),
		/** The tickets that are to be cancelled. */
		attendeeIds: z.array(uuid()),
		/** What could be refunded for them when it was made. */
		wantedMinor: z.number().int(),
		/** The buyer’s words. */
		reason: z.string(),
		/** The organiser’s words. */
		answer: z.string(),
		/** Null: a person has to read the policy. */
		policy: requestPolicy.nullable(),
		createdAt: z.string(),
		decidedAt: z.string().nullable(),
	})
	.meta({ id: 'RefundRequest' });
export type RefundRequest = z.output<typeof refundRequest>;

export const orderParams = z.object({ manageToken: z.string().min(20).max(200) });

/** What the "my ticket" page needs, the event's online link included once the order is confirmed. */
/** How the browser collects a card; null: cards are not offered. */
export const cardForm = z
	.discriminatedUnion('kind', [
		z.object({
			kind: z.literal('stripe'),
			publishableKey: z.string(),
			account: z.string().nullable(),
			/** Of the provider, as payments will allow them. */
			methods: z.array(z.string()),
		}),
		z.object({ kind: z.literal('test'), fieldsUrl: z.string() }),
	])
	.nullable();

/** What a person must do to finish a payment: confirm it at their bank. */
export const nextAction = z
	.discriminatedUnion('kind', [
		z.object({ kind: z.literal('redirect'), url: z.string() }),
		z.object({ kind: z.literal('stripe'), clientSecret: z.string() }),
	])
	.nullable();

/** What a change of a confirmed order waits to be paid for. */
const waitingChange = z.object({
	id: uuid(),
	/** What is taken back, with negative amounts, and what is bought. */
	lines: z.array(orderLine),
	/** Of its lines, those that guests do not see by themselves too. */
	ticketTypes: z.array(z.object({ id: uuid(), name: z.string() })),
	/** What is to be paid. */
	differenceMinor: z.number().int(),
	/** Named by its payment. */
	hash: z.string(),
	/** Until when its places are held. */
	expiresAt: z.string(),
});

/** A ticket that is offered to somebody else. */
export const ticketOffer = z.object({ name: z.string(), email: z.string(), expiresAt: z.string() });

/** A ticket as its buyer sees it. */
/** A ticket that its buyer offers for resale. */
const ticketResale = z.object({
	state: z.enum(['listed', 'sold']),
	/** What the next guest pays. */
	priceMinor: z.number().int(),
	/** What of that comes back. */
	backMinor: z.number().int(),
	/** Somebody is offered it, or pays for it: it cannot be stopped. */
	isTaken: z.boolean(),
});

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
	/** What the organiser told when cancelling or postponing. */
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
	/** What the policy gives back of a ticket that is cancelled now; null: a person decides, or it has passed. */
	refund: z.object({ percent: z.number().int(), until: z.string() }).nullable(),
	/** Of a sandbox: nothing of it is real. */
	isSandbox: z.boolean(),
});

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
					tickets: z.number().int(),
					/** Opens "my ticket" of that date. */
					manageToken: z.string(),
				}),
			)
			.optional(),
		lines: z.array(orderLine),
		/** The code that it was bought with; null: none. */
		discount: discount.nullable(),
		/** What the donor said with the gift of the order; null: it has none beside its tickets. */
		gift: z
			.object({
				anonymous: z.boolean(),
				message: z.string(),
				honour: z.object({ kind: z.enum(dedicationKinds), name: z.string() }).nullable(),
			})
			.nullable(),
		/** The gift of the order is given each month: the order is paid by card, which is saved. */
		isMonthly: z.boolean(),
		/** Opens /agreements/{token}, where the donor changes or stops their monthly gift; null until it has begun. */
		agreementToken: z.string().nullable(),
		/** Payments under way or settled, the oldest first. */
		payments: z.array(payment),
		refunds: z.array(refund),
		/** What the organiser has to send back by transfer or in cash. */
		owedMinor: z.number().int(),
		/** Where the buyer wants it; null: they have not said. The IBAN is shown by its end. */
		refundAccount: z.object({ holder: z.string(), ibanEnd: z.string() }).nullable(),
		/** Whether the account can be set: something is owed, and no file for the bank holds it. */
		canSetRefundAccount: z.boolean(),
		/** What is still to be paid; below 0: what goes back. */
		dueMinor: z.number().int(),
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
		/** What gift cards have paid of it, of an order that is not confirmed: each can be removed (`orders.removeGiftCard`). */
		giftCards: z.array(z.object({ paymentId: uuid(), last4: z.string(), amountMinor: z.number().int() })),
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
	access: { kind: 'order' },
	limit: 'read',
	params: orderParams,
	output: managedOrder,
});

export const confirmOrder = endpoint({
	id: 'orders.confirmOrder',
	method: 'POST',
	path: '/api/orders/{manageToken}/confirm',
	summary: 'Confirm a held free order. After the hold has ended it is confirmed if there is still room.',
	access: { kind: 'order' },
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
	summary: 'Extend a hold by 15 minutes, once.',
	access: { kind: 'order' },
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
		'Confirm the email address of an order that is paid at the door, with the proof in its email. Its places are then held until the event ends.',
	access: { kind: 'order' },
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
		'Cancel an order, or tickets of it. Repeating it changes nothing. Of an order that was paid the refund policy says what comes back (`orders.getCancellation`): the refund is made with it, and an Idempotency-Key is required; where a person must decide it is refused (`refund-needed`): make a refund request.',
	access: { kind: 'order' },
	movesPlaces: true,
	limit: 'order',
	params: orderParams,
	body: z
		.object({
			attendeeId: uuid().optional(),
			/** Of a paid order: the tickets; all of them without it. */
			attendeeIds: z.array(uuid()).min(1).max(1_000).optional(),
			/** What the buyer saw that they get back: anything else is refused with `refund-changed`. */
			refundMinor: z.number().int().min(0).optional(),
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
	access: { kind: 'order' },
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
	access: { kind: 'order' },
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
	summary: 'The event as a calendar entry of this order: one UID for the life of the registration.',
	access: { kind: 'order' },
	limit: 'read',
	params: orderParams,
	output: { contentType: 'text/calendar', description: 'iCalendar (RFC 5545)' },
});

/** How the money of an order stands, in minor units. */
const orderMoney = {
	/** How it will be paid; null: not chosen. */
	terms: z.enum(orderTerms).nullable(),
	/** Still to be paid; below 0: owed to the buyer. */
	dueMinor: z.number().int(),
	/** Received, less what was refunded. */
	paidMinor: z.number().int(),
	refundedMinor: z.number().int(),
	/** Refunds that are on their way, or owed. */
	refundingMinor: z.number().int(),
	/** Of them: what a member has to send, as no provider moved the money. */
	toSendMinor: z.number().int(),
	/** True: paid in test mode, no real money moved. */
	isTest: z.boolean(),
};

/** An order as a line of a list. */
export const listedOrder = order
	.omit({ attendees: true })
	.extend({
		attendeeCount: z.number().int(),
		...orderMoney,
		/** How the money came; null: none has come. */
		paidBy: z.enum(paymentMethods).nullable(),
	})
	.meta({ id: 'ListedOrder' });
export type ListedOrder = z.output<typeof listedOrder>;

export const listOrders = endpoint({
	id: 'orders.listOrders',
	method: 'GET',
	path: '/api/events/{event}/orders',
	summary:
		'The orders of an event, newest first. `q` is looked for in the names and addresses of buyers and guests, and is the code of an order or the reference of its transfer.',
	access: { kind: 'organisation', action: 'orders.view', via: 'event' },
	limit: 'read',
	params: eventParams,
	query: z.object({
		q: z.string().max(200).optional(),
		status: z.enum(orderStatuses).optional(),
		state: z.enum(orderFilters).optional(),
		limit: pageLimit(50, 100),
		cursor: cursor().optional(),
	}),
	output: page(listedOrder),
});

export const deleteOrderHold = endpoint({
	id: 'orders.releaseHold',
	method: 'DELETE',
	path: '/api/orders/{manageToken}/hold',
	summary: 'Release a hold before it expires.',
	access: { kind: 'order' },
	limit: 'order',
	status: 204,
	params: orderParams,
	output: noContent(),
});

/** An order with what has become of its payment. */
export const paidOrder = z.object({
	/** Null: no payment was made yet; the order waits for a transfer, or for the money at the door. */
	payment: payment.nullable(),
	/** What the buyer must do to go on: confirm the payment at their bank. */
	nextAction,
	order: managedOrder,
});

export const payOrder = endpoint({
	id: 'orders.pay',
	method: 'POST',
	path: '/api/orders/{manageToken}/payments',
	summary:
		'Pay an order. With `card` the payment is made now, with a confirmation token of the card form; with `transfer` and `door` the order waits for the money. A gift card pays first, all or a part; what it paid goes back to it when the order ends without being confirmed. An email address and a network hold a limited number of unpaid places of an event.',
	access: { kind: 'order' },
	limit: 'order',
	status: 201,
	idempotency: 'command',
	requiresKey: true,
	params: orderParams,
	body: z.strictObject({
		method: z.enum([...orderTerms, 'gift_card']),
		/** The code of a gift card, which pays what it can of the order; the rest is paid by `method`. Required with `gift_card`. */
		giftCard: typedCode().optional(),
		/** Of the card form; required with `card`, unless a gift card pays all. */
		confirmationToken: z.string().min(1).max(255).optional(),
		/** The `quoteHash` of the order. */
		quoteHash: z.string().max(100),
	}),
	output: paidOrder,
	errors: [
		'PAYMENT_FAILED',
		'PAYMENT_INSUFFICIENT_FUNDS',
		'PAYMENT_CARD_DECLINED',
		'PAYMENT_INVALID_CARD',
		'PAYMENT_EXPIRED_CARD',
		'BUSINESS_RULE_VIOLATION',
		'RATE_LIMIT_EXCEEDED',
		'SERVICE_UNAVAILABLE',
	],
});

export const getOrderPayment = endpoint({
	id: 'orders.getPayment',
	method: 'GET',
	path: '/api/orders/{manageToken}/payments/{payment}',
	summary:
		'Get a payment of an order. With `wait` the answer comes when it is settled, or after that many seconds.',
	access: { kind: 'order' },
	limit: 'read',
	params: orderParams.extend({ payment: uuid() }),
	query: z.object({
		wait: z
			.string()
			.regex(/^(\d|10)$/)
			.transform(Number)
			.optional(),
	}),
	output: paidOrder,
});

export const removeGiftCard = endpoint({
	id: 'orders.removeGiftCard',
	method: 'DELETE',
	path: '/api/orders/{manageToken}/gift-cards/{payment}',
	summary: 'Remove a gift card from an order that is not confirmed: what it paid goes back to it.',
	access: { kind: 'order' },
	limit: 'order',
	params: orderParams.extend({ payment: uuid() }),
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const showRefundCard = endpoint({
	id: 'orders.showRefundCard',
	method: 'GET',
	path: '/api/orders/{manageToken}/refund-cards/{card}',
	summary:
		'The code and balance of a gift card onto which a refund of an order went: whoever has the code can use the card.',
	access: { kind: 'order' },
	limit: 'read',
	params: orderParams.extend({ card: uuid() }),
	output: z.object({
		code: z.string(),
		currency: z.string(),
		balanceMinor: z.number().int(),
		/** The last day that it can be used on; null: it does not expire. */
		expiresOn: z.string().nullable(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const holdOrderAgain = endpoint({
	id: 'orders.holdAgain',
	method: 'POST',
	path: '/api/orders/{manageToken}/hold',
	summary: 'Hold the tickets of an expired order again, if there are any left.',
	access: { kind: 'order' },
	movesPlaces: true,
	limit: 'order',
	params: orderParams,
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** What an event brought in, in one currency, in minor units. */
export const eventRevenue = z
	.object({
		currency: z.string(),
		/** Sold less refunded, tax included. */
		grossMinor: z.number().int(),
		taxMinor: z.number().int(),
		/** Of the platform and the payment provider, and what disputes cost. */
		feesMinor: z.number().int(),
		/** What is left: gross less tax and fees. */
		netMinor: z.number().int(),
	})
	.meta({ id: 'EventRevenue' });
export type EventRevenue = z.output<typeof eventRevenue>;

export const getEventRevenue = endpoint({
	id: 'orders.getRevenue',
	method: 'GET',
	path: '/api/events/{event}/revenue',
	summary: 'Get what an event brought in, by currency: a sum of the books.',
	access: { kind: 'organisation', action: 'money.view', via: 'event' },
	limit: 'read',
	params: eventParams,
	output: z.object({
		data: z.array(eventRevenue),
		/** True: some of it was paid in test mode. */
		isTest: z.boolean(),
	}),
});

/** An event with orders whose buyers are owed money after a refund failed. */
export const eventWithRefundsDue = z
	.object({ eventId: uuid(), title: z.string(), orders: z.number().int() })
	.meta({ id: 'EventWithRefundsDue' });
export type EventWithRefundsDue = z.output<typeof eventWithRefundsDue>;

export const listEventsWithRefundsDue = endpoint({
	id: 'orders.listEventsWithRefundsDue',
	method: 'GET',
	path: '/api/organisations/{organisation}/refunds-due',
	summary: 'List events of an organisation with failed refunds, latest start first.',
	access: { kind: 'organisation', action: 'orders.view', via: 'organisation', isPartial: true },
	limit: 'read',
	params: z.object({ organisation: z.string() }),
	output: z.object({ data: z.array(eventWithRefundsDue) }),
});

export const organiserOrderParams = eventParams.extend({ order: uuid() });

/** An order as the organiser sees it. */
export const orderDetail = order
	.extend({
		/** How it came. */
		source: z.enum(['web', 'manual', 'import', 'door']),
		lines: z.array(orderLine),
		/** The code that it was bought with; null: none. */
		discount: discount.nullable(),
		/** With what was noted about money that came another way. */
		payments: z.array(payment.extend({ note: z.string() })),
		refunds: z.array(refund),
		...orderMoney,
		/** What was refunded for single tickets; apart from it, what of that failed. */
		ticketRefunds: z.array(
			z.object({ attendeeId: uuid(), refundedMinor: z.number().int(), failedMinor: z.number().int() }),
		),
		/** What may still be refunded: not what is on its way, nor what a bank has taken back. */
		refundableMinor: z.number().int(),
		/** Whether it can be refunded onto a gift card (`refundTo`). */
		canRefundToGiftCard: z.boolean(),
		/** The buyer’s last request for a refund; null: none was made. */
		refundRequest: refundRequest.nullable(),
		/** A change of tickets that waits for its payment; null: none does. */
		change: waitingChange.nullable(),
		/** What a transfer names; null without one. */
		reference: z.string().nullable(),
		/** When a member approved it; null: it needed no approval, or has none yet. */
		approvedAt: z.string().nullable(),
		/** What a member said to the buyer whom they declined, empty when nothing; null: not declined. */
		declineMessage: z.string().nullable(),
		/** Its tickets that their buyer offers for resale or has resold, with the order that bought them. */
		resales: z.array(
			z.object({
				attendeeId: uuid(),
				state: z.enum(['listed', 'sold']),
				priceMinor: z.number().int(),
				buyerOrderId: uuid().nullable(),
			}),
		),
		/** The orders whose buyers resold the tickets of this one. */
		boughtFrom: z.array(uuid()),
		/** The group that its guests come with; null: none. */
		group: z.object({ id: uuid(), name: z.string() }).nullable(),
		/** Emails to its buyer bounce, so they get no messages, reminders or news; emails about the order are tried all the same. */
		emailBounces: z.boolean(),
		/** Whether its tickets can be shared as a group (`groups.create`). */
		canShare: z.boolean(),
	})
	.meta({ id: 'OrderDetail' });
export type OrderDetail = z.output<typeof orderDetail>;

export const getOrderDetail = endpoint({
	id: 'orders.getOrder',
	method: 'GET',
	path: '/api/events/{event}/orders/{order}',
	summary: 'Get an order with its lines, payments and refunds.',
	access: { kind: 'organisation', action: 'orders.view', via: 'event' },
	limit: 'read',
	params: organiserOrderParams,
	output: orderDetail,
});

export const markOrderPaid = endpoint({
	id: 'orders.markPaid',
	method: 'POST',
	path: '/api/events/{event}/orders/{order}/mark-paid',
	summary:
		'Record money that came by transfer or at the door. With the last of what is missing the order is confirmed; if its tickets are gone by then, the money is owed back to its buyer.',
	access: { kind: 'organisation', action: 'orders.manage', via: 'event' },
	limit: 'write',
	requiresKey: true,
	params: organiserOrderParams,
	body: z.strictObject({
		method: z.enum(['transfer', 'cash', 'door_card']),
		/** What came; without it, what is missing. Less is a part payment; what is beyond it is owed back to the buyer. */
		amountMinor: moneyMinor().min(1).optional(),
		/** The day it came, as the bank says; without it today. */
		receivedOn: calendarDate().optional(),
		note: text({ max: 500, lines: true }).default(''),
	}),
	output: orderDetail,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const remindOrder = endpoint({
	id: 'orders.remind',
	method: 'POST',
	path: '/api/events/{event}/orders/{order}/remind',
	summary:
		'Send a buyer once more how to pay by transfer or at the door. At most one reminder a day is sent.',
	access: { kind: 'organisation', action: 'orders.manage', via: 'event' },
	limit: 'write',
	params: organiserOrderParams,
	output: orderDetail,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const approveOrder = endpoint({
	id: 'orders.approve',
	method: 'POST',
	path: '/api/events/{event}/orders/{order}/approve',
	summary:
		'Approve an order that awaits approval. One without a price is confirmed; one with a price keeps its places for 48 hours and its buyer gets a link to pay. Repeating it changes nothing.',
	access: { kind: 'organisation', action: 'orders.manage', via: 'event' },
	movesPlaces: true,
	limit: 'write',
	params: organiserOrderParams,
	output: orderDetail,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const declineOrder = endpoint({
	id: 'orders.decline',
	method: 'POST',
	path: '/api/events/{event}/orders/{order}/decline',
	summary:
		'Decline an order that awaits approval. Its places go back, and its buyer gets an email with your message. Repeating it changes nothing.',
	access: { kind: 'organisation', action: 'orders.manage', via: 'event' },
	movesPlaces: true,
	limit: 'write',
	params: organiserOrderParams,
	body: z
		.strictObject({
			/** For the buyer. */
			message: text({ max: 1_000, lines: true }).default(''),
		})
		.optional(),
	output: orderDetail,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const cancelOrder = endpoint({
	id: 'orders.cancelOrder',
	method: 'POST',
	path: '/api/events/{event}/orders/{order}/cancel',
	summary: 'Cancel an order with all its tickets. No money goes back; repeating it changes nothing.',
	access: { kind: 'organisation', action: 'orders.manage', via: 'event' },
	movesPlaces: true,
	limit: 'write',
	params: organiserOrderParams,
	body: z.object({ notify: z.boolean().default(true) }).optional(),
	output: orderDetail,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const refundOrder = endpoint({
	id: 'orders.refund',
	method: 'POST',
	path: '/api/events/{event}/orders/{order}/refunds',
	summary: `Refund an amount, tickets or the gift of a paid order, with or without cancelling the tickets. A large refund needs a recent sign-in (403, rule confirm-sign-in), so an API key refunds less within an hour. Large is, in whole units: ${freshRefundText}.`,
	access: { kind: 'organisation', action: 'refunds.make', via: 'event' },
	limit: 'write',
	status: 201,
	requiresKey: true,
	params: organiserOrderParams,
	body: z.strictObject({
		/** Without amount and tickets: all that is refundable. */
		amountMinor: moneyMinor().optional(),
		attendeeIds: z.array(uuid()).max(1_000).optional(),
		/**
		 * Whether the gift beside the tickets goes back too, with its cover; alone, only the gift does. Without it, an amount and tickets
		 * leave the gift as it is as far as what was paid for the tickets reaches.
		 */
		gift: z.boolean().default(false),
		reason: text({ max: 500, lines: true }).default(''),
		/** Whether the tickets are cancelled too. */
		isCancelling: z.boolean().default(false),
		/** Where the money goes: back the way it was paid, or onto a new gift card, which is sent to the buyer. What a gift card paid goes back onto it. */
		refundTo: z.enum(refundTargets).default('original'),
	}),
	output: orderDetail,
	errors: ['BUSINESS_RULE_VIOLATION'],
});
