import { GIFT_CARD_ALPHABET } from './gift-cards.ts';

/** For so many days a buyer can withdraw: article 9 of Directive 2011/83/EU, and the law of the United Kingdom. */
export const WITHDRAWAL_DAYS = 14;

/** `received`: the organiser decides; the other states are final. */
export const withdrawalStates = ['received', 'accepted', 'declined'] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

/** The subject found for a statement. */
export const withdrawalSubjects = ['order', 'gift_cards'] as const;

/**
 * Why the organiser decides. `unmatched`: no order and no purchase has this number and email address; `no-right`: nothing of it can be
 * withdrawn from; `late`: the period has ended; `used`: a ticket was used to enter, or nothing is left on the cards; `disputed`: a bank holds
 * the money; `blocked`: the organiser blocked a card; `for-sale`: a ticket is offered for resale; `unpaid`: the order is not confirmed;
 * `refused`: a rule of refunds or cancellations stood against it.
 */
export const withdrawalObstacles = [
	...(['unmatched', 'no-right', 'late', 'used'] as const),
	...(['disputed', 'blocked', 'for-sale', 'unpaid', 'refused'] as const),
] as const;
export type WithdrawalObstacle = (typeof withdrawalObstacles)[number];

/** The European Union, the other states of the European Economic Area, and the United Kingdom. */
const countries = new Set(
	(
		'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK ' +
		'IS LI NO ' +
		'GB'
	).split(' '),
);

/** Whether the law of a seller’s country gives consumers a right of withdrawal. A seller who has not named one is treated as if it did. */
export const hasWithdrawalRight = (countryCode: string): boolean =>
	countryCode === '' || countries.has(countryCode);

/**
 * When the period of withdrawal ends: with the fourteenth day after that of `from`, in the seller’s zone. A period that would end on a Saturday or Sunday
 * ends with the Monday after (Regulation (EEC, Euratom) No 1182/71, article 3). Public holidays are not known. Needs Temporal.
 * @returns the first instant at which it is over
 */
export function withdrawalEndsAt(from: Date, timeZone: string): Date {
	const day = Temporal.Instant.fromEpochMilliseconds(from.getTime())
		.toZonedDateTimeISO(timeZone)
		.toPlainDate()
		.add({ days: WITHDRAWAL_DAYS });
	const working = day.dayOfWeek > 5 ? day.add({ days: 8 - day.dayOfWeek }) : day;
	return new Date(working.add({ days: 1 }).toZonedDateTime({ timeZone }).epochMilliseconds);
}

/** Random bits of an id that its number shows. */
const NUMBER_LENGTH = 8;

/** The number of a purchase of gift cards as people type it, by its id: `GC-4K7Q-X2MB`. A name, never a secret. */
export function purchaseNumber(purchaseId: string): string {
	// The last 40 bits of a UUIDv7 are random.
	let value = BigInt(`0x${purchaseId.replaceAll('-', '').slice(-10)}`);
	let number = '';
	for (let position = 0; position < NUMBER_LENGTH; position += 1) {
		number = `${GIFT_CARD_ALPHABET[Number(value & 31n)]}${number}`;
		value >>= 5n;
	}
	return `GC-${number.slice(0, 4)}-${number.slice(4)}`;
}

/** The number of a purchase in what was typed, in the form of `purchaseNumber`; null: there is none. Neither case nor blanks and dashes matter. */
export function purchaseNumberIn(typed: string): string | null {
	const plain = typed
		.normalize('NFKC')
		.toUpperCase()
		.replaceAll(/[\s\p{Pd}_.#]/gu, '');
	const match = /^(?:GC)?([0-9A-Z]{8})$/.exec(plain)?.[1];
	if (match === undefined) return null;
	const number = match.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
	return number.includes('U') ? null : `GC-${number.slice(0, 4)}-${number.slice(4)}`;
}
