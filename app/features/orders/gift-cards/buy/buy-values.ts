import { isEmail } from '#app/lib/is-email.ts';
import type { GiftCardShop } from '#shared/contracts/gift-cards.ts';
import { textToMoney } from '#shared/lib/money-text.ts';
import { MAX_CARDS_PER_PURCHASE } from '#shared/rules/gift-cards.ts';

/** The name of a field of a card in the form: `cards.2.message`. The number is that of the form, not of the order. */
export const cardField = (key: number, field: string): string => `cards.${key}.${field}`;

export const buyerNames = { name: 'buyer.name', email: 'buyer.email' } as const;

/** The error of a field, which the form shows. */
export type BuyProblem =
	| 'amount-missing'
	| 'amount-invalid'
	| 'recipient-missing'
	| 'name-missing'
	| 'email-missing'
	| 'email-invalid'
	| 'unsent';

export interface BuyOrder {
	buyer: { name: string; email: string };
	cards: {
		amountMinor: number;
		recipientName: string;
		recipientEmail: string;
		senderName: string;
		message: string;
		sendOn: string | null;
	}[];
	timeZone?: string;
}

/** The cards in a form by their numbers, in the order in which they were added. */
export function cardKeys(values: Record<string, string>): number[] {
	const keys = Object.keys(values).flatMap((name) => /^cards\.(\d{1,3})\./.exec(name)?.[1] ?? []);
	return [...new Set(keys.map(Number))].sort((a, b) => a - b).slice(0, MAX_CARDS_PER_PURCHASE);
}

/** The amount of a card in minor units; null: none that can be read. */
export function amountOfCard(values: Record<string, string>, key: number, currency: string): number | null {
	const choice = values[cardField(key, 'amountMinor')] ?? 'other';
	if (choice === 'other') return textToMoney(values[cardField(key, 'other')]?.trim() ?? '', currency);
	return /^\d{1,11}$/.test(choice) ? Number(choice) : null;
}

/** What the form orders, or which fields have to be corrected first. */
export function readBuyForm(
	values: Record<string, string>,
	shop: Pick<GiftCardShop, 'currency' | 'amountsMinor' | 'leastMinor' | 'mostMinor'>,
): { order: BuyOrder; keys: number[] } | { problems: { name: string; problem: BuyProblem }[] } {
	const problems: { name: string; problem: BuyProblem }[] = [];
	const keys = cardKeys(values);
	const text = (name: string) => values[name]?.trim() ?? '';
	const cards = keys.map((key) => {
		const of = (field: string) => text(cardField(key, field));
		const amountMinor = amountOfCard(values, key, shop.currency) ?? 0;
		const isTyped = (values[cardField(key, 'amountMinor')] ?? 'other') === 'other';
		if (isTyped && of('other') === '')
			problems.push({ name: cardField(key, 'other'), problem: 'amount-missing' });
		else if (
			!shop.amountsMinor.includes(amountMinor) &&
			(amountMinor < shop.leastMinor || amountMinor > shop.mostMinor)
		)
			problems.push({ name: cardField(key, isTyped ? 'other' : 'amountMinor'), problem: 'amount-invalid' });
		const isSent = of('to') !== 'me';
		const recipientEmail = isSent ? of('recipientEmail') : '';
		if (isSent && !isEmail(recipientEmail))
			problems.push({
				name: cardField(key, 'recipientEmail'),
				problem: recipientEmail === '' ? 'recipient-missing' : 'email-invalid',
			});
		return {
			...{ amountMinor, recipientEmail, recipientName: of('recipientName') },
			...{ senderName: of('senderName'), message: of('message') },
			sendOn: (isSent && of('sendOn')) || null,
		};
	});
	const buyer = { name: text(buyerNames.name), email: text(buyerNames.email) };
	if (buyer.name === '') problems.push({ name: buyerNames.name, problem: 'name-missing' });
	if (!isEmail(buyer.email))
		problems.push({
			name: buyerNames.email,
			problem: buyer.email === '' ? 'email-missing' : 'email-invalid',
		});
	if (problems.length > 0) return { problems };
	const timeZone = text('timeZone');
	return { order: { buyer, cards, ...(timeZone ? { timeZone } : {}) }, keys };
}

/** The field of the form that a refusal of the API names: `cards.1.message` is that of the second card. */
export function fieldOfRefusal(field: string, keys: readonly number[]): string | undefined {
	const [, index, name] = /^cards\.(\d+)\.(\w+)$/.exec(field) ?? [];
	if (index === undefined || name === undefined)
		return Object.values<string>(buyerNames).includes(field) ? field : undefined;
	const key = keys[Number(index)];
	return key === undefined ? undefined : cardField(key, name);
}
