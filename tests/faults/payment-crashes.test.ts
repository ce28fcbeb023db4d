import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { cardToken, holdTickets, makePricedEvent, payByCard, refundOrder } from '#tests/factories/money.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { bookedBalance, providerFigures, recoverPayments, working } from '#tests/support/payment-recovery.ts';
import { createChance, isLong, takesTurn } from '#tests/support/seed.ts';
import type { CrashPoint, GuardCut } from '#tests/support/server-faults.ts';
import { testDatabaseUrl, useServerProcesses } from '#tests/support/server-process.ts';

/**
 * A process ends as by `kill -9` between two steps of a payment, of its events, of a refund, a dispute or a payout. Others continue: one
 * payment and one set of tickets, or the money back; the books agree with the provider; the buyer has one email about it.
 */
const database = useTestDatabase({ poolSize: 20 });
const start = useServerProcesses();
const chance = createChance('payment crashes');
let world: World;
beforeAll(async () => {
	world = await openWorld(database());
});

const priceMinor = 2_400;
const challengeCard = '4000002500003155';

interface World {
	on: Database;
	services: Services;
	api: TestApi;
}

/** Processes on this database and calls of the test share the key of signed links. */
async function openWorld(on: Database): Promise<World> {
	const services = await createTestServices(on);
	await on.pool.query(`INSERT INTO instance_secrets (name, value) VALUES ('links', $1)`, [services.secret]);
	return { on, services, api: createTestApi(services) };
}

/** A seller of their own, so that the provider's account has the money of one test alone. */
async function openSale({ services, api, on }: World, capacity = 10) {
	const seller = await makeUser(services);
	const event = await makePricedEvent(services, api, seller, { capacity });
	const { rows } = await on.pool.query(
		'SELECT provider_account FROM payment_accounts WHERE organisation_id = $1',
		[event.organisationId],
	);
	// Attempts of earlier tests came from the same network; what is due of them must not reach a point.
	await on.pool.query('UPDATE payment_attempts SET network = NULL');
	await recoverPayments(services);
	return { event, seller, account: rows[0].provider_account as string };
}
type Sale = Awaited<ReturnType<typeof openSale>>;

/** Starts a process, has something happen that leads it to the point, and waits for its end. */
async function crash(
	{ on }: World,
	how: { role: 'web' | 'worker'; crashAt: CrashPoint; guardCuts?: GuardCut[] },
	cause: (call: Awaited<ReturnType<typeof start>>['call']) => Promise<unknown>,
): Promise<void> {
	const { role, crashAt, guardCuts = [] } = how;
	const victim = await start({ databaseUrl: testDatabaseUrl(on), role, guardCuts, prompt: working });
	await victim.order({ crashAt });
	await cause(victim.call);
	try {
		await expect.poll(victim.isRunning, { message: `the process reaches ${crashAt.statement}` }).toBe(false);
	} finally {
		// One that never gets there must not take the work of the next test.
		await victim.signal('SIGKILL');
	}
}

/** What became of an order, at the provider and in emails too. */
async function outcomeOf({ on, services }: World, { event, account }: Sale, orderId: string) {
	const { rows } = await on.pool.query(
		`SELECT o.status, (SELECT count(*)::int FROM attendees a WHERE a.order_id = o.id AND a.status = 'active') AS tickets,
			(SELECT count(*)::int FROM payments p WHERE p.subject_id = o.id AND p.state = 'succeeded') AS paid,
			(SELECT count(*)::int FROM payments p WHERE p.subject_id = o.id
				AND p.state IN ('created', 'requires_action', 'processing')) AS open,
			(SELECT coalesce(json_agg(r.state), '[]') FROM refunds r WHERE r.subject_id = o.id) AS refunds,
			(SELECT count(*)::int FROM mails m WHERE m.props->>'orderId' = o.id::text AND m.template = 'orders/confirmation') AS confirmations,
			(SELECT count(*)::int FROM mails m WHERE m.props->>'orderId' = o.id::text AND m.template = 'orders/refunded') AS refund_mails
		FROM orders o WHERE o.id = $1`,
		[orderId],
	);
	const provider = await providerFigures(services, account);
	expect(await bookedBalance(services, event.organisationId)).toBe(provider.balance);
	await expectInvariants(services);
	return { ...rows[0], takenMinor: provider.captured - provider.refunded };
}

const confirmed = {
	...{ status: 'confirmed', tickets: 1, paid: 1, open: 0, refunds: [], takenMinor: priceMinor },
	...{ confirmations: 1, refund_mails: 0 },
};
const notPaid = {
	...{ status: 'expired', tickets: 0, paid: 0, open: 0, refunds: [], takenMinor: 0 },
	...{ confirmations: 0, refund_mails: 0 },
};
const moneyBack = { ...notPaid, paid: 1, refunds: ['succeeded'], refund_mails: 1 };

const endHold = (on: Database, orderId: string) =>
	on.pool.query(
		`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1 AND status = 'pending'`,
		[orderId],
	);

/** Each point three times in the long run; in the short one, one that the seed picks. With a name for the report. */
const titled = (points: readonly CrashPoint[]) =>
	(isLong ? [1, 2, 3].flatMap(() => points) : [chance.pick(points)]).map((point) => {
		const where = point.following ? `${point.statement}, following ${point.following}` : point.statement;
		return [`${point.when} "${where}"`, point] as const;
	});
const before = (statement: string, following?: string): CrashPoint => ({
	...{ statement, when: 'before' },
	...(following && { following }),
});
const after = (statement: string, following?: string): CrashPoint => ({
	...before(statement, following),
	when: 'after',
});

const isTriedAfterCharge = takesTurn('after a charge', ['nothing taken', 'tickets by email', 'money back']);
const isTriedLater = takesTurn('after a payment', [
	...['refund requested', 'refund answered', 'charge', 'dispute', 'payout'],
]);
const isTriedWithout = takesTurn('controls of crashes', ['transaction', 'keys']);

const posting = 'INSERT INTO ledger_transfers';
const attempt = 'insert into "payment_attempts"';
const settlement = 'UPDATE payments p SET state';
const atProvider = 'insert into "test_gateway_requests"';

describe('a server that dies while a card is charged', () => {
	/** Until then the provider knows nothing of the payment. */
	const beforeCharge = [
		after('SET terms'),
		after(attempt),
		before('commit', attempt),
		after('commit', attempt),
	];
	/** From then on the provider has the money, and the order is still on hold. */
	const beforeSettled = [
		after('commit', atProvider),
		before(settlement),
		after(settlement),
		after(posting),
		after('WITH new_tickets'),
		before('commit', settlement),
	];
	const settled = [after('commit', settlement)];
	const all = [...beforeCharge, ...beforeSettled, ...settled];

	async function payDying(crashAt: CrashPoint, sale: Sale) {
		const order = await holdTickets(world.api, sale.event);
		const confirmationToken = await cardToken(world.api);
		const body = { method: 'card', confirmationToken, quoteHash: order.quoteHash };
		const key = randomUUID();
		const path = `/api/orders/${order.manageToken}/payments`;
		await crash(world, { role: 'web', crashAt }, async (call) => {
			expect((await call('POST', path, body, { 'idempotency-key': key })).status).toBe(0);
		});
		return { order, payAgain: () => world.api.post(path, body, { headers: { 'Idempotency-Key': key } }) };
	}

	test.each(titled(all))('%s: the buyer who sends it again pays once', async (_, point) => {
		const sale = await openSale(world);
		const { order, payAgain } = await payDying(point, sale);
		expect((await payAgain()).status).toBe(201);
		await recoverPayments(world.services);
		const { body } = await world.api.get(`/api/orders/${order.manageToken}`);
		// The attempt never arrived, and the page says so.
		if (body.status === 'pending') {
			expect(body.payments).toMatchObject([{ state: 'failed' }]);
			expect((await payByCard(world.api, order)).status).toBe(201);
			await recoverPayments(world.services);
		}
		expect(await outcomeOf(world, sale, order.id)).toEqual(confirmed);
	});

	test.skipIf(!isTriedAfterCharge('nothing taken')).each(titled(beforeCharge))(
		'%s: of a buyer who is gone nothing is taken',
		async (_, point) => {
			const sale = await openSale(world);
			const { order } = await payDying(point, sale);
			await recoverPayments(world.services);
			await endHold(world.on, order.id);
			await recoverPayments(world.services);
			expect(await outcomeOf(world, sale, order.id)).toEqual(notPaid);
		},
	);

	test.skipIf(!isTriedAfterCharge('tickets by email')).each(titled([...beforeSettled, ...settled]))(
		'%s: a buyer who is gone gets the tickets by email',
		async (_, point) => {
			const sale = await openSale(world);
			const { order } = await payDying(point, sale);
			await recoverPayments(world.services);
			expect(await outcomeOf(world, sale, order.id)).toEqual(confirmed);
		},
	);

	test.skipIf(!isTriedAfterCharge('money back')).each(titled(beforeSettled))(
		'%s: whose place was sold meanwhile gets the money back, and an email',
		async (_, point) => {
			const sale = await openSale(world, 1);
			const { order } = await payDying(point, sale);
			await endHold(world.on, order.id);
			const other = await holdTickets(world.api, sale.event);
			await recoverPayments(world.services);
			expect(await outcomeOf(world, sale, order.id)).toEqual(moneyBack);
			expect((await payByCard(world.api, other)).status).toBe(201);
			await recoverPayments(world.services);
			expect(await outcomeOf(world, sale, other.id)).toEqual(confirmed);
		},
	);
});

describe('a worker that dies over the event of a charge', () => {
	const points = [
		before('insert into "provider_events"'),
		after('insert into "provider_events"'),
		after('UPDATE provider_events SET next_try_at'),
		after(settlement),
		after(posting),
		before('commit', settlement),
		after('commit', settlement),
		before('update "provider_events" set "settled_at"'),
		after('update "provider_events" set "settled_at"'),
		after('insert into "mails"'),
		before('SET dispatched_at'),
	];
	test.skipIf(!isTriedLater('charge')).each(titled(points))(
		'%s: the order is paid once',
		async (_, crashAt) => {
			const sale = await openSale(world);
			const order = await holdTickets(world.api, sale.event);
			const { body } = await payByCard(world.api, order, { number: challengeCard });
			const providerId = await providerIdOf(body.payment.id);
			await crash(world, { role: 'worker', crashAt }, async () => {
				await world.services.testGateway?.endChallenge(sale.account, providerId, true);
			});
			await recoverPayments(world.services);
			expect(await outcomeOf(world, sale, order.id)).toEqual(confirmed);
		},
	);
});

const providerIdOf = async (paymentId: string): Promise<string> =>
	(await world.on.pool.query('SELECT provider_id FROM payments WHERE id = $1', [paymentId])).rows[0]
		.provider_id;

const amountMinor = 900;
const partlyRefunded = {
	...confirmed,
	...{ refunds: ['succeeded'], refund_mails: 1, takenMinor: priceMinor - amountMinor },
};

async function openPaidSale(on: World) {
	const sale = await openSale(on);
	const order = await holdTickets(on.api, sale.event);
	expect((await payByCard(on.api, order)).status).toBe(201);
	await recoverPayments(on.services);
	return { sale, order };
}

describe('a refund', () => {
	const request = 'insert into "refunds"';
	test
		.skipIf(!isTriedLater('refund requested'))
		.each(titled([after(request), after(posting), before('commit', request), after('commit', request)]))(
		'whose server dies %s, and that is sent again, is one refund',
		async (_, crashAt) => {
			const { sale, order } = await openPaidSale(world);
			const { event, seller } = sale;
			const key = randomUUID();
			const path = `/api/events/${event.id}/orders/${order.id}/refunds`;
			await crash(world, { role: 'web', crashAt }, async (call) => {
				const headers = { authorization: `Bearer ${seller.token}`, 'idempotency-key': key };
				const { status } = await call('POST', path, { amountMinor, isCancelling: false }, headers);
				expect(status).toBe(0);
			});
			// The database may not know yet that the connection of the first one has ended.
			const again = () =>
				refundOrder(world.api, event, order, {
					...{ token: seller.token, key, amountMinor, isCancelling: false },
				});
			await expect.poll(async () => (await again()).status).toBe(201);
			await recoverPayments(world.services);
			expect(await outcomeOf(world, sale, order.id)).toEqual(partlyRefunded);
		},
	);

	const answer = 'update "refunds" set "state"';
	test
		.skipIf(!isTriedLater('refund answered'))
		.each(
			titled([
				after('UPDATE refunds SET next_check_at'),
				before(atProvider),
				after('commit', atProvider),
				before(answer),
				after(answer),
				after(posting),
				before('commit', answer),
				after('commit', answer),
			]),
		)('whose worker dies %s is made once', async (_, crashAt) => {
		const { sale, order } = await openPaidSale(world);
		await refundDying(world, { sale, order, crashAt });
		expect(await outcomeOf(world, sale, order.id)).toEqual(partlyRefunded);
	});
});

async function refundDying(
	on: World,
	{ sale, order, crashAt }: { sale: Sale; order: { id: string }; crashAt: CrashPoint },
): Promise<void> {
	await crash(on, { role: 'worker', crashAt }, async () => {
		const { token } = sale.seller;
		expect((await refundOrder(on.api, sale.event, order, { token, amountMinor })).status).toBe(201);
	});
	await recoverPayments(on.services);
}

describe('a worker that dies over', () => {
	const dispute = 'insert into "disputes"';
	const change = 'update "disputes" set';
	test
		.skipIf(!isTriedLater('dispute'))
		.each(
			titled([
				before(dispute),
				after(dispute),
				after(posting),
				before('commit', dispute),
				after('commit', change),
			]),
		)('a dispute, %s, has it in the books once', async (_, crashAt) => {
		const { sale, order } = await openPaidSale(world);
		const { rows } = await world.on.pool.query('SELECT provider_id FROM payments WHERE subject_id = $1', [
			order.id,
		]);
		const gateway = world.services.testGateway as NonNullable<Services['testGateway']>;
		let disputeId: string | null = null;
		await crash(world, { role: 'worker', crashAt }, async () => {
			disputeId = await gateway.openDispute(sale.account, rows[0].provider_id);
		});
		await recoverPayments(world.services);
		expect(await accountsOf(sale)).toMatchObject({ contested: priceMinor });
		expect(await outcomeOf(world, sale, order.id)).toEqual(confirmed);
		const outcome = chance.pick(['won', 'lost'] as const);
		await crash(world, { role: 'worker', crashAt: chance.pick([before(change), after(change)]) }, () =>
			gateway.closeDispute(sale.account, disputeId as unknown as string, outcome),
		);
		await recoverPayments(world.services);
		const { contested, dispute_losses: losses = 0 } = await accountsOf(sale);
		expect({ contested, losses }).toEqual({ contested: 0, losses: outcome === 'lost' ? priceMinor : 0 });
		expect(await outcomeOf(world, sale, order.id)).toEqual(confirmed);
	});

	const payout = 'insert into "payouts"';
	const moved = 'update "payouts" set';
	test
		.skipIf(!isTriedLater('payout'))
		.each(
			titled([
				before(payout),
				after(payout),
				after(posting),
				before('commit', payout),
				after('commit', payout),
			]),
		)('a payout, %s, has it in the books once', async (_, crashAt) => {
		const { sale, order } = await openPaidSale(world);
		const gateway = world.services.testGateway as NonNullable<Services['testGateway']>;
		let payoutId = '';
		await crash(world, { role: 'worker', crashAt }, async () => {
			[payoutId = ''] = await gateway.runPayout(sale.account, { isEarly: true });
		});
		await recoverPayments(world.services);
		const outcome = chance.pick(['paid', 'failed'] as const);
		await crash(world, { role: 'worker', crashAt: chance.pick([before(moved), after(moved)]) }, () =>
			gateway.settlePayout(sale.account, payoutId, outcome),
		);
		await recoverPayments(world.services);
		const { transit, bank = 0 } = await accountsOf(sale);
		expect([transit, bank > 0]).toEqual([0, outcome === 'paid']);
		expect(await outcomeOf(world, sale, order.id)).toEqual(confirmed);
	});
});

async function accountsOf({ event, seller }: Sale): Promise<Record<string, number>> {
	const { body } = await world.api.get(`/api/organisations/${event.organisationId}/balances`, {
		token: seller.token,
	});
	return Object.fromEntries(
		body.data[0].accounts.map((one: { account: string; balanceMinor: number }) => [
			one.account,
			one.balanceMinor,
		]),
	);
}

describe('the tests above can fail', () => {
	test.skipIf(!isTriedWithout('transaction'))(
		'a settlement without a transaction leaves a payment without books and tickets',
		async () => {
			await inOtherWorld(async (unguarded) => {
				const sale = await openSale(unguarded);
				const order = await holdTickets(unguarded.api, sale.event);
				const token = await cardToken(unguarded.api);
				const body = { method: 'card', confirmationToken: token, quoteHash: order.quoteHash };
				const guardCuts = [
					{ statement: 'begin', guard: 'begin', without: 'SELECT 1' },
					{ statement: 'commit', guard: 'commit', without: 'SELECT 1' },
					{ statement: 'savepoint sp', guard: 'savepoint sp', without: 'SELECT 1 AS sp' },
					// As the cut before leaves it.
					{ statement: 'release savepoint', guard: 'release SELECT 1 AS sp', without: 'SELECT 1 AS sp' },
				];
				await crash(unguarded, { role: 'web', crashAt: after(settlement), guardCuts }, (call) =>
					call('POST', `/api/orders/${order.manageToken}/payments`, body, {
						'idempotency-key': randomUUID(),
					}),
				);
				await recoverPayments(unguarded.services);
				await expect(expectInvariants(unguarded.services)).rejects.toThrow('payments.in-the-books');
			});
		},
	);

	test.skipIf(!isTriedWithout('keys'))(
		'a provider that forgets the keys of requests refunds twice',
		async () => {
			await inOtherWorld(async (forgetful) => {
				const { sale, order } = await openPaidSale(forgetful);
				await forgetful.on.pool.query(`CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql
				AS $$ BEGIN RETURN NULL; END $$;
				CREATE TRIGGER forget BEFORE INSERT ON test_gateway_requests FOR EACH ROW EXECUTE FUNCTION forget()`);
				await refundDying(forgetful, { sale, order, crashAt: after('commit', atProvider) });
				expect(await providerFigures(forgetful.services, sale.account)).toMatchObject({
					refunded: 2 * amountMinor,
				});
			});
		},
	);
});

async function inOtherWorld(run: (other: World) => Promise<void>): Promise<void> {
	const other = await createTestDatabase({ poolSize: 20 });
	try {
		await run(await openWorld(other));
	} finally {
		await other.drop();
	}
}
