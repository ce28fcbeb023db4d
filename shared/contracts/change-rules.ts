import { z } from '../lib/z.ts';
import { MAX_AMOUNT } from '../rules/pricing/money.ts';
import { deadline } from './refund-rules.ts';

/** How buyers change their tickets by themselves. */
export const changeRules = z
	.strictObject({
		/** Until when; null: until the event starts. */
		until: deadline,
		/** The fee that is retained of the price of each ticket that is changed, in minor units of the event’s currency. */
		keepMinor: z.int().min(1).max(MAX_AMOUNT).optional(),
		/** Whether a ticket can be changed for one that costs less. The difference goes back. */
		allowsLower: z.boolean(),
	})
	.meta({ id: 'ChangeRules' });
