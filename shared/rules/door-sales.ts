import { cashStep } from '../lib/currencies.ts';

/** How somebody pays at the door: in cash, by card on their own phone, by bank transfer. */
export const doorWays = ['cash', 'card', 'transfer'] as const;
export type DoorWay = (typeof doorWays)[number];

export const doorSaleKinds = ['sale', 'payment'] as const;

export const allotmentStates = ['live', 'ended'] as const;

/** Most tickets of a type that are set aside for one device. */
export const MOST_ALLOTTED = 500;
/** Most tickets in one sale at the door. */
export const MOST_SOLD_AT_ONCE = 50;

/** Name of a guest who gave none. */
export const WALK_IN = 'Walk-in';

/** What of an amount is paid in coins and notes, in minor units: the nearest multiple of the least coin, the half of one upwards. */
export function cashDue(totalMinor: number, currency: string): number {
	const step = cashStep(currency);
	return Math.floor((totalMinor + Math.floor(step / 2)) / step) * step;
}
