import type { ErrorCode } from '../errors/catalogue.ts';
import { z } from '../lib/z.ts';

/** Why a card cannot be charged. */
export const cardErrors: ErrorCode[] = [
	'PAYMENT_FAILED',
	'PAYMENT_INSUFFICIENT_FUNDS',
	'PAYMENT_CARD_DECLINED',
	'PAYMENT_INVALID_CARD',
	'PAYMENT_EXPIRED_CARD',
];

/** How the browser collects a card; null: cards are not offered. */
export const cardForm = z
	.discriminatedUnion('kind', [
		z.object({
			kind: z.literal('stripe'),
			publishableKey: z.string(),
			account: z.string().nullable(),
			/** Of the provider, as payments will allow them. */
			methods: z.array(z.string()),
		}),
		z.object({ kind: z.literal('test'), fieldsUrl: z.string() }),
	])
	.nullable();

/** The payer’s next action: confirm the payment at their bank. */
export const nextAction = z
	.discriminatedUnion('kind', [
		z.object({ kind: z.literal('redirect'), url: z.string() }),
		z.object({ kind: z.literal('stripe'), clientSecret: z.string() }),
	])
	.nullable();
