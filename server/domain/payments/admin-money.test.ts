import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import {
	cardToken,
	holdTickets,
	makePricedEvent,
	payByCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { createTestApi } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { settleDueEvents } from './events.ts';
import { settleDuePayments } from './settle.ts';

/** What administrators do where money is stuck. */
const { services, api, query } = useTestApi();
let admin: TestUser;
beforeAll(async () => {
	admin = await makeUser(services, { isAdmin: true });
});

const provider = () => services.testGateway as NonNullable<Services['testGateway']>;
const read = async (path: string, search: Record<string, string> = {}) =>
	(await api.get(`/api/admin${path}`, { ...admin, query: search })).body;
const act = (path: string, body?: object, through = api) => through.post(`/api/admin${path}`, body, admin);
const figures = () => read('/payment-figures');

/** A payment that its payer confirmed at their bank, and of whose outcome nothing was heard for an hour. */
async function makeLate() {
	const event = await makePricedEvent(services, api, await makeUser(services));
	const order = await holdTickets(api, event);
	await payByCard(api, order, { number: '4000002760003184' });
	const [payment] = await query(
		`SELECT p.id, p.provider_id AS at, a.provider_account AS account FROM payments p JOIN payment_accounts a ON a.id = p.account_id
		WHERE p.subject_id = $1`,
		[order.id],
	);
	await provider().endChallenge(payment.account, payment.at, true);
	await query(
		`UPDATE payments SET state = 'processing', created_at = now() - interval '1 hour', next_check_at = now() + interval '1 hour'
		WHERE id = $1`,
		[payment.id],
	);
	return { event, id: payment.id as string };
}

test('a payment without an answer is late, and is settled once the provider is asked', async () => {
	const { id, event } = await makeLate();
	expect(await read('/payments', { filter: 'late' })).toMatchObject({ data: [{ id, state: 'processing' }] });
	expect((await figures()).latePayments).toBe(1);
	expect((await read('/overview')).attention.latePayments).toBe(1);

	const away = {
		...services.gateway,
		getPayment: () => Promise.reject(new GatewayError({ kind: 'unreachable' }, 'Away')),
	};
	const unreachable = await act(
		`/payments/${id}/check`,
		undefined,
		createTestApi({ ...services, gateway: away }),
	);
	expect([unreachable.status, unreachable.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);

	for (let again = 0; again < 2; again++) {
		const asked = await act(`/payments/${id}/check`);
		expect([asked.status, asked.body.state, asked.body.nextCheckAt]).toEqual([200, 'succeeded', null]);
	}
	expect((await figures()).latePayments).toBe(0);
	expect((await act(`/payments/${newId()}/check`)).status).toBe(404);
	expect((await api.post(`/api/admin/payments/${id}/check`, undefined, event.owner)).status).toBe(403);
	const audited = await read('/audit', { q: 'payments.checkPayment' });
	expect(audited.data.length).toBeGreaterThan(0);
	await expectInvariants(services);
});

test('all late payments are asked for at once, and those in time are left alone', async () => {
	const late = [(await makeLate()).id, (await makeLate()).id];
	const { id: inTime } = await makeLate();
	await query(`UPDATE payments SET created_at = now() WHERE id = $1`, [inTime]);
	expect((await act('/payments/check-late')).body).toEqual({ count: 2 });
	await settleDuePayments(services);
	const states = await query(`SELECT id, state FROM payments WHERE id = ANY ($1::uuid[]) ORDER BY id`, [
		[...late, inTime],
	]);
	expect(states).toEqual([
		...late.map((id) => ({ id, state: 'succeeded' })),
		{ id: inTime, state: 'processing' },
	]);
	expect((await act('/payments/check-late')).body).toEqual({ count: 0 });
	await act(`/payments/${inTime}/check`);
	await expectInvariants(services);
});

test('an event that matches nothing is listed with its reason until it is set aside', async () => {
	const id = `evt_${randomUUID()}`;
	await query(
		`INSERT INTO provider_events (gateway, id, account, type, object_id) VALUES ($1, $2, 'acct_elsewhere', 'payment charge.succeeded', 'pi_1')`,
		[services.gateway.name, id],
	);
	const early = await act(`/provider-events/${id}/set-aside`, { note: 'Not ours' });
	expect([early.status, early.body.metadata.rule]).toEqual([422, 'event-matched']);
	await settleDueEvents(services);
	const unmatched = () => read('/provider-events', { filter: 'unmatched' });
	expect((await unmatched()).data).toMatchObject([{ id, outcome: 'unknown-account', setAsideAt: null }]);
	expect((await figures()).unmatchedEvents).toBe(1);

	expect((await act(`/provider-events/${id}/set-aside`, { note: '' })).status).toBe(400);
	const aside = await act(`/provider-events/${id}/set-aside`, { note: 'Of the old installation' });
	expect(aside.body).toMatchObject({ id, note: 'Of the old installation', setAsideAt: expect.any(String) });
	expect((await unmatched()).data).toEqual([]);
	expect((await figures()).unmatchedEvents).toBe(0);

	// Tried again, it is looked at anew.
	expect((await act(`/provider-events/${id}/retry`)).body).toMatchObject({ setAsideAt: null, note: '' });
	await query(`UPDATE provider_events SET next_try_at = now() - interval '1 second' WHERE id = $1`, [id]);
	await settleDueEvents(services);
	expect((await unmatched()).data).toHaveLength(1);
	expect((await act('/provider-events/evt_none/set-aside', { note: 'x' })).status).toBe(404);
});

test('a refund that failed is listed while its money is owed, and is sent again once', async () => {
	const event = await makePricedEvent(services, api, await makeUser(services));
	const order = await holdTickets(api, event);
	await payByCard(api, order, { number: '4000000000005126' });
	await settleAll(services);
	const [ticket] = await query('SELECT id FROM attendees WHERE order_id = $1 ORDER BY id', [order.id]);
	const refunded = await refundOrder(api, event, order, {
		token: event.owner.token,
		reason: 'ill',
		attendeeIds: [ticket.id],
	});
	expect(refunded.status, JSON.stringify(refunded.body)).toBe(201);
	await settleAll(services);
	expect((await read('/failed-refunds')).data).toEqual([]);
	await provider().moveClock(new Date((await provider().now()).getTime() + 600_000));
	await settleAll(services);
	const { data } = await read('/failed-refunds');
	expect(data).toMatchObject([{ organisationId: event.organisationId, reason: 'organiser' }]);
	expect((await figures()).failedRefunds).toBe(1);
	expect((await read('/overview')).attention.failedRefunds).toBe(1);

	const [failed] = data;
	const answers = await Promise.all([1, 2].map(() => act(`/failed-refunds/${failed.id}/retry`)));
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
	const again = answers.find(({ status }) => status === 200)?.body.refundId;
	expect((await read('/failed-refunds')).data).toEqual([]);
	await settleAll(services);
	expect(
		await query('SELECT state, amount_minor::int AS amount FROM refunds WHERE id = $1', [again]),
	).toEqual([{ state: 'succeeded', amount: failed.amountMinor }]);
	// The ticket is refunded by the new one.
	expect(await query('SELECT attendee_id FROM refunded_tickets WHERE refund_id = $1', [again])).toEqual([
		{ attendee_id: ticket.id },
	]);
	expect((await act(`/failed-refunds/${again}/retry`)).status).toBe(404);
	expect((await act(`/failed-refunds/${newId()}/retry`)).status).toBe(404);
	await expectInvariants(services);
});

test('differences of all organisations are listed page by page, the newest first', async () => {
	const sellers = [await makeUser(services), await makeUser(services)];
	for (const [at, seller] of sellers.entries()) {
		const event = await makePricedEvent(services, api, seller);
		await payByCard(api, await holdTickets(api, event));
		await query(
			`INSERT INTO balance_items (id, organisation_id, account_id, provider_id, kind, amount_minor, application_fee_minor, provider_fee_minor,
				net_minor, currency, available_at, occurred_at, state, difference)
			SELECT $2, $1, id, $3, 'other', -500, 0, 0, -500, 'EUR', now(), now() + make_interval(secs => $4), 'unmatched', 'unknown-movement'
			FROM payment_accounts WHERE organisation_id = $1 AND disconnected_at IS NULL`,
			[seller.organisationId, newId(), `txn_${at}`, at],
		);
	}
	const first = await read('/differences', { limit: '1' });
	expect(first.data).toMatchObject([
		{
			organisationId: sellers[1]?.organisationId,
			difference: 'unknown-movement',
			amountMinor: -500,
			providerId: 'txn_1',
		},
	]);
	const second = await read('/differences', { limit: '1', cursor: first.nextCursor });
	expect(second.data).toMatchObject([{ organisationId: sellers[0]?.organisationId, providerId: 'txn_0' }]);
	expect(second.nextCursor).toBeNull();
	expect((await figures()).differences).toBe(2);
});

test('plans of all organisations are listed by how they stand, and a refused bill is charged again', async () => {
	await api.call('PUT', '/api/admin/plans', { areCharged: true }, admin);
	const word = `Quay${newId().slice(-8)}`;
	const [payer, failing, given] = [
		await makeUser(services),
		await makeUser(services),
		await makeUser(services),
	];
	const ids = [payer, failing, given].map(({ organisationId }) => organisationId);
	await query(`UPDATE organisations SET name = $2 || ' ' || slug WHERE id = ANY ($1::uuid[])`, [ids, word]);
	const path = (owner: TestUser) => `/api/organisations/${owner.organisationId}/subscription`;
	for (const [owner, number] of [
		[payer, '4242424242424242'],
		[failing, '4000000000000341'],
	] as const) {
		const confirmationToken = await cardToken(api, number);
		await api.call('PUT', path(owner), { plan: 'pro', confirmationToken }, { token: owner.token });
	}
	await api.post(`${path(failing)}/test`, { days: 31 }, { token: failing.token });
	await api.call('PUT', `/api/admin/organisations/${given.organisationId}/plan`, { plan: 'business' }, admin);

	const list = async (filter: string) => (await read('/plans', { q: word, filter })).data;
	expect(await list('all')).toHaveLength(3);
	expect(await list('paid')).toMatchObject([
		{ id: payer.organisationId, plan: 'pro', state: 'active', renewsMinor: 2_900, dueMinor: null },
	]);
	expect(await list('granted')).toMatchObject([
		{ id: given.organisationId, plan: 'business', paidPlan: 'free', state: 'none', grantedPlan: 'business' },
	]);
	expect(await list('unpaid')).toMatchObject([
		{ id: failing.organisationId, plan: 'pro', state: 'past_due', dueMinor: 2_900, failures: 1 },
	]);
	expect(await list('ended')).toEqual([]);

	const charge = (owner: TestUser) => act(`/plans/${owner.organisationId}/charge`);
	expect((await charge(payer)).body.metadata.rule).toBe('nothing-due');
	const refusals = [];
	for (let attempt = 0; attempt < 3; attempt++) {
		const { body } = await charge(failing);
		refusals.push(body.failures ?? body.metadata.rule);
	}
	// The last attempt is left for its own day.
	expect(refusals).toEqual([2, 3, 'last-attempt']);
	await api.call('PUT', '/api/admin/plans', { areCharged: false }, admin);
	await expectInvariants(services);
});
