import { z } from '../lib/z.ts';
import { MAX_TIERS } from '../rules/pricing/tiers.ts';
import { taxReasons } from '../rules/tax-reasons.ts';
import { typedCode } from './codes.ts';
import { currency, instant, moneyMinor, noContent, page, taxRate, text, uuid } from './common.ts';
import { endpoint, eventAccess, publicAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

export const ticketKinds = ['free', 'paid', 'donation', 'add_on'] as const;

/** Why a ticket type can or cannot be taken now; derived, never stored. */
export const saleStates = ['on_sale', 'not_yet', 'ended', 'sold_out', 'closed', 'unavailable'] as const;
export type SaleState = (typeof saleStates)[number];

/** A price before the regular one, as it is set. */
export const priceTier = z
	.object({
		name: text({ max: 60, min: 1 }),
		priceMinor: moneyMinor(),
		/** The first instant at which it no longer holds. */
		endsAt: instant().nullable(),
		/** Tickets of the type in all that may be taken at this price or a lower one. */
		soldUpTo: z.int().min(1).max(10_000_000).nullable(),
	})
	.meta({ id: 'PriceTier' });

export const ticketType = z
	.object({
		id: uuid(),
		/** The same ticket type in all dates of a series. */
		lineageId: uuid().optional(),
		name: z.string(),
		description: z.string(),
		kind: z.enum(ticketKinds),
		/** Of a donation: the least that may be given. It is the price of admission; what is given beyond it is a donation. */
		priceMinor: z.int().meta({
			description:
				'The regular price as the organiser set it, before the fee that the buyer pays and, where tax is added to prices, before tax. For calculations; show `totalMinor` to buyers.',
		}),
		/** `allInMinor` of shared/rules/pricing. Of a donation: the least. */
		totalMinor: z.int().meta({
			description:
				'Price of the next ticket for the buyer at the current price tier, with all taxes and fees: the price to show. For a donation, the minimum.',
		}),
		/** What the next ticket would cost without the code that was requested, before tax and fees; absent where the code changes nothing. */
		withoutCodeMinor: z.int().optional(),
		/** The same with all taxes and fees: what to show as the price before. */
		withoutCodeTotalMinor: z.int().optional(),
		/** Of a donation: what the form proposes. */
		suggestedMinor: z.int().nullable(),
		/** Of a paid ticket: what it is worth; the rest of its price is a donation. Null: nothing of it is one. */
		fairValueMinor: z.int().nullable(),
		/** Prices before the regular one that can be had now, in their order; the first is what the next ticket costs. */
		tiers: z.array(
			z.object({
				name: z.string(),
				/** Before tax and fees, as that of the type. */
				priceMinor: z.int(),
				/** What a ticket costs its buyer at this price, with all taxes and fees. */
				totalMinor: z.int(),
				endsAt: z.string().nullable(),
				/** Tickets until the price ends, those of the tiers before included; null above `MOST_SHOWN_LEFT`. */
				left: z.int().nullable(),
			}),
		),
		/** Rate of the tax in basis points, to a tenth of one: 1900 is 19 %, 887.5 is 8.875 %. */
		taxBasisPoints: z.number(),
		currency: z.string(),
		salesStartAt: z.string().nullable(),
		salesEndAt: z.string().nullable(),
		minPerOrder: z.int(),
		maxPerOrder: z.int(),
		admits: z.int(),
		/** False: an add-on that lets nobody in, such as parking. Its tickets are scanned, and count as no guests. */
		isAdmission: z.boolean(),
		/** The organiser approves each order with it; the order waits until then, with its places held. */
		needsApproval: z.boolean(),
		/** Its buyers can withdraw from the contract within 14 days: goods, and tickets that are not tied to a date. */
		hasWithdrawal: z.boolean(),
		position: z.int(),
		state: z.enum(saleStates),
		/** Places left; null: more than `MOST_SHOWN_LEFT`, or unlimited. */
		left: z.int().nullable(),
		/** Only for members of the organisation. */
		organiser: z
			.object({
				capacity: z.int().nullable(),
				confirmed: z.int(),
				held: z.int(),
				sharedPoolId: uuid().nullable(),
				/** Of what is sold without tax: why, as its receipts say it. Null: it was not said. */
				taxReason: z.enum(taxReasons).nullable(),
				priceTiers: z.array(priceTier),
				isHidden: z.boolean(),
				isClosed: z.boolean(),
				version: z.int(),
			})
			.optional(),
	})
	.meta({ id: 'TicketType' });
export type TicketType = z.output<typeof ticketType>;

/** Further data that a cart’s price depends on beside its ticket types: the terms of shared/rules/pricing. */
export const pricingTerms = z
	.object({
		currency: z.string(),
		/** Whether `priceMinor` holds the tax. */
		pricesIncludeTax: z.boolean(),
		/** Of the platform, for each ticket with a price; null: none. */
		fee: z.object({ basisPoints: z.int(), fixedMinor: z.int() }).nullable(),
		feeBearer: z.enum(['organiser', 'buyer']),
		/** False: the built-in gateway takes test cards, no real money moves. */
		isLive: z.boolean(),
	})
	.meta({ id: 'PricingTerms' });
export type PricingTerms = z.output<typeof pricingTerms>;

const editable = {
	name: text({ max: 100, min: 1 }),
	description: text({ max: 1_000, lines: true }),
	kind: z.enum(ticketKinds),
	priceMinor: moneyMinor(),
	suggestedMinor: moneyMinor().nullable(),
	fairValueMinor: moneyMinor().nullable(),
	/** Each with an end in time, in number or both; each end after the one before. */
	priceTiers: z.array(priceTier).max(MAX_TIERS),
	taxBasisPoints: taxRate(),
	/** Why it is sold without tax; receipts and invoices say it at a rate of 0. */
	taxReason: z.enum(taxReasons).nullable(),
	currency: currency(),
	/** Null: unlimited. */
	capacity: z.int().min(0).max(10_000_000).nullable(),
	sharedPoolId: uuid().nullable(),
	salesStartAt: instant().nullable(),
	salesEndAt: instant().nullable(),
	minPerOrder: z.int().min(1).max(1_000),
	maxPerOrder: z.int().min(1).max(1_000),
	isHidden: z.boolean(),
	isClosed: z.boolean(),
	admits: z.int().min(1).max(100),
	/** By default add-ons do not admit and all other types do. */
	isAdmission: z.boolean(),
	needsApproval: z.boolean(),
	/** Buyers can withdraw within 14 days, and get all of it back (record 423). Cannot be turned off once some are sold. */
	hasWithdrawal: z.boolean(),
	position: z.int().min(0).max(10_000),
};

export const ticketTypeParams = eventParams.extend({ ticketType: uuid() });

export const listTicketTypes = endpoint({
	id: 'tickets.listTicketTypes',
	method: 'GET',
	path: '/api/events/{event}/ticket-types',
	summary:
		'List ticket types. Members of the organisation also see hidden and closed types, and sales figures.',
	access: publicAccess,
	limit: 'read',
	params: eventParams,
	query: z.object({
		/** Offers what somebody with this code is offered, also to members: its prices, and hidden tickets that it names. */
		code: typedCode().optional(),
	}),
	output: z.object({
		data: z.array(ticketType),
		nextCursor: z.string().nullable(),
		/** Whether somebody can join the waitlist now: the event has one, and a ticket that is sold out. */
		takesWaitlist: z.boolean(),
		/** Whether the event has codes, so that a field for one has a use. */
		takesCodes: z.boolean(),
		/** Of the code that was requested: as it is written, or why it cannot be used. */
		code: z.object({ code: z.string(), refusal: z.string().nullable() }).optional(),
		/** What prices depend on beside the ticket types; the terms of `quote`. */
		pricing: pricingTerms,
		/** Whether tickets may have a fair value: donation receipts are set up, or a fundraiser is live. Only for members. */
		takesFairValues: z.boolean().optional(),
	}),
});

export const createTicketType = endpoint({
	id: 'tickets.createTicketType',
	method: 'POST',
	path: '/api/events/{event}/ticket-types',
	summary: 'Create a ticket type.',
	access: eventAccess('tickets.edit'),
	limit: 'write',
	status: 201,
	hasVersion: true,
	params: eventParams,
	body: z.object(editable).partial().required({ name: true }),
	output: ticketType,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** Fields of a ticket type that can be changed; those that are left out stay. */
export const ticketTypeEdit = z.strictObject(editable).partial();

export const updateTicketType = endpoint({
	id: 'tickets.updateTicketType',
	method: 'PATCH',
	path: '/api/events/{event}/ticket-types/{ticketType}',
	summary: 'Update a ticket type. Capacity can’t go below what is sold and held.',
	access: eventAccess('tickets.edit'),
	limit: 'write',
	hasVersion: true,
	params: ticketTypeParams,
	body: ticketTypeEdit,
	output: ticketType,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const deleteTicketType = endpoint({
	id: 'tickets.deleteTicketType',
	method: 'DELETE',
	path: '/api/events/{event}/ticket-types/{ticketType}',
	summary: 'Delete a ticket type that was never ordered; a used one is closed instead.',
	access: eventAccess('tickets.edit'),
	limit: 'write',
	status: 204,
	params: ticketTypeParams,
	output: noContent(),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const capacityPool = z
	.object({
		id: uuid(),
		name: z.string(),
		size: z.int().nullable(),
		confirmed: z.int(),
		held: z.int(),
	})
	.meta({ id: 'CapacityPool' });
export type CapacityPool = z.output<typeof capacityPool>;

export const listCapacityPools = endpoint({
	id: 'tickets.listCapacityPools',
	method: 'GET',
	path: '/api/events/{event}/capacity-pools',
	summary: 'List shared capacities: limits across several ticket types.',
	access: eventAccess('events.view'),
	limit: 'read',
	params: eventParams,
	output: page(capacityPool),
});

export const createCapacityPool = endpoint({
	id: 'tickets.createCapacityPool',
	method: 'POST',
	path: '/api/events/{event}/capacity-pools',
	summary: 'Create a shared capacity.',
	access: eventAccess('tickets.edit'),
	limit: 'write',
	status: 201,
	params: eventParams,
	body: z.strictObject({
		name: text({ max: 100, min: 1 }),
		size: z.int().min(0).max(10_000_000).nullable(),
	}),
	output: capacityPool,
});

export const updateCapacityPool = endpoint({
	id: 'tickets.updateCapacityPool',
	method: 'PATCH',
	path: '/api/events/{event}/capacity-pools/{pool}',
	summary: 'Update a shared capacity. It can’t go below what is sold and held.',
	access: eventAccess('tickets.edit'),
	limit: 'write',
	params: eventParams.extend({ pool: uuid() }),
	body: z
		.strictObject({
			name: text({ max: 100, min: 1 }),
			size: z.int().min(0).max(10_000_000).nullable(),
		})
		.partial(),
	output: capacityPool,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const deleteCapacityPool = endpoint({
	id: 'tickets.deleteCapacityPool',
	method: 'DELETE',
	path: '/api/events/{event}/capacity-pools/{pool}',
	summary: 'Delete a shared capacity that no ticket type uses.',
	access: eventAccess('tickets.edit'),
	limit: 'write',
	status: 204,
	params: eventParams.extend({ pool: uuid() }),
	output: noContent(),
	errors: ['BUSINESS_RULE_VIOLATION'],
});
