import { formatsFor } from '../lib/formats.ts';

/** How the offer of a ticket for resale stands. `listed`: for sale; `lapsed`: the event is over, or the ticket was used. */
export const resaleStates = ['listed', 'sold', 'withdrawn', 'lapsed'] as const;
export type ResaleState = (typeof resaleStates)[number];

/** How guests resell tickets, for what they cost, to the next on the waitlist. */
export interface ResaleRules {
	/** The fee that is retained of the price of each ticket that is resold, in minor units of the event’s currency; never more than the price. */
	keepMinor?: number | undefined;
}

/** Whether guests lose nothing by new rules. Null: no resale. */
export const isResaleKinder = (before: ResaleRules | null, after: ResaleRules | null): boolean =>
	before === null || (after !== null && (after.keepMinor ?? 0) <= (before.keepMinor ?? 0));

/** The rules as people read them, in English, beside the refund policy. */
export function resalePolicyText(rules: ResaleRules | null, currency: string): string {
	if (rules === null) return '';
	const sale = 'You can sell a ticket for what you paid to the next person on the waitlist.';
	return rules.keepMinor
		? `${sale} A fee of ${formatsFor('en').money(rules.keepMinor, currency)} is kept of each sold ticket.`
		: sale;
}
