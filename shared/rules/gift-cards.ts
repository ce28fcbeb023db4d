import { chargeStep, leastCharge } from '../lib/provider-amounts.ts';

/** `ordered`: its purchase is not paid yet. `blocked`: it cannot be used for now. `cancelled`: what was left of it went back to its buyer. */
export const giftCardStates = ['ordered', 'active', 'blocked', 'cancelled', 'lapsed'] as const;
export type GiftCardState = (typeof giftCardStates)[number];

/**
 * `bought` online; `refund`: the money of an order that went back as a gift card; the others were issued by a member: given for nothing, or
 * paid for in cash or by transfer.
 */
export const giftCardOrigins = ['bought', 'given', 'cash', 'transfer', 'refund'] as const;
export type GiftCardOrigin = (typeof giftCardOrigins)[number];

/** An unpaid purchase is removed with its cards after that time. */
export const purchaseStates = ['pending', 'paid'] as const;

export const MAX_CARDS_PER_PURCHASE = 20;
export const MAX_GIFT_MESSAGE = 500;
/** Amounts that the page of an organiser offers beside one that is typed. */
export const MAX_OFFERED_AMOUNTS = 8;
/** For how many years a card may be used, to the end of the last of them; null: for ever. */
export const validYearsOptions = [3, 5, 10] as const;
/** A card that lapsed and gets money back, of an order that was refunded, can be used for so long again. */
export const REVIVED_DAYS = 90;

/** The digits and letters of Crockford's base 32: none that are read as others. */
export const GIFT_CARD_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const GIFT_CARD_LENGTH = 16;

/** The normalised code: neither case nor blanks and `-`; O is 0, I and L are 1. Null: no code can be written so. */
export function giftCardKey(typed: string): string | null {
	const key = typed
		.normalize('NFKC')
		.toUpperCase()
		.replace(/[\s_-]/gu, '')
		.replaceAll('O', '0')
		.replace(/[IL]/g, '1');
	return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(key) ? key : null;
}

/** `ABCD-EFGH-JKMN-PQRS`: as a code is shown. */
export const giftCardText = (key: string): string => key.match(/.{1,4}/g)?.join('-') ?? '';

/** The last day that a card can be used on, by the day that it is issued: `2029-12-31`. Null: for ever. */
export const giftCardEnd = (issuedOn: string, validYears: number | null): string | null =>
	validYears === null ? null : `${Number(issuedOn.slice(0, 4)) + validYears}-12-31`;

/**
 * The amount that a card pays of an order: all that is due, else what it has, so that the rest can be charged to a bank card. Donations are left for that.
 * @param of `dueMinor` what is still to be paid; `donatedMinor` what of it is given
 * @returns minor units; 0: it can pay nothing of it
 */
export function giftCardPart(of: {
	dueMinor: number;
	donatedMinor: number;
	balanceMinor: number;
	currency: string;
}): number {
	const { dueMinor, donatedMinor, balanceMinor, currency } = of;
	const mostMinor = Math.max(0, Math.min(dueMinor - donatedMinor, balanceMinor));
	if (mostMinor === dueMinor) return dueMinor;
	const [least, step] = [leastCharge(currency), chargeStep(currency)];
	const restMinor = Math.max(least, dueMinor - mostMinor);
	// Rounded up to what can be charged.
	const chargedMinor = restMinor + ((step - (restMinor % step)) % step);
	return Math.max(0, dueMinor - chargedMinor);
}
