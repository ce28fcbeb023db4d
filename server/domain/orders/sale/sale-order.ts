import type { OfferedCode } from '#server/domain/codes/offered-code.ts';
import type { OfferedListing } from '#server/domain/waitlist/resale-listings.ts';
import type { AttendeeDetails } from '#shared/rules/attendee-fields.ts';
import type { GiftAidDeclaration } from '#shared/rules/gift-aid.ts';
import type { GiftDetails } from '#shared/rules/order-lines.ts';
import type { DoorPriceList } from '#shared/rules/pricing/door-prices.ts';
import type { CartGift, Quote } from '#shared/rules/pricing/quote.ts';

/** An attendee as an order names them; the buyer's name and email stand in for empty ones. */
export type NamedAttendee = { name: string; email: string } & Partial<AttendeeDetails>;

/** A ticket type that is ordered; `chosenMinor` is the amount of a donation, `line` the place in the request. */
export interface OrderLineItem {
	ticketTypeId: string;
	quantity: number;
	chosenMinor?: number | undefined;
	line: number;
}

/** Until when the price of a ticket type in an order holds, where it has tiers. */
export interface PriceBound {
	/** Places of the type's own pool that may be taken before this order; null: any number. */
	takenAtMost: number | null;
	/** Milliseconds since the epoch; null: no end. */
	untilMs: number | null;
}

/** A donation beside tickets, or alone. */
export type OrderGift = CartGift & GiftDetails & { giftAid?: GiftAidDeclaration | undefined };

/** An order on its way to the database: checked for form, not yet for what is on sale. */
export interface SaleOrder {
	id: string;
	code: string;
	organisationId: string;
	eventId: string;
	/** `public` keeps windows, limits and closings; `organiser` keeps only the number of places, and costs nothing; `door` keeps only the number of places as well, at the prices of the public. */
	mode: 'public' | 'organiser' | 'door';
	isHold: boolean;
	source: 'web' | 'manual' | 'import' | 'door';
	buyer: { name: string; email: string };
	/** Lines put together by ticket type; `line` is the place in the request, for errors. */
	items: OrderLineItem[];
	gift: OrderGift | null;
	/** A code as it was typed; null: none. */
	typedCode: string | null;
	/** That code, with what it saves the buyer. Null: there is none; absent: nobody has looked yet. */
	discount?: { code: OfferedCode; savedMinor: number } | null | undefined;
	/**
	 * What the waitlist offers its buyer, or a group has held for its guest, at the prices of the instant in milliseconds since the epoch. Those of a group
	 * are sold out of their time and by fewer than the type says, and need no approval.
	 */
	offered?: { ticketTypeId: string; pricedAtMs: number; isOfGroup?: boolean } | undefined;
	/** Part of a booking of several dates: of a series that is booked as a whole, the public orders in no other way. */
	isOfBooking?: true;
	/** Prices that it is sold by, whatever the terms of a stock say now: a device at the door sold by them without a network. */
	priceList?: DoorPriceList | undefined;
	/** The tickets that it buys of other guests, at what was paid for these. */
	resale?: readonly OfferedListing[] | undefined;
	/** Names and addresses in the order of the items; the buyer's where left out. */
	attendees: NamedAttendee[];
	locale: string;
	/** Where the buyer came from (shared/rules/came-by.ts); null: nothing is known of it. */
	cameBy: string | null;
	/** Of the prices that the buyer saw. */
	quoteHash: string | null;
	/** What it costs, worked out on the terms of a stock; null: nothing is to be paid. */
	quote: Quote | null;
	/** By ticket type, for those with tiers. */
	priceBounds?: Map<string, PriceBound> | undefined;
	idempotencyKey: string | null;
	/** SHA-256 of the request, beside the key; in hexadecimal digits. */
	requestHash: string | null;
	createdBy: string | null;
	importId: string | null;
	/** Whether the buyer is notified by mail. */
	isAnnounced: boolean;
	/** Of the buyer. Null: nobody has sent it by the network. */
	address: string | null;
	/** The organiser has to approve it, by the terms of a stock. */
	needsApproval?: boolean;
	/** With `needsApproval`: the network whose places it holds, in hexadecimal digits. */
	heldFrom?: string | null;
}

/** A ticket as it was written. */
export interface SoldAttendee extends AttendeeDetails {
	id: string;
	ticketTypeId: string;
	ticketTypeName: string;
	name: string;
	email: string;
	ticketCode: string;
}

/** The outcome of an order: a new one as it was written, or the earlier one of its key. */
export type SaleOutcome =
	| {
			kind: 'sold';
			order: SaleOrder;
			attendees: SoldAttendee[];
			currency: string;
			createdAt: Date;
			expiresAt: Date | null;
	  }
	| { kind: 'replayed'; orderId: string };
