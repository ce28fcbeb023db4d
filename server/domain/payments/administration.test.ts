import { beforeAll, expect, test } from 'vitest';
import { encodeCursor } from '#server/http/cursor.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { holdGift, makeFundraiser } from '#tests/factories/fundraisers.ts';
import { holdTickets, makePricedEvent, payByCard, settleAll } from '#tests/factories/money.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { chargeDueAgreements } from './agreements/charge-due.ts';
import { settleDueEvents } from './events.ts';
import { deliverTestEvents } from './test-mode.ts';

/** What administrators see and do about the money of all organisations. */
const { database, services, api } = useTestApi();
let admin: TestUser;
beforeAll(async () => {
	admin = await makeUser(services, { isAdmin: true });
});

const read = async (path: string, query: Record<string, string> = {}) =>
	(await api.get(path, { ...admin, query })).body;
const stop = (user: TestUser, isStopped: boolean, reason = '') =>
	api.call(
		'PUT',
		`/api/admin/organisations/${user.organisationId}/payments-stop`,
		{ isStopped, reason },
		admin,
	);

test('payments of all organisations are listed page by page, the newest first, and by how they stand', async () => {
	const [one, other] = [await makeUser(services), await makeUser(services)];
	const ids: string[] = [];
	for (const seller of [one, other]) {
		const event = await makePricedEvent(services, api, seller);
		const paid = await payByCard(api, await holdTickets(api, event));
		const declined = await holdTickets(api, event);
		expect((await payByCard(api, declined, { number: '4000000000000002' })).status).toBe(402);
		ids.unshift(declined.id, paid.body.payment.id);
	}
	const first = await read('/api/admin/payments', { limit: '3' });
	const second = await read('/api/admin/payments', { limit: '3', cursor: first.nextCursor });
	const all = [...first.data, ...second.data];
	expect(all.map((payment: { state: string }) => payment.state)).toEqual([
		'failed',
		'succeeded',
		'failed',
		'succeeded',
	]);
	expect(all[1]).toMatchObject({ id: ids[1], organisationId: other.organisationId, amountMinor: 2_400 });
	expect(second.nextCursor).toBeNull();
	const failed = await read('/api/admin/payments', { filter: 'failed' });
	expect(failed.data).toHaveLength(2);
	expect(failed.data[0]).toMatchObject({ failure: 'PAYMENT_CARD_DECLINED', eventTitle: expect.any(String) });
	const own = await read('/api/admin/payments', { organisation: one.organisationId });
	expect(
		own.data.every((payment: { organisationId: string }) => payment.organisationId === one.organisationId),
	).toBe(true);
	expect(own.data).toHaveLength(2);
	expect((await read('/api/admin/payments', { filter: 'open' })).data).toEqual([]);
	expect((await api.get('/api/admin/payments', one)).status).toBe(403);
	for (const path of ['/api/admin/payments', '/api/admin/provider-events'])
		for (const parts of [['x'], ['x', 'y']]) {
			const cursor = encodeCursor(parts);
			expect((await api.get(path, { ...admin, query: { cursor } })).status).toBe(400);
		}
});

test('an event that could not be settled is named with its reason, counted, and looked at again', async () => {
	const seller = await makeUser(services);
	const event = await makePricedEvent(services, api, seller);
	await payByCard(api, await holdTickets(api, event), { number: '4000002760003184' });
	const { rows } = await database().pool.query(
		`SELECT p.provider_id AS id, a.provider_account AS account FROM payments p JOIN payment_accounts a ON a.id = p.account_id
		WHERE p.organisation_id = $1`,
		[seller.organisationId],
	);
	await services.testGateway?.endChallenge(rows[0].account, rows[0].id, true);
	const gateway = { ...services.gateway, getPayment: () => Promise.reject(new Error('Provider away')) };
	const readEvents = async () => (await read('/api/admin/provider-events')).data;
	// The gateway delivers when an event is due, and some of them twice.
	await expect
		.poll(async () => {
			await deliverTestEvents(services);
			await database().pool.query(
				'UPDATE provider_events SET next_try_at = now() - make_interval(secs => 1) WHERE settled_at IS NULL',
			);
			await settleDueEvents({ ...services, gateway });
			const found = await readEvents();
			return found.find((one: { objectId: string }) => one.objectId === rows[0].id)?.tries ?? 0;
		})
		.toBeGreaterThanOrEqual(3);
	const data = await readEvents();
	const mine = data.filter((one: { objectId: string }) => one.objectId === rows[0].id);
	expect(mine[0]).toMatchObject({ settledAt: null, lastError: 'Provider away' });
	const failing = data.filter((one: { tries: number }) => one.tries >= 3).length;
	expect((await read('/api/admin/payment-figures')).failingEvents).toBe(failing);
	expect((await read('/api/admin/overview')).attention.failingEvents).toBe(failing);

	for (const { id } of data) {
		const again = await api.post(`/api/admin/provider-events/${id}/retry`, undefined, admin);
		expect(again.status).toBe(200);
	}
	await settleAll(services);
	expect((await read('/api/admin/provider-events')).data).toEqual([]);
	const settled = await read('/api/admin/provider-events', { filter: 'all', limit: '100' });
	expect(settled.data.find((one: { id: string }) => one.id === mine[0].id)).toMatchObject({
		lastError: null,
		outcome: 'settled',
	});
	expect((await api.post('/api/admin/provider-events/evt_none/retry', undefined, admin)).status).toBe(404);
});

test('an organisation whose payments are stopped sells nothing online, its owners read why, and it goes on', async () => {
	const seller = await makeUser(services);
	const event = await makePricedEvent(services, api, seller, { capacity: 10_000 });
	const account = `/api/organisations/${seller.organisationId}/payment-account`;
	const held = await holdTickets(api, event);
	const paid = await payByCard(api, await holdTickets(api, event));
	expect((await stop(seller, true)).status).toBe(400);
	expect((await stop(seller, true, 'Asked by the bank.')).body).toMatchObject({
		hasAccount: true,
		reason: 'Asked by the bank.',
	});
	expect((await stop(seller, true, 'Twice is once.')).body.reason).toBe('Asked by the bank.');
	expect((await api.get(account, seller)).body).toMatchObject({
		chargesEnabled: false,
		stopReason: 'Asked by the bank.',
	});
	expect((await payByCard(api, held)).body.metadata.rule).toBe('account-cannot-charge');
	const quote = await api.post(`/api/events/${event.id}/quote`, {
		items: [{ ticketTypeId: event.ticketTypeId, quantity: 1 }],
	});
	const place = () =>
		api.post(`/api/events/${event.id}/orders`, {
			buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
			items: [{ ticketTypeId: event.ticketTypeId, quantity: 1 }],
			hold: true,
			quoteHash: quote.body.hash,
		});
	// What a process remembers of the event is a moment old.
	await expect.poll(async () => (await place()).body.metadata?.rule).toBe('payment-account-missing');
	// What the provider says does not start it again, and another account does not get round it.
	await api.post(`${account}/test`, { act: 'enable' }, seller);
	expect((await api.get(account, seller)).body.chargesEnabled).toBe(false);
	// What was sold is given back still.
	const refunded = await api.post(
		`/api/events/${event.id}/orders/${paid.body.order.id}/refunds`,
		{ amountMinor: 100, reason: '', isCancelling: false },
		{ ...seller, headers: { 'Idempotency-Key': newId() } },
	);
	expect(refunded.status).toBe(201);
	await settleAll(services);

	const mails = async () => {
		const { rows } = await database().pool.query(
			`SELECT recipient, props->>'isStopped' AS stopped FROM mails WHERE template = 'organisers/payments-stopped'
				AND organisation_id = $1 ORDER BY id`,
			[seller.organisationId],
		);
		return rows;
	};
	expect(await mails()).toEqual([{ recipient: seller.email, stopped: 'true' }]);
	expect((await stop(seller, false)).body).toMatchObject({ stoppedAt: null, reason: '' });
	expect(await mails()).toHaveLength(2);
	await expect.poll(async () => (await payByCard(api, held)).status).toBe(201);
	await settleAll(services);
	const cancelled = await api.delete(account, seller);
	expect(cancelled.status).toBe(204);
	expect((await stop(seller, true, 'Nothing there.')).body.metadata.rule).toBe('no-payment-account');
});

test('another account of a stopped organisation is stopped too', async () => {
	const seller = await makeUser(services);
	const account = `/api/organisations/${seller.organisationId}/payment-account`;
	await api.post(account, { country: 'DE' }, seller);
	await stop(seller, true, 'No such charity.');
	expect((await api.delete(account, seller)).status).toBe(204);
	await api.post(account, { country: 'DE' }, seller);
	await api.post(`${account}/test`, { act: 'enable' }, seller);
	expect((await api.get(account, seller)).body).toMatchObject({
		state: 'enabled',
		chargesEnabled: false,
		stopReason: 'No such charity.',
	});
});

test('monthly donations of a stopped organisation wait, and owe nothing', async () => {
	const seller = await makeUser(services);
	const event = await makeFundraiser(services, api, seller);
	const order = await holdGift(api, event, { amountMinor: 2_000, cover: false, monthly: true });
	await payByCard(api, order);
	const { pool } = database();
	const due = () =>
		pool.query(
			`UPDATE agreements SET next_at = now() - interval '1 second', paid_until = now() - interval '1 minute' WHERE organisation_id = $1 AND state = 'active'`,
			[seller.organisationId],
		);
	const periods = async () =>
		(
			await pool.query('SELECT count(*)::int AS n FROM agreement_periods p WHERE organisation_id = $1', [
				seller.organisationId,
			])
		).rows[0].n;
	// It begins with the event of the first payment, which the gateway delivers when it is due.
	await expect
		.poll(async () => {
			await settleAll(services);
			return (await due()).rowCount;
		})
		.toBe(1);
	await stop(seller, true, 'Under review.');
	const before = await periods();
	await chargeDueAgreements(services);
	expect(await periods()).toBe(before);
	const { rows } = await pool.query(
		`SELECT state, next_at > now() AS waits FROM agreements WHERE organisation_id = $1`,
		[seller.organisationId],
	);
	expect(rows).toEqual([{ state: 'active', waits: true }]);
	await stop(seller, false);
	await due();
	await chargeDueAgreements(services);
	expect(await periods()).toBe(before + 1);
});
