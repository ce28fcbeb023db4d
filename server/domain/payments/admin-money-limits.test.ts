import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { holdTickets, makePricedEvent, payByCard, refundOrder, settleAll } from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { settleDueEvents } from './events.ts';
import { settleDuePayments } from './settle.ts';

/** What administrators do with stuck money, done twice, at once, too late or with what does not belong there. */
const { services, api, query } = useTestApi();
let admin: TestUser;
beforeAll(async () => {
	admin = await makeUser(services, { isAdmin: true });
});

const provider = () => services.testGateway as NonNullable<Services['testGateway']>;
const read = (path: string, search: Record<string, string> = {}) =>
	api.get(`/api/admin${path}`, { ...admin, query: search });
const act = (path: string, body?: object) => api.post(`/api/admin${path}`, body, admin);

/** An order of some tickets, of which the refund of one was sent back by the bank. */
async function makeFailedRefund(tickets: number) {
	const event = await makePricedEvent(services, api, await makeUser(services));
	const order = await holdTickets(api, event, tickets);
	await payByCard(api, order, { number: '4000000000005126' });
	await settleAll(services);
	const [ticket] = await query('SELECT id FROM attendees WHERE order_id = $1 ORDER BY id', [order.id]);
	const refund = () =>
		refundOrder(api, event, order, {
			token: event.owner.token,
			reason: 'ill',
			attendeeIds: [ticket.id],
		});
	expect((await refund()).status).toBe(201);
	await settleAll(services);
	await provider().moveClock(new Date((await provider().now()).getTime() + 600_000));
	await settleAll(services);
	const [failed] = await query(
		`SELECT id, amount_minor::int AS amount, payment_id AS payment FROM refunds WHERE subject_id = $1 AND state = 'failed'`,
		[order.id],
	);
	return { event, order, refund, failed: failed as { id: string; amount: number; payment: string } };
}

const refundsOf = (orderId: string) =>
	query('SELECT state, amount_minor::int AS amount FROM refunds WHERE subject_id = $1 ORDER BY id', [
		orderId,
	]);

const listedOf = async ({ organisationId }: { organisationId: string }) =>
	((await read('/failed-refunds')).body.data as { organisationId: string }[]).filter(
		(one) => one.organisationId === organisationId,
	);

test('a failed refund of one of several tickets is sent again once, however often that is asked for', async () => {
	const { order, failed, refund } = await makeFailedRefund(3);
	const answers = await Promise.all([1, 2, 3].map(() => act(`/failed-refunds/${failed.id}/retry`)));
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
	expect((await read('/failed-refunds')).body.data).toEqual([]);
	expect((await act(`/failed-refunds/${failed.id}/retry`)).body.metadata.rule).toBe('refund-not-owed');
	// Nor does the organiser refund that ticket beside it.
	expect((await refund()).status).toBe(422);
	await settleAll(services);
	expect((await act(`/failed-refunds/${failed.id}/retry`)).body.metadata.rule).toBe('refund-not-owed');
	expect(await refundsOf(order.id)).toEqual([
		{ state: 'failed', amount: failed.amount },
		{ state: 'succeeded', amount: failed.amount },
	]);
	// The bank sends it back as well: still one debt, which is listed once.
	await provider().moveClock(new Date((await provider().now()).getTime() + 600_000));
	await settleAll(services);
	const { data } = (await read('/failed-refunds')).body;
	expect(data).toMatchObject([{ amountMinor: failed.amount }]);
	expect(data[0].id).not.toBe(failed.id);
	expect((await read('/payment-figures')).body.failedRefunds).toBe(1);
	await expectInvariants(services);
});

test('a failed refund that the organiser made again is not sent a second time', async () => {
	const { event, order, failed, refund } = await makeFailedRefund(2);
	expect(await listedOf(event)).toMatchObject([{ id: failed.id }]);
	expect((await refund()).status).toBe(201);
	// Before the provider has answered, and after.
	for (let round = 0; round < 2; round++) {
		expect(await listedOf(event)).toEqual([]);
		expect((await act(`/failed-refunds/${failed.id}/retry`)).body.metadata?.rule).toBe('refund-not-owed');
		await settleAll(services);
	}
	expect((await refundsOf(order.id)).map(({ state }) => state)).toEqual(['failed', 'succeeded']);
	await expectInvariants(services);
});

test('late payments that are due already are not put back behind others by asking again', async () => {
	const event = await makePricedEvent(services, api, await makeUser(services));
	const order = await holdTickets(api, event);
	await payByCard(api, order, { number: '4000002760003184' });
	const [payment] = await query(
		`UPDATE payments SET state = 'processing', created_at = now() - interval '1 hour', next_check_at = now() + interval '1 hour'
		WHERE subject_id = $1 RETURNING id`,
		[order.id],
	);
	const answers = [];
	for (let press = 0; press < 10; press++) answers.push((await act('/payments/check-late')).body.count);
	expect(answers).toEqual([1, ...Array.from({ length: 9 }, () => 0)]);
	await query(`UPDATE payments SET state = 'requires_action' WHERE id = $1`, [payment.id]);
	await settleDuePayments(services);
	await expectInvariants(services);
});

test('an event that was set aside stays so when the provider sends it again', async () => {
	const event = { id: `evt_${randomUUID()}`, account: 'acct_elsewhere' };
	const receive = () =>
		query(
			`INSERT INTO provider_events (gateway, id, account, type, object_id) VALUES ($1, $2, $3, 'payment charge.succeeded', 'pi_1')
			ON CONFLICT DO NOTHING`,
			[services.gateway.name, event.id, event.account],
		);
	await receive();
	await settleDueEvents(services);
	const path = `/provider-events/${event.id}/set-aside`;
	expect((await act(path, { note: 'x'.repeat(501) })).status).toBe(400);
	expect((await act(path, { note: ' \n ' })).status).toBe(400);
	const note = `${'n'.repeat(498)}\n1`;
	expect((await act(path, { note })).body.note).toBe(note);
	await receive();
	await settleDueEvents(services);
	expect((await read('/provider-events', { filter: 'unmatched' })).body.data).toEqual([]);
});

test('cursors of another list, and made-up ones, are refused', async () => {
	const cursors = [
		['a'],
		[newId()],
		['a', 'b'],
		[new Date(0).toISOString(), 'b'],
		[newId(), newId()],
		[],
	].map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'));
	for (const path of ['/failed-refunds', '/differences', '/plans', '/payments', '/provider-events'])
		for (const cursor of [...cursors, 'x', '[]'])
			expect((await read(path, { cursor })).status, `${path} ${cursor}`).toBeLessThan(500);
});
