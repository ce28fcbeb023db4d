import type { DoorShop } from '#shared/contracts/door-sales.ts';
import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import { MOST_SOLD_AT_ONCE } from '#shared/rules/door-sales.ts';
import type { CartItem, PricedType } from '#shared/rules/pricing/quote.ts';
import type { SalesView } from '../model.ts';

export type ShopType = DoorShop['types'][number];

/** What is about to be sold, as it was pressed and typed. */
export interface Cart {
	counts: ReadonlyMap<string, number>;
	/** Of donations: the amount as text. */
	amounts: ReadonlyMap<string, string>;
	name: string;
	email: string;
	isEntering: boolean;
}

export const emptyCart = (isEntering: boolean): Cart => ({
	counts: new Map(),
	amounts: new Map(),
	name: '',
	email: '',
	isEntering,
});

export const countOf = (cart: Cart, id: string): number => cart.counts.get(id) ?? 0;

export const ticketsIn = (cart: Cart): number =>
	[...cart.counts.values()].reduce((total, count) => total + count, 0);

export function withCount(cart: Cart, id: string, count: number): Cart {
	return { ...cart, counts: new Map(cart.counts).set(id, Math.max(0, count)) };
}

/** The value of a donation’s amount field. */
export function amountText(cart: Cart, type: ShopType, currency: string): string {
	return cart.amounts.get(type.id) ?? moneyToText(type.suggestedMinor ?? type.priceMinor, currency);
}

/** The amount of a donation in minor units; null: no amount, or less than its minimum. */
export function amountMinor(cart: Cart, type: ShopType, currency: string): number | null {
	const minor = textToMoney(amountText(cart, type, currency), currency);
	return minor === null || minor < type.priceMinor ? null : minor;
}

/** @returns null while an amount is missing */
export function itemsOf(cart: Cart, { types, terms }: Pick<DoorShop, 'types' | 'terms'>): CartItem[] | null {
	const items: CartItem[] = [];
	for (const type of types) {
		const quantity = countOf(cart, type.id);
		if (quantity === 0) continue;
		if (type.kind !== 'donation') {
			items.push({ ticketTypeId: type.id, quantity });
			continue;
		}
		const chosenMinor = amountMinor(cart, type, terms.currency);
		if (chosenMinor === null) return null;
		items.push({ ticketTypeId: type.id, quantity, chosenMinor });
	}
	return items;
}

/** A ticket type on the screen: at the price and in the number that can be sold now. */
export interface Offer {
	type: ShopType;
	/** By which its price is worked out: without a network the stored list's. */
	priced: PricedType;
	/** Null: any number. */
	left: number | null;
}

/** What can be sold now: all of the shop, or without a network what is reserved for this device. */
export function offersOf(view: Pick<SalesView, 'shop' | 'isConnected' | 'offlineLeft'>): Offer[] {
	const { shop, isConnected, offlineLeft } = view;
	if (!shop) return [];
	// What is reserved for this device, it sells with a network too.
	if (isConnected)
		return shop.types.map((type) => ({
			...{ type, priced: type },
			left: type.left === null ? null : type.left + (offlineLeft.get(type.id) ?? 0),
		}));
	const stored = shop.allotment?.prices.types ?? [];
	return shop.types.flatMap((type) => {
		const priced = stored.find(({ id }) => id === type.id);
		return priced ? [{ type, priced, left: offlineLeft.get(type.id) ?? 0 }] : [];
	});
}

/** How many more of an offer the cart takes. */
export function roomFor(cart: Cart, { type, left }: Offer): number {
	const room = MOST_SOLD_AT_ONCE - ticketsIn(cart);
	return left === null ? room : Math.max(0, Math.min(room, left - countOf(cart, type.id)));
}
