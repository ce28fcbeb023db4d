import { z } from '#shared/lib/z.ts';

const rate = z.number().min(0).max(1).default(0);
const duration = (fallback: number) =>
	z
		.number()
		.min(0)
		.max(400 * 86_400)
		.default(fallback);

/**
 * What goes wrong on purpose, and how long things take, for one account or for all that have no controls of their own. Rates are parts of 1,
 * durations are seconds of the gateway's clock.
 */
export const controlsSchema = z.object({
	/** Before an event is sent; the jitter is a random time more, so events arrive in another order than they happened. */
	eventDelaySeconds: duration(0),
	eventJitterSeconds: duration(0),
	/** Events that are never sent; events that are sent again although they were accepted. */
	eventDropRate: rate,
	eventDuplicateRate: rate,
	/** Requests answered with 429, without effect. */
	throttleRate: rate,
	/** Requests that find no server, without effect. */
	refuseConnectionRate: rate,
	/** Requests that take effect and are answered with 500. */
	errorAfterEffectRate: rate,
	/** Requests that take effect and whose connection ends without an answer. */
	cutConnectionRate: rate,
	/** From the effect to the response. */
	responseSeconds: duration(0),
	/** Payments reported with an amount that is not theirs. */
	wrongAmountRate: rate,
	/** From the refund to its end, for the cards whose refunds change later. */
	refundSeconds: duration(120),
	/** Every refund begins as pending, not only those of card 4000 0000 0000 7726. */
	areRefundsPending: z.boolean().default(false),
	/** From the charge to the dispute. */
	disputeSeconds: duration(30),
	/** From the evidence to the issuer's decision. */
	decisionSeconds: duration(60),
	/** From the charge until its money can be paid out. */
	availableSeconds: duration(2 * 86_400),
	/** Between automatic payouts, and from a payout until the bank has it. */
	payoutIntervalSeconds: duration(86_400),
	payoutArrivalSeconds: duration(86_400),
});

export type Controls = z.infer<typeof controlsSchema>;

/** Defaults, with what was set for all accounts and then for this one. */
export function mergeControls(...stored: (Partial<Controls> | undefined)[]): Controls {
	return controlsSchema.parse(Object.assign({}, ...stored));
}
