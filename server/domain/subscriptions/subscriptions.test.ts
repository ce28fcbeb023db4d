import { beforeAll, describe, expect, test } from 'vitest';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { Services } from '#server/services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import {
	cardToken,
	holdTickets,
	makePricedEvent,
	payByCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';

const database = useTestDatabase();
let services: Services;
let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
	services = await createTestServices(database());
	api = createTestApi(services);
	admin = await makeUser(services, { isAdmin: true });
	await charged(true);
});

const charged = (areCharged: boolean) =>
	api.call('PUT', '/api/admin/plans', { areCharged }, { token: admin.token });
const path = (owner: TestUser) => `/api/organisations/${owner.organisationId}/subscription`;
const planOf = async (owner: TestUser) => (await api.get(path(owner), { token: owner.token })).body;
async function choose(
	owner: TestUser,
	choice: { plan: string; every?: string },
	number: string | null = '4242424242424242',
) {
	const confirmationToken = number === null ? undefined : await cardToken(api, number);
	return api.call('PUT', path(owner), { ...choice, confirmationToken }, { token: owner.token });
}
const pass = async (owner: TestUser, days: number) =>
	(await api.post(`${path(owner)}/test`, { days }, { token: owner.token })).body;
const bills = async (owner: TestUser) =>
	(await api.get(`/api/organisations/${owner.organisationId}/bills`, { token: owner.token })).body.data;
const newsOf = async (owner: TestUser) =>
	(
		await database().pool.query<{ news: string }>(
			`SELECT props->>'news' AS news FROM mails WHERE template = 'organisers/plan' AND recipient = $1 ORDER BY id`,
			[owner.email],
		)
	).rows.map(({ news }) => news);
async function publish(owner: TestUser) {
	const event = await makeEvent(services, owner);
	return api.post(`/api/events/${event.id}/publish`, undefined, { token: owner.token });
}
const addKey = (owner: TestUser) =>
	api.post(
		`/api/organisations/${owner.organisationId}/api-keys`,
		{ name: 'Key', scopes: ['events:read'] },
		{ token: owner.token },
	);

describe('an organisation without a plan', () => {
	test('publishes three events, makes two staff links and no API key; the refusals name plan and limit', async () => {
		const owner = await makeUser(services);
		for (let n = 0; n < 3; n += 1) expect((await publish(owner)).status).toBe(200);
		const fourth = await publish(owner);
		expect([fourth.status, fourth.body.code]).toEqual([402, 'INSUFFICIENT_QUOTA']);
		expect(fourth.body.userMessage).toBe('You have exceeded your quota. Please upgrade your plan.');
		expect(fourth.body.metadata).toMatchObject({ plan: 'free', quota: 'liveEvents', limit: 3 });

		const event = await makeEvent(services, owner);
		const link = () =>
			api.post(`/api/events/${event.id}/staff-links`, { label: 'Door' }, { token: owner.token });
		expect([(await link()).status, (await link()).status]).toEqual([201, 201]);
		const third = await link();
		expect(third.body).toMatchObject({
			code: 'INSUFFICIENT_QUOTA',
			metadata: { quota: 'staffLinks', limit: 2 },
		});

		const key = await addKey(owner);
		expect([key.status, key.body.code]).toEqual([403, 'FEATURE_NOT_AVAILABLE']);
		expect(key.body.userMessage).toBe('This feature is not available in your current plan.');
		expect(await planOf(owner)).toMatchObject({
			plan: 'free',
			state: 'none',
			usage: { liveEvents: { used: 3, limit: 3 }, staffLinks: { used: 2, limit: 2 } },
		});
	});

	test('that publishes its last event in ten windows at once publishes one', async () => {
		const owner = await makeUser(services);
		await publish(owner);
		await publish(owner);
		const events = await Promise.all(Array.from({ length: 10 }, () => makeEvent(services, owner)));
		const answers = await Promise.all(
			events.map(({ id }) => api.post(`/api/events/${id}/publish`, undefined, { token: owner.token })),
		);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		expect((await planOf(owner)).usage.liveEvents.used).toBe(3);
	});

	test('meets no limit while plans are not charged, and cannot buy one', async () => {
		const owner = await makeUser(services);
		await charged(false);
		try {
			for (let n = 0; n < 4; n += 1) expect((await publish(owner)).status).toBe(200);
			expect((await addKey(owner)).status).toBe(201);
			expect((await choose(owner, { plan: 'pro' })).body.metadata.rule).toBe('plans-not-charged');
			expect(await planOf(owner)).toMatchObject({
				areCharged: false,
				usage: { liveEvents: { used: 4, limit: null } },
			});
			expect((await api.get('/api/plans')).body).toEqual({ areCharged: false });
		} finally {
			await charged(true);
		}
	});
});

describe('a plan', () => {
	test('is bought with a card and holds at once; the operator has the money', async () => {
		const owner = await makeUser(services);
		expect((await choose(owner, { plan: 'pro' }, null)).body).toMatchObject({
			code: 'PAYMENT_INVALID_CARD',
			metadata: { rule: 'confirmation-token-missing' },
		});
		const declined = await choose(owner, { plan: 'pro' }, '4000000000009995');
		expect([declined.status, declined.body.code]).toEqual([402, 'PAYMENT_INSUFFICIENT_FUNDS']);
		expect(await planOf(owner)).toMatchObject({ plan: 'free', state: 'incomplete' });
		const bought = await choose(owner, { plan: 'pro' });
		expect(bought.status, JSON.stringify(bought.body)).toBe(200);
		expect(bought.body).toMatchObject({
			plan: 'pro',
			every: 'month',
			state: 'active',
			renewsMinor: 2_900,
			currency: 'EUR',
			card: { brand: 'visa', last4: '4242' },
			usage: { liveEvents: { limit: null }, staffLinks: { limit: 10 } },
		});
		for (let n = 0; n < 4; n += 1) expect((await publish(owner)).status).toBe(200);
		expect(await bills(owner)).toMatchObject([
			{ plan: 'pro', every: 'month', amountMinor: 2_900, state: 'paid', isTest: true },
		]);
		await settleAll(services);
		const books = await api.get(`/api/organisations/${owner.organisationId}/balances`, {
			token: owner.token,
		});
		expect(books.body.data).toEqual([]);
		await expectInvariants(services);
	});

	test('is confirmed at the bank where it asks for that', async () => {
		const owner = await makeUser(services);
		const asked = await choose(owner, { plan: 'pro' }, '4000002760003184');
		expect(asked.body).toMatchObject({ plan: 'free', state: 'incomplete', nextAction: { kind: 'redirect' } });
		const { rows } = await database().pool.query<{ id: string }>(
			`SELECT provider_id AS id FROM payments WHERE organisation_id = $1`,
			[owner.organisationId],
		);
		await services.testGateway?.endChallenge(null, rows[0]?.id ?? '', true);
		expect(await planOf(owner)).toMatchObject({ plan: 'pro', state: 'active', nextAction: null });
	});

	test('becomes a larger one at once for the difference, and a smaller one at the end of the period', async () => {
		const owner = await makeUser(services);
		await choose(owner, { plan: 'pro' });
		await pass(owner, 10);
		const larger = await choose(owner, { plan: 'business' }, null);
		expect(larger.body).toMatchObject({ plan: 'business', state: 'active', renewsMinor: 9_900 });
		const [bill] = await bills(owner);
		expect(bill.plan).toBe('business');
		expect(bill.amountMinor).toBeGreaterThan(9_900 - 2_900 * (21 / 30));
		expect(bill.amountMinor).toBeLessThan(9_900 - 2_900 * (18 / 30));
		expect((await addKey(owner)).status).toBe(201);
		const smaller = await choose(owner, { plan: 'pro' }, null);
		expect(smaller.body).toMatchObject({
			plan: 'business',
			change: { plan: 'pro', every: 'month' },
			renewsMinor: 2_900,
		});
		expect(await pass(owner, 32)).toMatchObject({ plan: 'pro', change: null, renewsMinor: 2_900 });
		expect((await bills(owner)).map((one: { amountMinor: number }) => one.amountMinor)).toEqual([
			2_900,
			bill.amountMinor,
			2_900,
		]);
		await expectInvariants(services);
	});

	test('that is ended holds until its period is over, and can be taken up again before', async () => {
		const owner = await makeUser(services);
		await choose(owner, { plan: 'pro' });
		const ending = await api.delete(path(owner), { token: owner.token });
		expect(ending.body).toMatchObject({ plan: 'pro', state: 'ending', renewsMinor: 0 });
		expect((await choose(owner, { plan: 'pro' }, null)).body).toMatchObject({
			state: 'active',
			renewsMinor: 2_900,
		});
		expect(await pass(owner, 32)).toMatchObject({ plan: 'pro', state: 'active' });
		await api.delete(path(owner), { token: owner.token });
		expect(await pass(owner, 32)).toMatchObject({ plan: 'free', state: 'ended', isExpired: false });
		expect((await addKey(owner)).body.code).toBe('FEATURE_NOT_AVAILABLE');
		await expectInvariants(services);
	});

	test('that is not paid holds for 14 days, then refuses new publishing and paid features until it is renewed', async () => {
		const owner = await makeUser(services);
		expect((await choose(owner, { plan: 'business' }, '4000000000000341')).body.plan).toBe('business');
		const due = await pass(owner, 31);
		expect(due).toMatchObject({ plan: 'business', state: 'past_due', dueMinor: 9_900, isExpired: false });
		expect(due.graceUntil).not.toBeNull();
		for (const days of [3, 2, 2]) await pass(owner, days);
		expect(await planOf(owner)).toMatchObject({ plan: 'business', state: 'past_due' });
		expect(await pass(owner, 8)).toMatchObject({ plan: 'free', state: 'ended', isExpired: true });
		expect(await newsOf(owner)).toEqual(['paid', 'refused', 'refused', 'refused', 'last', 'lapsed']);
		const refused = await publish(owner);
		expect([refused.status, refused.body.code, refused.body.userMessage]).toEqual([
			402,
			'SUBSCRIPTION_EXPIRED',
			'Your subscription has expired. Please renew to continue.',
		]);
		expect((await addKey(owner)).body.code).toBe('SUBSCRIPTION_EXPIRED');
		expect((await choose(owner, { plan: 'business' })).body).toMatchObject({
			plan: 'business',
			isExpired: false,
		});
		expect((await publish(owner)).status).toBe(200);
		await expectInvariants(services);
	});

	test('that lapsed gives way to the free one when that is chosen', async () => {
		const owner = await makeUser(services);
		await choose(owner, { plan: 'pro' }, '4000000000000341');
		for (const days of [31, 3, 2, 2, 8]) await pass(owner, days);
		expect((await planOf(owner)).isExpired).toBe(true);
		expect((await choose(owner, { plan: 'free' }, null)).body).toMatchObject({
			plan: 'free',
			isExpired: false,
		});
		expect((await publish(owner)).status).toBe(200);
	});

	test('that is due is paid with another card, and is not changed before', async () => {
		const owner = await makeUser(services);
		await choose(owner, { plan: 'pro' }, '4000000000000341');
		await pass(owner, 31);
		expect((await choose(owner, { plan: 'business' })).body.metadata.rule).toBe('pay-first');
		expect((await choose(owner, { plan: 'pro' })).body).toMatchObject({
			state: 'active',
			dueMinor: null,
			graceUntil: null,
			card: { last4: '4242' },
		});
		expect((await pass(owner, 31)).state).toBe('active');
		await expectInvariants(services);
	});

	test('larger, but refused by the card, leaves the paid one as it was', async () => {
		const owner = await makeUser(services);
		await choose(owner, { plan: 'pro' }, '4000000000000341');
		const refused = await choose(owner, { plan: 'business' }, null);
		expect([refused.status, refused.body.code]).toEqual([402, 'PAYMENT_CARD_DECLINED']);
		expect(await planOf(owner)).toMatchObject({ plan: 'pro', state: 'active', dueMinor: null });
		expect((await choose(owner, { plan: 'business' })).body.plan).toBe('business');
		await expectInvariants(services);
	});

	test('is given by an administrator without payment, and taken back', async () => {
		const owner = await makeUser(services);
		const give = (plan: string | null) =>
			api.call(
				'PUT',
				`/api/admin/organisations/${owner.organisationId}/plan`,
				{ plan },
				{ token: admin.token },
			);
		expect((await give('business')).body).toMatchObject({ plan: 'business', grantedPlan: 'business' });
		expect((await addKey(owner)).status).toBe(201);
		expect(await planOf(owner)).toMatchObject({ plan: 'business', grantedPlan: 'business', state: 'none' });
		expect((await give(null)).body).toMatchObject({ plan: 'free', grantedPlan: null });
		expect((await addKey(owner)).status).toBe(403);
	});

	test('two presses with one card pay once', async () => {
		const owner = await makeUser(services);
		const confirmationToken = await cardToken(api);
		const press = () =>
			api.call('PUT', path(owner), { plan: 'pro', confirmationToken }, { token: owner.token });
		const answers = await Promise.all([press(), press(), press()]);
		expect(answers.map(({ status }) => status)).toContain(200);
		expect(await bills(owner)).toHaveLength(1);
		await settleAll(services);
		expect(await planOf(owner)).toMatchObject({ plan: 'pro', state: 'active' });
		await expectInvariants(services);
	});
});

describe('the fee for a ticket', () => {
	test.each(['buyer', 'organiser'] as const)('is that of the plan, borne by the %s', async (bearer) => {
		const owner = await makeUser(services);
		const event = await makePricedEvent(services, api, owner);
		await database().pool.query('UPDATE events SET fee_bearer = $2 WHERE id = $1', [event.id, bearer]);
		stockStore(services).forget(event.id);
		const order = await holdTickets(api, event, 2);
		// 2.5 % of 24.00 and 0.50.
		expect(order.totalMinor).toBe(bearer === 'buyer' ? 4_800 + 2 * 110 : 4_800);
		expect((await payByCard(api, order)).body.order.status).toBe('confirmed');
		const books = await api.get(`/api/organisations/${owner.organisationId}/balances`, {
			token: owner.token,
		});
		const accounts = Object.fromEntries(
			books.body.data[0].accounts.map((one: { account: string; balanceMinor: number }) => [
				one.account,
				one.balanceMinor,
			]),
		);
		expect(accounts).toMatchObject({ buyer: 0, platform_fees: 220 });
		expect(await refundOrder(api, event, order, { token: owner.token })).toMatchObject({ status: 201 });
		await settleAll(services);
		await expectInvariants(services);
	});
});
