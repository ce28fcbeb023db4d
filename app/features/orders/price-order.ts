import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { TicketType } from '#shared/contracts/tickets.ts';
import type { Formats } from '#shared/lib/formats.ts';
import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import { isRefusal, type Quote, type QuoteRefusal, quote } from '#shared/rules/pricing/quote.ts';
import type { RegistrationFailure, RegistrationOrder } from './registration-answer.ts';
import { incomplete } from './registration-order.ts';
import type { Offer } from './use-live-types.ts';

/** The initial value of a donation’s field: the suggested amount, else the minimum. */
export function firstAmount({ suggestedMinor, priceMinor, currency }: TicketType): string {
	const minor = suggestedMinor ?? priceMinor;
	return minor > 0 ? moneyToText(minor, currency) : '';
}

/**
 * The items of an order with the amounts that were typed for donations, in minor units. A field left empty means the minimum.
 * @returns the refusal of the amounts that cannot be read
 */
export function withAmounts(
	items: RegistrationOrder['items'],
	amounts: Record<string, string>,
	currency: string,
): { items: RegistrationOrder['items'] } | { failure: RegistrationFailure } {
	const read = items.map((item) => {
		const typed = amounts[item.ticketTypeId]?.trim() ?? '';
		return { item, chosenMinor: typed === '' ? undefined : textToMoney(typed, currency) };
	});
	const details = read.flatMap(({ chosenMinor }, line) =>
		chosenMinor === null
			? [{ field: `items.${line}.chosenMinor`, code: 'VALIDATION_INVALID_FORMAT' as const }]
			: [],
	);
	if (details.length > 0) return { failure: incomplete(details) };
	return {
		items: read.map(({ item, chosenMinor }) => (chosenMinor == null ? item : { ...item, chosenMinor })),
	};
}

/**
 * The order with the hash of its price, which the server compares with its own; without a hash if nothing is to be paid.
 * @param words how to format a refusal
 */
export function priceOrder(
	order: RegistrationOrder,
	amounts: Record<string, string>,
	{ types, pricing }: Offer,
	words: { i18n: I18n; formats: Formats },
): { order: RegistrationOrder; totalMinor: number } | { failure: RegistrationFailure } {
	const read = withAmounts(order.items, amounts, pricing.currency);
	if ('failure' in read) return read;
	const { items } = read;
	const price = quote(types, items, pricing, order.gift ? { cover: false, ...order.gift } : null);
	if (isRefusal(price)) return { failure: refuse(price, pricing.currency, words) };
	const { totalMinor, hash } = price;
	return { order: { ...order, items, ...(totalMinor > 0 ? { quoteHash: hash } : {}) }, totalMinor };
}

/**
 * The price of what is chosen in the form now; null while an amount cannot be read or is refused.
 * @param quantities none of them above what can be had
 */
export function priceChoice(
	{ types, pricing }: Offer,
	quantities: Record<string, number>,
	amounts: Record<string, string>,
): Quote | null {
	const items = types.flatMap((type) => {
		const quantity = quantities[type.id] ?? 0;
		return quantity > 0 ? [{ ticketTypeId: type.id, quantity }] : [];
	});
	const donations = types.filter(({ kind }) => kind === 'donation');
	const shown = Object.fromEntries(donations.map((type) => [type.id, amounts[type.id] ?? firstAmount(type)]));
	const read = withAmounts(items, shown, pricing.currency);
	if ('failure' in read) return null;
	const price = quote(types, read.items, pricing);
	return isRefusal(price) ? null : price;
}

const sentences = {
	'unknown-type': msg`This ticket is no longer available. Reload the page.`,
	'amount-step': msg`Enter a whole amount.`,
	'amount-too-large': msg`This amount is too large.`,
};

function refuse(
	{ rule, line, minimumMinor = 0 }: QuoteRefusal,
	currency: string,
	{ i18n, formats }: { i18n: I18n; formats: Formats },
): RegistrationFailure {
	const least = formats.money(minimumMinor, currency);
	const message =
		rule === 'below-minimum-amount'
			? i18n._(msg`The minimum is ${least}.`)
			: rule === 'amount-too-small'
				? i18n._(msg`The smallest amount that can be paid is ${least}.`)
				: i18n._(sentences[rule]);
	const item = line === 'gift' ? 'gift.amountMinor' : `items.${line}.chosenMinor`;
	const field = line === null ? 'total' : item;
	const failure = incomplete([{ field, code: 'VALIDATION_FAILED' }]);
	return { ...failure, details: failure.details.map((detail) => ({ ...detail, message })) };
}
