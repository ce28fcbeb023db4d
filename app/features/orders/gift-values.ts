import { textToMoney } from '#shared/lib/money-text.ts';
import { dedicationKinds } from '#shared/rules/order-lines.ts';
import type { RegistrationFailure, RegistrationOrder, RegistrationValues } from './registration-answer.ts';
import { incomplete } from './registration-order.ts';

/** Fields of the donation in the form of a fundraiser. */
export const giftNames = {
	/** A proposed amount in minor units, `other`, or `none` for tickets alone. */
	choice: 'gift.choice',
	/** Another amount, as typed; refusals of the amount are shown here. */
	amount: 'gift.amountMinor',
	/** `once` or `month`. */
	every: 'gift.every',
	cover: 'gift.cover',
	anonymous: 'gift.anonymous',
	/** The donor wants the organiser's updates by email. */
	updates: 'gift.updates',
	said: 'gift.message',
	/** The page of a supporter that it counts for. */
	page: 'gift.pageId',
	honourKind: 'gift.honourKind',
	honourName: 'gift.honourName',
	/** Before the fields of a Gift Aid declaration; there while one is made. */
	giftAid: 'gift.giftAid.',
} as const;

export type Gift = NonNullable<RegistrationOrder['gift']>;

/** The donation entered in the form; nothing if there is none. */
export function giftOf(values: RegistrationValues): { gift?: Gift } | { failure: RegistrationFailure } {
	const { gift } = values;
	if (!gift) return {};
	// Nothing is chosen at first: an amount that was typed is meant, and tickets alone need no answer.
	const choice = gift.choice ?? (gift.amountMinor?.trim() ? 'other' : undefined);
	const hasTickets = Object.values(values.quantities).some((typed) => Number(typed) > 0);
	if (choice === 'none' || (choice === undefined && hasTickets)) return {};
	const amountMinor = amountOf({ ...gift, choice }, values.currency);
	if (amountMinor === null || amountMinor <= 0) {
		const isMissing = choice === undefined || (choice === 'other' && !gift.amountMinor?.trim());
		const field = choice === undefined ? 'gift.choice' : 'gift.amountMinor';
		const code = isMissing ? 'VALIDATION_REQUIRED_FIELD' : 'VALIDATION_INVALID_FORMAT';
		return { failure: incomplete([{ field, code }]) };
	}
	const name = gift.honourName?.trim() ?? '';
	const kind = dedicationKinds.find((one) => one === gift.honourKind) ?? 'honour';
	return {
		gift: {
			amountMinor,
			cover: gift.cover === 'on',
			anonymous: gift.anonymous === 'on',
			message: gift.message?.trim() ?? '',
			honour: name === '' ? null : { kind, name },
			...(gift.every === 'month' && { monthly: true }),
			...(gift.updates === 'on' && { updates: true }),
			...(gift.pageId && { pageId: gift.pageId }),
			...(gift['giftAid.scope'] && { giftAid: declarationOf(gift) }),
		},
	};
}

/** A declaration as typed: the server says what is wrong with it. */
const declarationOf = (gift: Record<string, string>) =>
	Object.fromEntries(
		Object.entries(gift).flatMap(([name, typed]) =>
			name.startsWith('giftAid.') ? [[name.slice('giftAid.'.length), typed.trim()]] : [],
		),
	) as unknown as NonNullable<Gift['giftAid']>;

/** The chosen amount in minor units; null: none that can be read. */
export function amountOf(gift: Record<string, string | undefined>, currency: string): number | null {
	if (gift.choice === 'other') return textToMoney(gift.amountMinor?.trim() ?? '', currency);
	return /^\d{1,11}$/.test(gift.choice ?? '') ? Number(gift.choice) : null;
}
