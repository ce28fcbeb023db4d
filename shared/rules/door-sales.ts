import { leastStep } from '../lib/currencies.ts';

/** How somebody pays at the door: in cash, by card on their own phone, by bank transfer. */
export const doorWays = ['cash', 'card', 'transfer'] as const;
export type DoorWay = (typeof doorWays)[number];

export const doorSaleKinds = ['sale', 'payment'] as const;

export const allotmentStates = ['live', 'ended'] as const;

/** Most tickets of a type that are reserved for one device. */
export const MOST_ALLOTTED = 500;
/** Most devices of a staff link or member for which tickets are reserved at a time. */
export const MOST_DEVICES = 50;
/** Sales of a staff link or member that wait for their payment at a time. */
export const MOST_WAITING_SALES = 100;
/** How long a device may sell without a network by prices that have changed since any device read them. */
export const PRICE_LIST_HOURS = 24;
/** Most tickets in one sale at the door. */
export const MOST_SOLD_AT_ONCE = 50;

/** Name of a guest who gave none. */
export const WALK_IN = 'Walk-in';

/** The least coin in minor units, where there is none of the least amount; EUR cents are paid in most of its countries. */
const coins: Readonly<Record<string, number>> = {
	...{ AUD: 5, CAD: 5, CHF: 5, CZK: 100, DKK: 50, HKD: 10, HUF: 500, ILS: 10, MYR: 5, NOK: 100 },
	...{ NZD: 10, SEK: 100, SGD: 5, THB: 25, TWD: 100, ZAR: 10 },
};

/** The least amount of a currency that can be paid in cash, in minor units: 5 for CHF, 100 for SEK, 1 for EUR. */
export function cashStep(currency: string): number {
	return coins[currency] ?? leastStep(currency);
}

/** The cash amount to pay, in minor units: the nearest multiple of the least coin, the half of one upwards. */
export function cashDue(totalMinor: number, currency: string): number {
	const step = cashStep(currency);
	return Math.floor((totalMinor + Math.floor(step / 2)) / step) * step;
}
