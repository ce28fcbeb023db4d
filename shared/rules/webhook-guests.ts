/** Guests that one message of a webhook names; of more, `guestsLeftOut` says how many. */
export const mostGuestsOfMessage = 100;

/** `email` is null where none is known. */
export interface PersonOfMessage {
	name: string;
	email: string | null;
}

/** A guest with their ticket, or who waits for one and has none. */
export interface GuestOfMessage extends PersonOfMessage {
	attendeeId: string | null;
	ticketType: string | null;
}

/**
 * What `data` of a message has beside its ids or object where a connection includes names and emails: of orders, tickets and waitlists the
 * guests (`guestsLeftOut`: how many more there are) and the buyer, where it is about an order; of consents the person. Who was erased
 * is left out, or null.
 */
export type GuestData =
	| { guests: GuestOfMessage[]; guestsLeftOut: number; buyer: PersonOfMessage | null }
	| { person: PersonOfMessage | null };

const guest = {
	attendeeId: '0197a1d2-0000-7000-8000-000000000003',
	name: 'Ada Lovelace',
	email: 'ada@example.org',
};
const sample = {
	guests: [{ ...guest, ticketType: 'Standard' }],
	guestsLeftOut: 0,
	buyer: { name: 'Grace Hopper', email: 'grace@example.org' },
};

/**
 * Made-up guest data of a message. @param data a made-up `data` without it
 * @returns null for messages about no guests
 */
export function guestSampleOf(type: string, data: Record<string, unknown>): GuestData | null {
	if (type.startsWith('consent.')) return { person: { name: guest.name, email: guest.email } };
	if ('entry' in data)
		return { ...sample, guests: [{ ...guest, attendeeId: null, ticketType: null }], buyer: null };
	if ('ticket' in data) return { ...sample, buyer: null };
	if (!('order' in data)) return null;
	return 'refund' in data || 'donation' in data ? { ...sample, guests: [] } : sample;
}

const personSchema = {
	type: 'object',
	required: ['name', 'email'],
	properties: {
		name: { type: 'string' },
		email: { type: ['string', 'null'], description: 'Null if unknown.' },
	},
};
const inBrief = 'Only where the connection includes names and emails (`withGuests`).';

/** JSON schema of `data` of a message with guest data, by a sample of it. */
export function guestSchemaOf(of: GuestData): Record<string, object> {
	if ('person' in of)
		return {
			person: {
				...{ ...personSchema, type: ['object', 'null'] },
				description: `The person whose consent it is. Null after erasure. ${inBrief}`,
			},
		};
	return {
		guests: {
			type: 'array',
			maxItems: mostGuestsOfMessage,
			description: `The guests concerned, as of the time of sending. For an order, those of its valid tickets; for refunds and donations, none. ${inBrief}`,
			items: {
				...personSchema,
				required: ['attendeeId', 'name', 'email', 'ticketType'],
				properties: {
					attendeeId: { type: ['string', 'null'], format: 'uuid', description: 'Null on a waitlist.' },
					...personSchema.properties,
					ticketType: { type: ['string', 'null'] },
				},
			},
		},
		guestsLeftOut: {
			type: 'integer',
			description: `Guests beyond the first ${mostGuestsOfMessage}. ${inBrief}`,
		},
		buyer: {
			...{ ...personSchema, type: ['object', 'null'] },
			description: `The buyer of the order. Null if the message concerns no order, or after erasure. ${inBrief}`,
		},
	};
}
