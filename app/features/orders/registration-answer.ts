import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import type { placeOrder } from '#shared/contracts/orders.ts';
import type { FieldError } from '#shared/errors/app-error.ts';
import type { ErrorCode } from '#shared/errors/catalogue.ts';

/**
 * Field names of the registration form, shared by the browser and the page's action for browsers without JavaScript: `name`, `email`,
 * `quantity.{ticketTypeId}`, `amount.{ticketTypeId}`, `attendee.{ticketTypeId}.{n}`. Errors use the same names.
 */
export const fieldNames = {
	name: 'name',
	email: 'email',
	key: 'key',
	/** What prices are lowered by, or hidden tickets are had with. */
	code: 'code',
	eventAccess: 'eventAccess',
	/** Stands for the choice of tickets as a whole. */
	tickets: 'tickets',
	quantity: (ticketTypeId: string) => `quantity.${ticketTypeId}`,
	/** Of the amounts. */
	currency: 'currency',
	/** The amount of each donation ticket. */
	amount: (ticketTypeId: string) => `amount.${ticketTypeId}`,
	/** An optional field of the buyer's own ticket. */
	detail: (field: string) => `detail.${field}`,
	attendee: (ticketTypeId: string, index: number) => `attendee.${ticketTypeId}.${index}`,
} as const;

/** All values of the form, so that nothing typed is lost. */
export interface RegistrationValues {
	name: string;
	email: string;
	/** As typed, by ticket type. */
	quantities: Record<string, string>;
	/** Amounts of donations as typed, by ticket type. */
	amounts: Record<string, string>;
	/** Of the amounts; empty where none is required. */
	currency: string;
	/** Names beside the buyer's, by field name. */
	attendees: Record<string, string>;
	/** Optional fields of the buyer's own ticket, by name of the field of an attendee. */
	details: Record<string, string>;
	code?: string;
	/** Fields of the donation, on the page of a fundraiser. */
	gift?: Record<string, string>;
}

/** The body of `placeOrder` that the form means. */
export interface RegistrationOrder {
	buyer: { name: string; email: string };
	items: { ticketTypeId: string; quantity: number; chosenMinor?: number }[];
	attendees?: ({ name: string; email: string } & Record<string, string>)[];
	/** A donation beside the tickets, or alone. */
	gift?: NonNullable<CallBodyOf<typeof placeOrder>['gift']>;
	code?: string;
	/** The link of the waitlist that offers the tickets. */
	offerToken?: string;
	/** Of the price that the form showed; absent when nothing is to be paid. */
	quoteHash?: string;
}

/** Why a registration was refused, as data that a page can carry. */
export interface RegistrationFailure {
	code: ErrorCode;
	userMessage: string;
	status: number;
	details: FieldError[];
	metadata: Record<string, unknown>;
}

/** The result of the page's action if it does not redirect to the ticket. */
export interface RegistrationResult {
	values: RegistrationValues;
	failure: RegistrationFailure;
	/** Key for the next try: the page that carries it is nobody else's. */
	key: string;
}

/** A refusal with the form's own name of the field that it is about; without one it is about the order as a whole. */
export interface FieldRefusal {
	name?: string;
	detail?: FieldError;
}
