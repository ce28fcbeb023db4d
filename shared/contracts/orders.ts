import { z } from '../lib/z.ts';
import { fieldsIn, mapFields } from '../rules/attendee-fields.ts';
import { declarationScopes, declarationWordings, MOST_LETTERS, POSTCODE } from '../rules/gift-aid.ts';
import { dedicationKinds, orderLineKinds } from '../rules/order-lines.ts';
import { HOLD_MINUTES } from '../rules/periods.ts';
import { refundDoubts, refundRequestStates } from '../rules/refund-policy.ts';
import { typedCode } from './codes.ts';
import { attendeeDetail, buyerShape, email, locale, moneyMinor, text, uuid } from './common.ts';
import { endpoint, publicAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

export const orderStatuses = ['awaiting_approval', 'pending', 'confirmed', 'expired', 'cancelled'] as const;

export const attendeeStatuses = ['held', 'active', 'cancelled'] as const;

export const orderTerms = ['card', 'transfer', 'door'] as const;

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

/** The quoted items. A line with a negative quantity takes another one back. */
export const orderLine = z.object({
	kind: z.enum(orderLineKinds),
	ticketTypeId: uuid().nullable(),
	/** The price tier of the ticket; null: none is known. */
	tierName: z.string().nullable(),
	quantity: z.int(),
	/** What the buyer pays for each, all in. */
	unitMinor: z.int(),
	netMinor: z.int(),
	taxMinor: z.int(),
	grossMinor: z.int(),
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
		totalMinor: z.int(),
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
			quantity: z.int().min(1).max(1_000),
			/** Of a donation: the amount for each, in minor units. */
			chosenMinor: moneyMinor().optional(),
		}),
	)
	.max(20);

/** A Gift Aid declaration as the donor makes it, or as it stands on paper. */
export const giftAidDeclarationInput = z.strictObject({
	wording: z.enum(declarationWordings),
	scope: z.enum(declarationScopes),
	title: text({ max: MOST_LETTERS.title }).default(''),
	firstName: text({ max: MOST_LETTERS.firstName, min: 1 }),
	lastName: text({ max: MOST_LETTERS.lastName, min: 1 }),
	/** Name or number of the house; abroad the whole home address. */
	house: text({ max: MOST_LETTERS.house, min: 1 }),
	/** Of the United Kingdom; `X`: the donor lives outside it. */
	postcode: z
		.string()
		.trim()
		.regex(POSTCODE, 'Enter a UK postcode.')
		.meta({ examples: ['SW1A 1AA'] }),
});

/** A donation beside tickets, or alone, while the event has a live fundraiser. */
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
	/** The same as `pageId`. */
	page: uuid().optional(),
	/** Send the organiser’s updates about the fundraiser to the buyer by email. */
	updates: z.boolean().optional(),
	/** Where the organisation takes them (`giftAidCharity` of the fundraiser): the donor’s Gift Aid declaration, made with the order. */
	giftAid: giftAidDeclarationInput.optional(),
});

/** The code of an order, and what it takes off the prices of its tickets. */
export const orderDiscount = z.object({ code: z.string(), savedMinor: z.int() });

export const quoteCart = endpoint({
	id: 'orders.quoteCart',
	method: 'POST',
	path: '/api/events/{event}/quote',
	summary: 'Quote the price of a cart. Nothing is held. Send the hash with the order.',
	access: publicAccess,
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
		taxes: z.array(z.object({ basisPoints: z.number(), netMinor: z.int(), taxMinor: z.int() })),
		/** The fee that the buyer bears; part of the total. */
		buyerFeeMinor: z.int(),
		totalMinor: z.int(),
		/** Of the code that was sent. */
		discount: orderDiscount.optional(),
		/** Names these prices: an order that is sent with another hash is refused with `price-changed`. */
		hash: z.string(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const placeOrder = endpoint({
	id: 'orders.placeOrder',
	method: 'POST',
	path: '/api/events/{event}/orders',
	summary: `Register or buy. A free order is confirmed immediately; with \`hold\` the tickets are held for ${HOLD_MINUTES} minutes until it is confirmed. An order with a price is held until it is paid at the price of its \`quote\`. With a ticket that requires approval it is \`awaiting_approval\`, and its spots are held. Send an Idempotency-Key: a repeated key returns the same order.`,
	access: publicAccess,
	limit: 'order',
	status: 201,
	idempotency: 'command',
	params: eventParams,
	maxBodyBytes: 400_000,
	body: z.object({
		buyer: z.object(buyerShape),
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
const notice = z.union([z.object({ days: z.int() }), z.object({ hours: z.int() })]).nullable();

/** The refund policy’s terms for a request when it was made. */
export const requestPolicy = z
	.object({
		/** Why the organiser decides. */
		reason: z.enum(refundDoubts),
		/** The step that held, or the last one, whose deadline had passed; null: nothing comes back by the policy. */
		step: z.object({ percent: z.int(), until: notice }).nullable(),
		isInTime: z.boolean(),
		/** How long before the start it was made. */
		notice,
		/** The refund that would have been due, in minor units. */
		refundMinor: z.int(),
		/** The fee that the policy keeps of its share. */
		keptMinor: z.int(),
	})
	.meta({ id: 'RequestPolicy' });

/** A buyer’s request to get tickets refunded, where the refund policy does not decide. */
export const refundRequest = z
	.object({
		id: uuid(),
		state: z.enum(refundRequestStates),
		/** The tickets that are to be cancelled. */
		attendeeIds: z.array(uuid()),
		/** Their refundable amount at the time of the request. */
		wantedMinor: z.int(),
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

/** A change of a confirmed order that awaits payment. */
export const waitingChange = z.object({
	id: uuid(),
	/** Returned items, with negative amounts, and bought items. */
	lines: z.array(orderLine),
	/** Of its lines, those that guests do not see by themselves too. */
	ticketTypes: z.array(z.object({ id: uuid(), name: z.string() })),
	/** The amount to pay. */
	differenceMinor: z.int(),
	/** Named by its payment. */
	hash: z.string(),
	/** Until when its places are held. */
	expiresAt: z.string(),
});
