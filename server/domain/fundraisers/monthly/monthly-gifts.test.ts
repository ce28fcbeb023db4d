import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeAgreementToken } from '#server/domain/payments/agreements/agreement-token.ts';
import { chargeAgreement, chargeDueAgreements } from '#server/domain/payments/agreements/charge-due.ts';
import { settleDuePayments } from '#server/domain/payments/settle.ts';
import type { Services } from '#server/services.ts';
import type { Agreement } from '#shared/contracts/agreements.ts';
import { coverOf } from '#shared/rules/pricing/cover.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { endUndoTime } from '#tests/factories/events.ts';
import { holdGift, makeFundraiser } from '#tests/factories/fundraisers.ts';
import { cardToken, type PricedEvent, payByCard, refundOrder, settleAll } from '#tests/factories/money.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { fundraiserChecks } from '../checks.ts';

const { database, services, api, owner } = useTestOwner();

interface World {
	services: Services;
	api: TestApi;
	database: TestDatabase;
}
const world = (): World => ({ services, api, database: database() });

/** A gift of 20.00 a month with its cover, whose first one is paid. */
async function begin({
	number,
	own = world(),
	...gift
}: { number?: string; own?: World } & Record<string, unknown> = {}) {
	const seller = own.database === database() ? owner : await makeUser(own.services);
	const event = await makeFundraiser(own.services, own.api, seller);
	const order = await holdGift(own.api, event, {
		amountMinor: 2_000,
		cover: true,
		message: 'For the roof',
		monthly: true,
		...gift,
	});
	const paid = await payByCard(own.api, order, number ? { number } : {});
	if (paid.status !== 201) throw new Error(JSON.stringify(paid.body));
	if (paid.body.nextAction) {
		const { rows } = await own.database.pool.query(
			`SELECT p.provider_id, a.provider_account FROM payments p JOIN payment_accounts a ON a.id = p.account_id
			WHERE p.subject_id = $1`,
			[order.id],
		);
		await own.services.testGateway?.endChallenge(rows[0].provider_account, rows[0].provider_id, true);
		await settleAll(own.services);
	}
	const { body } = await own.api.get(`/api/orders/${order.manageToken}`);
	return { event, order, token: body.agreementToken as string, own };
}
type Begun = Awaited<ReturnType<typeof begin>>;

const read = async ({ token, own }: Begun): Promise<Agreement> =>
	(await own.api.get(`/api/agreements/${token}`)).body;
const act = ({ token, own }: Begun, name: string, body?: unknown) =>
	own.api.post(`/api/agreements/${token}/${name}`, body);
const pass = async (gift: Begun, days: number): Promise<Agreement> =>
	(await act(gift, 'test', { days })).body;
const raised = async ({ event, own }: Begun) => {
	const { body } = await own.api.get(`/api/events/${event.id}/fundraiser`);
	return [body.raisedMinor, body.donors];
};
const ordersOf = async ({ event, own }: Begun) =>
	(
		await own.database.pool.query(
			'SELECT id, status, total_minor::int AS total, buyer_email AS email FROM orders WHERE event_id = $1 ORDER BY id',
			[event.id],
		)
	).rows;
const scopeOf = async ({ event, own }: Begun) => {
	const { rows } = await own.database.pool.query('SELECT id FROM agreements WHERE event_id = $1', [event.id]);
	return { organisationId: event.organisationId, agreementId: rows[0].id as string };
};
const ruleOf = ({ body }: { body: { metadata?: { rule?: string } } }) => body.metadata?.rule;
const cover = coverOf(2_000, 'EUR');

describe('a monthly gift', () => {
	test('is paid once, then charged each month: an order, a donation, the thermometer, the books', async () => {
		const gift = await begin();
		expect(await read(gift)).toMatchObject({
			state: 'active',
			donorName: 'Ada Lovelace',
			amountMinor: 2_000,
			coverMinor: cover,
			gifts: 1,
			givenMinor: 2_000,
			card: { brand: 'visa', last4: '4242' },
			dueMinor: null,
			isTest: true,
		});
		expect(await pass(gift, 20)).toMatchObject({ gifts: 1 });
		expect(await pass(gift, 12)).toMatchObject({ state: 'active', gifts: 2, givenMinor: 4_000 });
		await settleAll(services);
		expect(await raised(gift)).toEqual([4_000, 2]);
		expect(await ordersOf(gift)).toMatchObject([
			{ status: 'confirmed', total: 2_000 + cover },
			{ status: 'confirmed', total: 2_000 + cover, email: 'ada@example.org' },
		]);
		const { body: wall } = await api.get(`/api/events/${gift.event.id}/fundraiser/wall`);
		expect(wall.data.map((one: { name: string; message: string }) => [one.name, one.message])).toEqual([
			['Ada Lovelace', ''],
			['Ada Lovelace', 'For the roof'],
		]);
		const { body: list } = await api.get(`/api/events/${gift.event.id}/monthly-gifts`, {
			token: owner.token,
		});
		expect(list.data).toMatchObject([{ donorEmail: 'ada@example.org', gifts: 2, state: 'active' }]);
		const find = async (query: Record<string, string>) => {
			const path = `/api/events/${gift.event.id}/monthly-gifts`;
			return (await api.get(path, { token: owner.token, query })).body.data.length;
		};
		expect(await find({ q: 'LOVELACE ada@' })).toBe(1);
		expect(await find({ q: 'Grace' })).toBe(0);
		expect(await find({ state: 'active' })).toBe(1);
		expect(await find({ state: 'ended' })).toBe(0);
		await expectInvariants(services);
	});

	test('whose paid month is no donation is found by the check', async () => {
		const gift = await begin();
		await pass(gift, 32);
		const { agreementId } = await scopeOf(gift);
		const spoil = (amount: string) =>
			database().pool.query(
				`UPDATE agreement_periods SET amount_minor = amount_minor ${amount} WHERE agreement_id = $1`,
				[agreementId],
			);
		const check = fundraiserChecks.find(({ name }) => name === 'fundraisers.monthly-gifts-match-periods');
		expect(await check?.run(services)).toEqual([]);
		await spoil('+ 1');
		expect(await check?.run(services)).toEqual([expect.stringContaining(agreementId)]);
		await spoil('- 1');
		expect(await check?.run(services)).toEqual([]);
	});

	test('a month of it is refunded like any order, and the thermometer falls', async () => {
		const gift = await begin();
		await pass(gift, 32);
		const [, second] = await ordersOf(gift);
		const refund = await refundOrder(api, gift.event, second, { token: owner.token });
		expect(refund.status, JSON.stringify(refund.body)).toBe(201);
		await settleAll(services);
		expect(await raised(gift)).toEqual([2_000, 1]);
		expect(await read(gift)).toMatchObject({ state: 'active', gifts: 1 });
		await expectInvariants(services);
	});

	test('is charged with another amount once its donor changes it, and in steps that can be paid', async () => {
		const gift = await begin();
		const patch = (body: unknown) => api.call('PATCH', `/api/agreements/${gift.token}`, body);
		expect((await patch({ amountMinor: 10 })).body.details).toMatchObject([{ field: 'amountMinor' }]);
		expect((await patch({ amountMinor: 3_500 })).body).toMatchObject({ amountMinor: 3_500, coverMinor: 0 });
		expect(await pass(gift, 32)).toMatchObject({ givenMinor: 5_500 });
		await expectInvariants(services);
	});

	test('skips months that its donor pauses, goes on by itself or when asked, and is stopped for good', async () => {
		const gift = await begin();
		const paused = (await act(gift, 'pause', { months: 2 })).body;
		expect(paused.state).toBe('paused');
		expect(ruleOf(await act(gift, 'pause', { months: 1 }))).toBe('monthly-gift-paused');
		expect((await act(gift, 'pause', { months: 7 })).status).toBe(400);
		expect(await pass(gift, 62)).toMatchObject({ state: 'paused', gifts: 1 });
		expect(await pass(gift, 32)).toMatchObject({ state: 'active', gifts: 2 });
		await act(gift, 'pause', { months: 6 });
		expect((await act(gift, 'resume')).body).toMatchObject({ state: 'active', gifts: 2 });
		expect(await pass(gift, 32)).toMatchObject({ gifts: 3 });
		for (let time = 0; time < 2; time += 1)
			expect((await act(gift, 'stop')).body).toMatchObject({
				state: 'ended',
				endedReason: 'payer',
				nextAt: null,
			});
		expect(await pass(gift, 366)).toMatchObject({ gifts: 3 });
		expect(ruleOf(await act(gift, 'pause', { months: 1 }))).toBe('monthly-gift-ended');
		expect(ruleOf(await act(gift, 'resume'))).toBe('monthly-gift-ended');
		await settleAll(services);
		await expectInvariants(services);
	});

	test('whose card is declined is tried on days 3, 5 and 7, and ends; paid in time it goes on with the new card', async () => {
		const lost = await begin({ number: '4000000000000341' });
		expect(await pass(lost, 31)).toMatchObject({
			state: 'past_due',
			dueMinor: 2_000 + cover,
			needsPayer: false,
		});
		for (const days of [3, 2]) expect(await pass(lost, days)).toMatchObject({ state: 'past_due' });
		expect(await pass(lost, 2)).toMatchObject({ state: 'ended', endedReason: 'unpaid', gifts: 1 });
		const kept = await begin({ number: '4000000000000341' });
		await pass(kept, 31);
		const pay = async (number?: string) =>
			api.post(
				`/api/agreements/${kept.token}/payments`,
				{ confirmationToken: await cardToken(api, number) },
				{ headers: { 'Idempotency-Key': randomUUID() } },
			);
		expect((await pay('4000000000000002')).body.code).toBe('PAYMENT_CARD_DECLINED');
		expect((await pay()).body).toMatchObject({ state: 'active', gifts: 2, card: { last4: '4242' } });
		expect(ruleOf(await pay())).toBe('nothing-due');
		expect(await pass(kept, 40)).toMatchObject({ gifts: 3 });
		await settleAll(services);
		await expectInvariants(services);
	});

	test('that the bank wants confirmed is paid by its donor behind the bank’s page', async () => {
		const gift = await begin({ number: '4000002760003184' });
		expect(await pass(gift, 31)).toMatchObject({ state: 'past_due', needsPayer: true });
		const { body } = await api.post(
			`/api/agreements/${gift.token}/payments`,
			{ confirmationToken: await cardToken(api, '4000002760003184') },
			{ headers: { 'Idempotency-Key': randomUUID() } },
		);
		expect(body.nextAction).toMatchObject({ kind: 'redirect' });
		const { rows } = await database().pool.query(
			`SELECT p.provider_id, a.provider_account FROM payments p JOIN payment_accounts a ON a.id = p.account_id
			WHERE p.event_id = $1 AND p.state = 'requires_action'`,
			[gift.event.id],
		);
		await services.testGateway?.endChallenge(rows[0].provider_account, rows[0].provider_id, true);
		expect(await read(gift)).toMatchObject({ state: 'active', gifts: 2, nextAction: null });
		await settleAll(services);
		await expectInvariants(services);
	});

	test('tells its donor by email what was charged, refused, to be confirmed and ended', async () => {
		const newsOf = async ({ event }: Begun) =>
			(
				await database().pool.query<{ news: string }>(
					`SELECT props->>'news' AS news FROM mails WHERE event_id = $1 AND template = 'orders/monthly-gift' ORDER BY id`,
					[event.id],
				)
			).rows.map(({ news }) => news);
		const kept = await begin();
		await pass(kept, 32);
		await act(kept, 'stop');
		expect(await newsOf(kept)).toEqual(['charged', 'payer']);
		const refused = await begin({ number: '4000000000000341' });
		for (const days of [31, 3, 2, 2]) await pass(refused, days);
		expect(await newsOf(refused)).toEqual(['refused', 'refused', 'refused', 'unpaid']);
		const answered = await begin({ number: '4000002760003184' });
		await pass(answered, 31);
		expect(await newsOf(answered)).toEqual(['confirm']);
	});

	test('needs a card, a link of its own, and ends with its event or by its organiser', async () => {
		const gift = await begin();
		const scope = await scopeOf(gift);
		expect(makeAgreementToken(services.secret, scope)).toBe(gift.token);
		expect((await api.get(`/api/agreements/${gift.order.manageToken}`)).status).toBe(404);
		expect((await api.get(`/api/orders/${gift.token}`)).status).toBe(404);
		const held = await holdGift(api, gift.event, { amountMinor: 1_000, monthly: true });
		await api.call(
			'PUT',
			`/api/organisations/${gift.event.organisationId}/payment-settings`,
			{ takesMoneyAtDoor: true },
			{ token: owner.token },
		);
		const { body } = await api.get(`/api/orders/${held.manageToken}`);
		expect(body).toMatchObject({ isMonthly: true, agreementToken: null, paymentMethods: ['card'] });
		const stop = (event: PricedEvent) =>
			api.post(`/api/events/${event.id}/monthly-gifts/${scope.agreementId}/stop`, undefined, {
				token: owner.token,
			});
		expect((await stop((await begin()).event)).status).toBe(404);
		expect((await stop(gift.event)).status).toBe(204);
		expect(await read(gift)).toMatchObject({ endedReason: 'organiser' });
		const other = await begin();
		const { status } = await api.post(
			`/api/events/${other.event.id}/cancel`,
			{ message: 'No roof' },
			{ token: owner.token },
		);
		expect(status).toBe(200);
		expect(await read(other)).not.toMatchObject({ state: 'ended' });
		await endUndoTime(services, other.event.id);
		expect(await read(other)).toMatchObject({ state: 'ended', endedReason: 'event-cancelled' });
	});
});

/** Two workers, and the providers’ events twice and late, on the same due month. */
async function race(own: World) {
	const gift = await begin({ own });
	const scope = await scopeOf(gift);
	await own.services.database.db.execute(
		`UPDATE agreements SET ahead_seconds = 2764800, next_at = next_at - interval '32 days' WHERE id = '${scope.agreementId}'`,
	);
	await Promise.all([1, 2, 3].map(() => chargeAgreement(own.services, scope)));
	await settleAll(own.services);
	await own.database.pool.query(
		'UPDATE provider_events SET settled_at = NULL, next_try_at = now() - make_interval(secs => 1)',
	);
	await settleAll(own.services);
	return { charges: (await ordersOf(gift)).length - 1, given: await raised(gift) };
}

describe('exactly once', () => {
	test('with workers side by side and events that come again', async () => {
		expect(await race(world())).toEqual({ charges: 1, given: [4_000, 2] });
		await expectInvariants(services);
	});

	test('and not without the keys of the database (negative control)', async () => {
		const spoilt = await createTestDatabase();
		try {
			const own = { services: await createTestServices(spoilt), database: spoilt } as World;
			own.api = createTestApi(own.services);
			await spoilt.pool.query(
				'DROP INDEX agreement_periods_number_unique, payments_open_unique, payment_attempts_key_unique',
			);
			expect((await race(own)).charges).toBeGreaterThan(1);
		} finally {
			await spoilt.drop();
		}
	});

	test('when the worker is killed between the charge and its record', async () => {
		const gift = await begin();
		const scope = await scopeOf(gift);
		const { gateway } = services;
		let charges = 0;
		const killed: Services = {
			...services,
			gateway: {
				...gateway,
				async chargeSaved(input) {
					charges += 1;
					await gateway.chargeSaved(input);
					throw new Error('killed');
				},
			},
		};
		await database().pool.query(
			`UPDATE agreements SET ahead_seconds = 2764800, next_at = next_at - interval '32 days' WHERE id = $1`,
			[scope.agreementId],
		);
		await expect(chargeAgreement(killed, scope)).rejects.toThrow('killed');
		expect(await raised(gift)).toEqual([2_000, 1]);
		await database().pool.query(
			'UPDATE agreements SET next_at = now() - make_interval(secs => 1) WHERE id = $1',
			[scope.agreementId],
		);
		await chargeDueAgreements(killed);
		await database().pool.query(
			'UPDATE payments SET next_check_at = now() - make_interval(secs => 1) WHERE next_check_at IS NOT NULL',
		);
		await settleDuePayments(services);
		await settleAll(services);
		expect(charges).toBe(1);
		expect(await raised(gift)).toEqual([4_000, 2]);
		expect(await read(gift)).toMatchObject({ state: 'active', gifts: 2 });
		await expectInvariants(services);
	});

	test('a charge that succeeds after its donor has stopped is refunded, and is no gift', async () => {
		const gift = await begin();
		const scope = await scopeOf(gift);
		const { gateway } = services;
		const late: Services = {
			...services,
			gateway: {
				...gateway,
				async chargeSaved(input) {
					const object = await gateway.chargeSaved(input);
					await act(gift, 'stop');
					return object;
				},
			},
		};
		await database().pool.query(
			`UPDATE agreements SET ahead_seconds = 2764800, next_at = next_at - interval '32 days' WHERE id = $1`,
			[scope.agreementId],
		);
		await chargeAgreement(late, scope);
		await settleAll(services);
		expect(await read(gift)).toMatchObject({ state: 'ended', gifts: 1 });
		expect(await ordersOf(gift)).toHaveLength(1);
		const { rows } = await database().pool.query(
			`SELECT r.reason, r.state FROM refunds r WHERE r.event_id = $1`,
			[gift.event.id],
		);
		expect(rows).toEqual([{ reason: 'late_payment', state: 'succeeded' }]);
		await expectInvariants(services);
	});
});
