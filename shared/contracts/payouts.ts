import { z } from '../lib/z.ts';
import { balanceItemKinds, differenceKinds, disputeStates, payoutStates } from '../rules/payment-states.ts';
import { page, paging, text, uuid } from './common.ts';
import { endpoint, organisationAccess } from './endpoint.ts';
import { organisationParams } from './settings.ts';

const view = organisationAccess('money.view');
const manage = organisationAccess('money.manage');
const listQuery = z.object(paging(50, 100));

/** Money that leaves the account at the provider for the organisation's bank. */
export const payout = z
	.object({
		id: uuid(),
		state: z.enum(payoutStates),
		amountMinor: z.int(),
		currency: z.string(),
		arrivesAt: z.string(),
		madeAt: z.string(),
		failure: z.string().nullable(),
		/** The bank's reference. */
		trace: z.string().nullable(),
		/** False: the provider does not say what it is made of. */
		isItemised: z.boolean(),
	})
	.meta({ id: 'Payout' });
export type Payout = z.output<typeof payout>;

/** A movement of the balance at the provider. */
export const balanceItem = z
	.object({
		id: uuid(),
		kind: z.enum(balanceItemKinds),
		amountMinor: z.int(),
		platformFeeMinor: z.int(),
		providerFeeMinor: z.int(),
		/** The amount less both fees. */
		netMinor: z.int(),
		currency: z.string(),
		occurredAt: z.string(),
		/** The order, where it is of one. */
		orderId: uuid().nullable(),
		eventId: uuid().nullable(),
		/** Of gift cards that were bought, which belong to no event. */
		isOfGiftCards: z.boolean(),
	})
	.meta({ id: 'BalanceItem' });
export type BalanceItem = z.output<typeof balanceItem>;

export const listPayouts = endpoint({
	id: 'payments.listPayouts',
	method: 'GET',
	path: '/api/organisations/{organisation}/payouts',
	summary: 'List the payouts of an organisation, newest first.',
	access: view,
	limit: 'read',
	params: organisationParams,
	query: listQuery,
	output: page(payout),
});

export const getPayout = endpoint({
	id: 'payments.getPayout',
	method: 'GET',
	path: '/api/organisations/{organisation}/payouts/{payout}',
	summary: 'Get a payout with its transactions, down to the single order.',
	access: view,
	limit: 'read',
	params: organisationParams.extend({ payout: uuid() }),
	query: listQuery,
	output: z.object({ payout, items: page(balanceItem) }),
});

/** What differs between the provider's balance and the books. */
export const difference = z
	.object({
		id: uuid(),
		difference: z.enum(differenceKinds),
		/** Null: the books know of it, the provider's balance does not. */
		kind: z.enum(balanceItemKinds).nullable(),
		amountMinor: z.int(),
		/** What settling it writes into the books; null: it cannot be settled manually. */
		unbookedMinor: z.int().nullable(),
		currency: z.string(),
		occurredAt: z.string(),
		/** The provider's id, to find it there. */
		providerId: z.string().nullable(),
		orderId: uuid().nullable(),
		eventId: uuid().nullable(),
		/** Of gift cards that were bought, which belong to no event. */
		isOfGiftCards: z.boolean(),
	})
	.meta({ id: 'Difference' });
export type Difference = z.output<typeof difference>;

export const listDifferences = endpoint({
	id: 'payments.listDifferences',
	method: 'GET',
	path: '/api/organisations/{organisation}/differences',
	summary: "List the newest 100 differences between the provider's balance and the books.",
	access: view,
	limit: 'read',
	params: organisationParams,
	output: z.object({
		data: z.array(difference),
		/** When the balance was last compared; null: never. */
		comparedAt: z.string().nullable(),
	}),
});

export const settleDifference = endpoint({
	id: 'payments.settleDifference',
	method: 'POST',
	path: '/api/organisations/{organisation}/differences/{item}/settle',
	summary: 'Settle a difference: an adjustment is booked so that the books match the provider.',
	access: manage,
	limit: 'write',
	requiresKey: true,
	params: organisationParams.extend({ item: uuid() }),
	body: z.strictObject({ note: text({ min: 1, max: 500, lines: true }) }),
	output: z.object({ adjustedMinor: z.int(), currency: z.string() }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** A charge that a buyer's bank has taken back, or asks about. */
export const dispute = z
	.object({
		id: uuid(),
		state: z.enum(disputeStates),
		amountMinor: z.int(),
		feeMinor: z.int(),
		currency: z.string(),
		/** The bank's reason: `fraudulent`, `product_not_received` … */
		reason: z.string(),
		evidenceDueAt: z.string().nullable(),
		sentAt: z.string().nullable(),
		closedAt: z.string().nullable(),
		createdAt: z.string(),
		orderId: uuid(),
		eventId: uuid().nullable(),
		/** Of gift cards that were bought, which belong to no event. */
		isOfGiftCards: z.boolean(),
	})
	.meta({ id: 'Dispute' });
export type Dispute = z.output<typeof dispute>;

export const listDisputes = endpoint({
	id: 'payments.listDisputes',
	method: 'GET',
	path: '/api/organisations/{organisation}/disputes',
	summary: 'List the disputes of an organisation, newest first. `open`: undecided ones only.',
	access: view,
	limit: 'read',
	params: organisationParams,
	query: listQuery.extend({ open: z.stringbool().optional() }),
	output: page(dispute),
});

const disputeParams = organisationParams.extend({ dispute: uuid() });
const evidenceText = () => text({ max: 20_000, lines: true }).optional();

export const sendEvidence = endpoint({
	id: 'payments.sendEvidence',
	method: 'POST',
	path: '/api/organisations/{organisation}/disputes/{dispute}/evidence',
	summary: 'Submit evidence for a dispute. It can be submitted only once and can’t be changed.',
	access: manage,
	limit: 'write',
	requiresKey: true,
	params: disputeParams,
	body: z.strictObject({
		/** What was sold. */
		product: evidenceText(),
		/** The day of the event, as people write it. */
		serviceDate: evidenceText(),
		refundPolicy: evidenceText(),
		/** Everything else that speaks for you. */
		explanation: text({ min: 1, max: 20_000, lines: true }),
	}),
	output: dispute,
	errors: ['BUSINESS_RULE_VIOLATION', 'SERVICE_UNAVAILABLE'],
});

export const suggestEvidence = endpoint({
	id: 'orders.suggestEvidence',
	method: 'GET',
	path: '/api/organisations/{organisation}/disputes/{dispute}/evidence',
	summary:
		'Get draft evidence for a dispute from its order: what was sold, the refund policy and a timeline. Review and edit it before you submit it.',
	access: view,
	limit: 'read',
	params: disputeParams,
	output: z.object({
		product: z.string(),
		serviceDate: z.string(),
		refundPolicy: z.string(),
		explanation: z.string(),
	}),
});

export const acceptDispute = endpoint({
	id: 'payments.acceptDispute',
	method: 'POST',
	path: '/api/organisations/{organisation}/disputes/{dispute}/accept',
	summary: 'Accept a dispute: the buyer keeps the money.',
	access: manage,
	limit: 'write',
	requiresKey: true,
	params: disputeParams,
	output: dispute,
	errors: ['BUSINESS_RULE_VIOLATION', 'SERVICE_UNAVAILABLE'],
});
