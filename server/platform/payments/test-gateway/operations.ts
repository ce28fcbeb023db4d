import { and, desc, eq, gte, lt, notLike } from 'drizzle-orm';
import { testGatewayEvents } from '#server/db/tables/platform.ts';
import { createAccount, createAccountLink, getAccount, toV2Account } from './accounts.ts';
import { showBalanceItem } from './balance.ts';
import { acceptDispute, updateDispute } from './disputes.ts';
import type { FormFields } from './form.ts';
import { groupField, integerField, listField, textField } from './form-fields.ts';
import type { GatewayContext } from './gateway-context.ts';
import { cancelIntent, confirmIntent, createIntent } from './payment-intents.ts';
import { getBalance } from './payouts.ts';
import { invalidRequest, missing } from './problem.ts';
import { createRefund } from './refunds.ts';
import { createDomain, createEventDestination, createWebhookEndpoint } from './registrations.ts';
import { createCustomer, createSetup, detachMethod } from './saved-methods.ts';
import type { Kind, ListQuery, ObjectKinds, Session, Stored } from './session.ts';

export interface OperationContext extends GatewayContext {
	onboardingUrl: (linkId: string) => string;
}

export interface OperationRequest {
	/** The id in the path. */
	id: string;
	/** Of the form, or of the query of a GET. */
	fields: FormFields;
	/** Of a v2 request, which is JSON. */
	json: Record<string, unknown>;
	context: OperationContext;
}

/** One operation of the API: what it changes is written by the caller. @throws StripeProblem */
export interface Operation {
	method: 'GET' | 'POST';
	/** As Hono writes paths; `:id` is handed over. */
	path: string;
	run: (session: Session, request: OperationRequest) => Promise<object>;
}

const retrieve =
	<K extends Kind>(
		kind: K,
		show?: (object: ObjectKinds[K], session: Session) => ObjectKinds[K],
	): Operation['run'] =>
	async (session, { id }) => {
		const stored = await session.find(kind, id);
		if (!stored) throw missing(kind, id);
		return show ? show(stored.object, session) : stored.object;
	};

/** @param filters parameters and the hidden properties that they compare */
const list =
	<K extends Kind>(
		kind: K,
		url: string,
		filters: Readonly<Record<string, keyof Stored<Kind>['hidden']>> = {},
		show?: (object: ObjectKinds[K], session: Session) => ObjectKinds[K],
	): Operation['run'] =>
	async (session, { fields }) => {
		const where: ListQuery['where'] = {};
		for (const [param, hidden] of Object.entries(filters)) {
			const value = textField(fields, param);
			if (value) where[hidden] = value;
		}
		const { data, hasMore } = await session.list(kind, { ...pageOf(fields), where });
		return {
			object: 'list',
			data: data.map(({ object }) => (show ? show(object, session) : object)),
			has_more: hasMore,
			url,
		};
	};

function pageOf(fields: FormFields): Omit<ListQuery, 'where'> {
	const limit = integerField(fields, 'limit') ?? 10;
	if (limit < 1 || limit > 100) throw invalidRequest('Limit must be between 1 and 100.', { param: 'limit' });
	const createdFrom = integerField(groupField(fields, 'created'), 'gte');
	return {
		limit,
		startingAfter: textField(fields, 'starting_after') || undefined,
		endingBefore: textField(fields, 'ending_before') || undefined,
		createdFrom: createdFrom === null ? undefined : new Date(createdFrom * 1000),
	};
}

const listEvents: Operation['run'] = async (session, { fields }) => {
	const { id, account, type, createdAt, body } = testGatewayEvents;
	const { limit, startingAfter, createdFrom } = pageOf(fields);
	const rows = await session.tx
		.select({ body })
		.from(testGatewayEvents)
		.where(
			and(
				eq(account, session.account),
				notLike(type, 'v2.%'),
				startingAfter ? lt(id, startingAfter) : undefined,
				createdFrom ? gte(createdAt, createdFrom) : undefined,
			),
		)
		.orderBy(desc(id))
		.limit(limit + 1);
	return {
		object: 'list',
		data: rows.slice(0, limit).map((row) => row.body),
		has_more: rows.length > limit,
		url: '/v1/events',
	};
};

export const operations: readonly Operation[] = [
	{
		method: 'POST',
		path: '/v1/payment_intents',
		run: (session, { fields, context }) => createIntent(session, fields, context),
	},
	{ method: 'GET', path: '/v1/payment_intents', run: list('payment_intent', '/v1/payment_intents') },
	{ method: 'GET', path: '/v1/payment_intents/:id', run: retrieve('payment_intent') },
	{
		method: 'POST',
		path: '/v1/payment_intents/:id/confirm',
		run: (session, { id, fields, context }) => confirmIntent(session, id, fields, context),
	},
	{
		method: 'POST',
		path: '/v1/payment_intents/:id/cancel',
		run: (session, { id }) => cancelIntent(session, id),
	},
	{
		method: 'POST',
		path: '/v1/customers',
		run: async (session, { fields }) => createCustomer(session, fields),
	},
	{
		method: 'POST',
		path: '/v1/setup_intents',
		run: (session, { fields, context }) => createSetup(session, fields, context),
	},
	{ method: 'GET', path: '/v1/setup_intents/:id', run: retrieve('setup_intent') },
	{
		method: 'POST',
		path: '/v1/payment_methods/:id/detach',
		run: (session, { id }) => detachMethod(session, id),
	},
	{ method: 'GET', path: '/v1/charges/:id', run: retrieve('charge') },
	{ method: 'POST', path: '/v1/refunds', run: (session, { fields }) => createRefund(session, fields) },
	{
		method: 'GET',
		path: '/v1/refunds',
		run: list('refund', '/v1/refunds', { payment_intent: 'paymentIntent', charge: 'charge' }),
	},
	{ method: 'GET', path: '/v1/refunds/:id', run: retrieve('refund') },
	{
		method: 'GET',
		path: '/v1/balance_transactions',
		run: list('balance_transaction', '/v1/balance_transactions', { payout: 'payout' }, (item, { now }) =>
			showBalanceItem(item, now),
		),
	},
	{
		method: 'GET',
		path: '/v1/balance_transactions/:id',
		run: retrieve('balance_transaction', (item, { now }) => showBalanceItem(item, now)),
	},
	{
		method: 'GET',
		path: '/v1/disputes',
		run: list('dispute', '/v1/disputes', { payment_intent: 'paymentIntent', charge: 'charge' }),
	},
	{ method: 'GET', path: '/v1/disputes/:id', run: retrieve('dispute') },
	{
		method: 'POST',
		path: '/v1/disputes/:id',
		run: (session, { id, fields }) => updateDispute(session, id, fields),
	},
	{
		method: 'POST',
		path: '/v1/disputes/:id/close',
		run: (session, { id }) => acceptDispute(session, id),
	},
	{ method: 'GET', path: '/v1/balance', run: (session) => getBalance(session) },
	{ method: 'GET', path: '/v1/payouts', run: list('payout', '/v1/payouts') },
	{ method: 'GET', path: '/v1/payouts/:id', run: retrieve('payout') },
	{ method: 'GET', path: '/v1/events', run: listEvents },
	{
		method: 'POST',
		path: '/v1/payment_method_domains',
		run: async (session, { fields }) => createDomain(session, fields),
	},
	{ method: 'GET', path: '/v1/webhook_endpoints', run: list('webhook_endpoint', '/v1/webhook_endpoints') },
	{
		method: 'POST',
		path: '/v1/webhook_endpoints',
		run: async (session, { fields, context }) => createWebhookEndpoint(session, fields, context.secret),
	},
	{
		method: 'GET',
		path: '/v2/core/event_destinations',
		run: async (session) => {
			const { data } = await session.list('event_destination', { limit: 100 });
			return { data: data.map(({ object }) => object), next_page_url: null, previous_page_url: null };
		},
	},
	{
		method: 'POST',
		path: '/v2/core/event_destinations',
		run: async (session, { json, context }) => createEventDestination(session, json, context.secret),
	},
	{
		method: 'POST',
		path: '/v2/core/accounts',
		run: async (session, { json }) => toV2Account(createAccount(session, json), includeOf(json.include)),
	},
	{
		method: 'GET',
		path: '/v2/core/accounts/:id',
		run: async (session, { id, fields }) =>
			toV2Account(await getAccount(session, id), listField(fields, 'include')),
	},
	{
		method: 'POST',
		path: '/v2/core/account_links',
		run: async (session, { json, context }) => {
			await getAccount(session, String(json.account));
			return createAccountLink(session, json, context.onboardingUrl);
		},
	},
];

const includeOf = (value: unknown): string[] =>
	Array.isArray(value) ? value.filter((part) => typeof part === 'string') : [];
