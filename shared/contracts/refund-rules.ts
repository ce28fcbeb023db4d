import { z } from '../lib/z.ts';
import { MAX_AMOUNT } from '../rules/pricing/money.ts';
import { areOrdered, mostRefundSteps } from '../rules/refund-rules.ts';
import { text } from './common.ts';

/** When something ends before an event: calendar days before the event, at midnight in its zone; hours before its start; null: when it starts. */
export const deadline = z
	.union([
		z.strictObject({ days: z.int().min(1).max(365) }),
		z.strictObject({ hours: z.int().min(1).max(720) }),
	])
	.nullable();

/** The refund rules for buyers who cancel. The policy that guests read is written from them. */
export const refundRules = z
	.strictObject({
		/** The most generous first; each gives less for shorter notice. None: no refunds. */
		steps: z
			.array(z.strictObject({ percent: z.int().min(1).max(100), until: deadline }))
			.max(mostRefundSteps)
			.refine(areOrdered, 'Each step must give back less than the one before, until a later time.'),
		/** A fee that is retained of each ticket, in minor units of the event’s currency. */
		keepMinor: z.int().min(1).max(MAX_AMOUNT).optional(),
		/** A fee that is retained of each ticket, of its price in hundredths of a per cent. Not beside `keepMinor`. */
		keepBasisPoints: z.int().min(1).max(10_000).optional(),
		/** What guests read beside it. */
		note: text({ max: 400, lines: true }).optional(),
	})
	.refine((rules) => rules.keepMinor === undefined || rules.keepBasisPoints === undefined, {
		path: ['keepBasisPoints'],
		message: 'Only one of the two fees can be kept.',
	})
	.meta({ id: 'RefundRules' });
