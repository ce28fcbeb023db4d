import { z } from '../lib/z.ts';
import { paymentMethods, refundWays } from '../rules/payment-states.ts';
import { calendarDate, noContent, page, paging, text, uuid } from './common.ts';
import { endpoint, orderAccess, organisationAccess } from './endpoint.ts';
import { managedOrder } from './managed-orders.ts';
import { orderParams } from './orders.ts';
import { organisationParams } from './settings.ts';

const access = organisationAccess('refunds.make');

/** `to_send`: owed; `in_file`: in a file for the bank, and not yet said to be sent; `sent`. */
export const owedRefundStates = ['to_send', 'in_file', 'sent'] as const;

/** The most refunds of one file or one step. */
const mostAtOnce = 500;

/** A bank account as a file for the bank names it. */
const bankAccount = z.object({ holder: z.string(), iban: z.string(), bic: z.string() });

/** Money that goes back to a buyer and that no provider moves. */
export const owedRefund = z
	.object({
		id: uuid(),
		state: z.enum(owedRefundStates),
		amountMinor: z.int(),
		currency: z.string(),
		/** How the money had come. */
		method: z.enum(paymentMethods),
		order: z.object({ id: uuid(), code: z.string(), eventId: uuid(), eventTitle: z.string() }),
		buyer: z.object({ name: z.string(), email: z.string() }),
		/** What a transfer names. */
		reference: z.string(),
		/** Where the buyer wants it; null: they have not said. */
		account: bankAccount.nullable(),
		/** The file that it is in. */
		fileId: uuid().nullable(),
		sentOn: z.string().nullable(),
		sentWay: z.enum(refundWays).nullable(),
		createdAt: z.string(),
	})
	.meta({ id: 'OwedRefund' });
export type OwedRefund = z.output<typeof owedRefund>;

export const listOwedRefunds = endpoint({
	id: 'orders.listOwedRefunds',
	method: 'GET',
	path: '/api/organisations/{organisation}/owed-refunds',
	summary:
		'List refunds of payments by bank transfer or at the door. Each is owed until a member records how it was sent. Oldest first; `sent` newest first.',
	access,
	limit: 'read',
	isHiddenFromViewers: true,
	params: organisationParams,
	query: z.object({
		state: z.enum(owedRefundStates).default('to_send'),
		...paging(50, 100),
	}),
	output: page(owedRefund),
});

export const recordSentRefunds = endpoint({
	id: 'orders.recordSentRefunds',
	method: 'POST',
	path: '/api/organisations/{organisation}/owed-refunds/sent',
	summary: 'Record that owed refunds were sent. They are booked, and their buyers are emailed.',
	access,
	limit: 'write',
	requiresKey: true,
	params: organisationParams,
	body: z.strictObject({
		refundIds: z.array(uuid()).min(1).max(mostAtOnce),
		way: z.enum(refundWays),
		/** The day it was sent. */
		sentOn: calendarDate(),
	}),
	output: z.object({ count: z.int() }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** Transfers to buyers, for the organisation's bank. */
export const refundFile = z
	.object({
		id: uuid(),
		count: z.int(),
		amountMinor: z.int(),
		createdAt: z.string(),
	})
	.meta({ id: 'RefundFile' });
export type RefundFile = z.output<typeof refundFile>;

const fileParams = organisationParams.extend({ file: uuid() });

export const createRefundFile = endpoint({
	id: 'orders.createRefundFile',
	method: 'POST',
	path: '/api/organisations/{organisation}/refund-files',
	summary:
		'Create a SEPA transfer file for owed refunds. A refund is in one file at most. Requires the bank details of the organisation and of each buyer.',
	access,
	limit: 'write',
	status: 201,
	requiresKey: true,
	params: organisationParams,
	body: z.strictObject({ refundIds: z.array(uuid()).min(1).max(mostAtOnce) }),
	output: refundFile,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const getRefundFile = endpoint({
	id: 'orders.getRefundFile',
	method: 'GET',
	path: '/api/organisations/{organisation}/refund-files/{file}/file',
	summary: 'Download a SEPA transfer file (pain.001.001.09).',
	access,
	limit: 'read',
	isHiddenFromViewers: true,
	params: fileParams,
	output: { contentType: 'application/xml', description: 'ISO 20022 pain.001.001.09' },
});

export const deleteRefundFile = endpoint({
	id: 'orders.deleteRefundFile',
	method: 'DELETE',
	path: '/api/organisations/{organisation}/refund-files/{file}',
	summary: 'Discard a transfer file that was not submitted to the bank. Its refunds return to `to_send`.',
	access,
	limit: 'write',
	status: 204,
	params: fileParams,
	output: noContent(),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const setRefundAccount = endpoint({
	id: 'orders.setRefundAccount',
	method: 'PUT',
	path: '/api/orders/{manageToken}/refund-account',
	summary:
		'Set the bank account for a refund of a transfer. It can be changed until the refund is in a transfer file.',
	access: orderAccess,
	limit: 'order',
	params: orderParams,
	body: z.strictObject({
		holder: text({ max: 70, min: 1 }),
		iban: text({ max: 50, min: 1 }),
		bic: text({ max: 14 }).default(''),
	}),
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});
