import { z } from '../lib/z.ts';
import { bulkRunStates } from '../rules/bulk-run-states.ts';
import { paymentMethods } from '../rules/payment-states.ts';
import { text, uuid, wholeList } from './common.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

/** Preview of a bulk refund, in one currency. */
const bulkTotal = z.object({
	currency: z.string(),
	orders: z.int(),
	amountMinor: z.int(),
	/** What the provider took for these payments and keeps, as far as it has said so. */
	providerKeepsMinor: z.int(),
	/** The platform's fee that goes back with the refunds. */
	platformFeeMinor: z.int(),
	ways: z.array(
		z.object({
			method: z.enum(paymentMethods),
			orders: z.int(),
			amountMinor: z.int(),
		}),
	),
});

/** Preview of refunding all paid orders of an event. */
export const bulkPreview = z
	.object({
		totals: z.array(bulkTotal),
		/** Orders whose money a dispute holds; they are left out. */
		disputed: z.int(),
		isTest: z.boolean(),
	})
	.meta({ id: 'BulkRefundPreview' });
export type BulkPreview = z.output<typeof bulkPreview>;

export const bulkRun = z
	.object({
		id: uuid(),
		state: z.enum(bulkRunStates),
		reason: z.string(),
		total: z.int(),
		done: z.int(),
		failed: z.int(),
		/** Refunds of the run that the provider has not answered yet, and those that failed afterwards. */
		underWay: z.int(),
		/** Refunds of the run that a member has to send, as no provider moved the money. */
		toSend: z.int(),
		sentBack: z.int(),
		createdAt: z.string(),
		endedAt: z.string().nullable(),
	})
	.meta({ id: 'BulkRun' });
export type BulkRun = z.output<typeof bulkRun>;

/** An order that a run could not refund, and why: a rule or an error code. */
export const bulkFailure = z.object({
	orderId: uuid(),
	code: z.string(),
	buyerName: z.string(),
	error: z.string(),
});

const access = eventAccess('money.manage');
const runParams = eventParams.extend({ run: uuid() });

export const previewBulkRun = endpoint({
	id: 'orders.previewBulk',
	method: 'POST',
	path: '/api/events/{event}/bulk-runs/preview',
	summary: 'Preview refunding all paid orders of a cancelled event: the amount returned and its cost.',
	access,
	limit: 'read',
	params: eventParams,
	output: bulkPreview,
});

export const startBulkRun = endpoint({
	id: 'orders.runBulk',
	method: 'POST',
	path: '/api/events/{event}/bulk-runs',
	summary:
		'Refund all paid orders of a cancelled event and cancel their tickets, order by order. Requires a recent sign-in (403, rule confirm-sign-in).',
	access,
	limit: 'write',
	status: 201,
	requiresKey: true,
	params: eventParams,
	body: z.strictObject({ reason: text({ max: 500, lines: true }).default('') }),
	output: bulkRun,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const listBulkRuns = endpoint({
	id: 'orders.listBulk',
	method: 'GET',
	path: '/api/events/{event}/bulk-runs',
	summary: 'List the latest bulk refunds of an event, newest first.',
	access,
	limit: 'read',
	params: eventParams,
	output: wholeList(bulkRun),
});

export const getBulkRun = endpoint({
	id: 'orders.getBulk',
	method: 'GET',
	path: '/api/events/{event}/bulk-runs/{run}',
	summary: 'Get the progress of a bulk refund, with the first 100 orders that could not be refunded.',
	access,
	limit: 'read',
	params: runParams,
	output: bulkRun.extend({ failures: z.array(bulkFailure) }),
});

export const stopBulkRun = endpoint({
	id: 'orders.stopBulk',
	method: 'POST',
	path: '/api/events/{event}/bulk-runs/{run}/stop',
	summary: 'Stop a bulk refund. Completed refunds stay. Repeating it changes nothing.',
	access,
	limit: 'write',
	params: runParams,
	output: bulkRun,
});
