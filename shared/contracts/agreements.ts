import { z } from '../lib/z.ts';
import { agreementStates } from '../rules/agreement-states.ts';
import { MAX_PAUSE_MONTHS } from '../rules/fundraisers.ts';
import { cardForm, nextAction } from './card-form.ts';
import { moneyMinor, noContent, page, paging, uuid } from './common.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

/** A monthly gift as its donor sees it. */
export const agreement = z
	.object({
		/** `incomplete` is met by no gift: the first one is an order of its own. */
		state: z.enum(agreementStates),
		event: z.object({
			slug: z.string(),
			title: z.string(),
			organiserName: z.string(),
			themeHue: z.number(),
			timeZone: z.string(),
		}),
		donorName: z.string(),
		currency: z.string(),
		/** The gift of the next month, without its cover. */
		amountMinor: z.int(),
		/** What is added for the card fees; 0: nothing. */
		coverMinor: z.int(),
		/** The least that can be given. */
		leastMinor: z.int(),
		/** When the card is charged next, or tried again; null: no more. */
		nextAt: z.string().nullable(),
		/** A month that was refused and is to be paid; null: nothing is due. */
		dueMinor: z.int().nullable(),
		/** The bank wants the donor to confirm what is due. */
		needsPayer: z.boolean(),
		/** A payment is under way whose outcome is not known. */
		isPaying: z.boolean(),
		card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
		/** Gifts that have arrived, the first one too, less what was refunded. */
		gifts: z.int(),
		givenMinor: z.int(),
		startedAt: z.string(),
		/** Why it has ended: `payer`, `organiser`, `unpaid`, `event-cancelled`; null while it goes on. */
		endedReason: z.string().nullable(),
		cardForm,
		/** What the bank asks the donor to confirm. */
		nextAction,
		/** No real money moves. */
		isTest: z.boolean(),
	})
	.meta({ id: 'MonthlyGift' });
export type Agreement = z.output<typeof agreement>;

const access = { kind: 'agreement' } as const;
const params = z.object({ agreementToken: z.string().max(200) });

export const getAgreement = endpoint({
	id: 'agreements.get',
	method: 'GET',
	path: '/api/agreements/{agreementToken}',
	summary: 'Get a monthly donation, by the signed link of its donor.',
	access,
	limit: 'read',
	params,
	output: agreement,
});

export const updateAgreement = endpoint({
	id: 'agreements.update',
	method: 'PATCH',
	path: '/api/agreements/{agreementToken}',
	summary: 'Change the amount of a monthly donation, from the next charge on.',
	access,
	limit: 'write',
	params,
	body: z.strictObject({ amountMinor: moneyMinor().min(1), cover: z.boolean().default(false) }),
	output: agreement,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const pauseAgreement = endpoint({
	id: 'agreements.pause',
	method: 'POST',
	path: '/api/agreements/{agreementToken}/pause',
	summary: 'Skip the next months of a monthly donation.',
	access,
	limit: 'write',
	params,
	body: z.strictObject({ months: z.int().min(1).max(MAX_PAUSE_MONTHS) }),
	output: agreement,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const resumeAgreement = endpoint({
	id: 'agreements.resume',
	method: 'POST',
	path: '/api/agreements/{agreementToken}/resume',
	summary: 'Resume a paused monthly donation. Skipped months are not charged.',
	access,
	limit: 'write',
	params,
	output: agreement,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const stopAgreement = endpoint({
	id: 'agreements.stop',
	method: 'POST',
	path: '/api/agreements/{agreementToken}/stop',
	summary: 'Stop a monthly donation: nothing more is charged. Stopping it again changes nothing.',
	access,
	limit: 'write',
	params,
	output: agreement,
});

export const payAgreement = endpoint({
	id: 'agreements.pay',
	method: 'POST',
	path: '/api/agreements/{agreementToken}/payments',
	summary: 'Pay the month that is due by card. The card is charged from then on.',
	access,
	limit: 'order',
	idempotency: 'command',
	requiresKey: true,
	params,
	body: z.strictObject({ confirmationToken: z.string().min(1).max(200) }),
	output: agreement,
	errors: [
		'BUSINESS_RULE_VIOLATION',
		'PAYMENT_FAILED',
		'PAYMENT_CARD_DECLINED',
		'PAYMENT_INSUFFICIENT_FUNDS',
		'PAYMENT_EXPIRED_CARD',
		'PAYMENT_INVALID_CARD',
		'SERVICE_UNAVAILABLE',
	],
});

export const passAgreementTime = endpoint({
	id: 'agreements.passTime',
	method: 'POST',
	path: '/api/agreements/{agreementToken}/test',
	summary: 'In test mode: move the clock of a monthly donation forward, and charge what is due.',
	access,
	limit: 'write',
	idempotency: 'command',
	params,
	body: z.strictObject({ days: z.int().min(1).max(366) }),
	output: agreement,
});

/** A monthly gift as the organiser sees it. */
export const monthlyGift = z
	.object({
		id: uuid(),
		state: z.enum(agreementStates),
		donorName: z.string(),
		donorEmail: z.string(),
		currency: z.string(),
		amountMinor: z.int(),
		coverMinor: z.int(),
		nextAt: z.string().nullable(),
		/** Gifts that have arrived, less what was refunded. */
		gifts: z.int(),
		givenMinor: z.int(),
		startedAt: z.string(),
		endedReason: z.string().nullable(),
	})
	.meta({ id: 'OrganiserMonthlyGift' });
export type MonthlyGift = z.output<typeof monthlyGift>;

export const listMonthlyGifts = endpoint({
	id: 'fundraisers.listMonthlyGifts',
	method: 'GET',
	path: '/api/events/{event}/monthly-gifts',
	summary: 'List the monthly donations of an event, newest first.',
	access: eventAccess('orders.view'),
	limit: 'read',
	params: eventParams,
	query: z.object({
		/** Words of the donor's name or email. */
		q: z.string().max(200).optional(),
		state: z.enum(agreementStates).optional(),
		...paging(50, 100),
	}),
	output: page(monthlyGift),
});

export const stopMonthlyGift = endpoint({
	id: 'fundraisers.stopMonthlyGift',
	method: 'POST',
	path: '/api/events/{event}/monthly-gifts/{agreement}/stop',
	summary: 'Stop a monthly donation for its donor, who gets an email.',
	access: eventAccess('orders.manage'),
	limit: 'write',
	status: 204,
	params: eventParams.extend({ agreement: uuid() }),
	output: noContent(),
});
