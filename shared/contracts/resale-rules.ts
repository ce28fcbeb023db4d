import { z } from '../lib/z.ts';
import { MAX_AMOUNT } from '../rules/pricing/money.ts';

/** How guests resell tickets, for what they cost, to the next on the waitlist. */
export const resaleRules = z
	.strictObject({
		/** The fee that is retained of the price of each ticket that is resold, in minor units of the event’s currency. */
		keepMinor: z.int().min(1).max(MAX_AMOUNT).optional(),
	})
	.meta({ id: 'ResaleRules' });
