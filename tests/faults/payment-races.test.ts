import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { invariantChecks } from '#server/domain/modules.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { holdGift, makeFundraiser } from '#tests/factories/fundraisers.ts';
import {
	cardToken,
	holdTickets,
	makePricedEvent,
	type PricedEvent,
	payByCard,
} from '#tests/factories/money.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { closeGate, type Gate, untilBlocked } from '#tests/support/gate.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { recoverPayments } from '#tests/support/payment-recovery.ts';
import type { GuardCut } from '#tests/support/server-faults.ts';
import { testDatabaseUrl, useServerProcesses } from '#tests/support/server-process.ts';

/* Races over one payment that come out the same way on any machine, each beside its negative control: the same without the guard. */

const start = useServerProcesses();

/** A database with a server whose guards each test sets. */
type Sales = Awaited<ReturnType<typeof openSales>>;
let guarded: Sales;
/** Constraints are taken out of it and stay out, as does what came of it. */
let unguarded: Sales;
beforeAll(async () => {
	[guarded, unguarded] = await Promise.all([openSales(), openSales()]);
});
afterAll(() => Promise.all([guarded?.database.drop(), unguarded?.database.drop()]));

async function openSales() {
	const database = await createTestDatabase({ poolSize: 20 });
	const services = await createTestServices(database);
	await database.pool.query(`INSERT INTO instance_secrets (name, value) VALUES ('links', $1)`, [
		services.secret,
	]);
	const environment = { TRUST_PROXY: '1' };
	const server = await start({ databaseUrl: testDatabaseUrl(database), environment });
	return { database, services, api: createTestApi(services), server };
}

/** An order on the server, which has statements that wait at a gate, and lacks some guards. */
async function withServer(
	sales: Sales,
	makeCuts: (gate: Gate) => GuardCut[],
	run: (world: World) => Promise<void>,
): Promise<void> {
	const { database, services, api, server } = sales;
	const gate = await closeGate(database);
	try {
		await server.order({ guardCuts: makeCuts(gate) });
		const seller = await makeUser(services);
		const event = await makePricedEvent(services, api, seller);
		await run({ ...sales, gate, seller, event, order: await holdTickets(api, event) });
	} finally {
		await gate.open();
		await database.pool.query('DROP FUNCTION IF EXISTS wait_at_gate CASCADE');
	}
}
interface World extends Sales {
	gate: Gate;
	seller: TestUser;
	event: PricedEvent;
	order: Awaited<ReturnType<typeof holdTickets>>;
}

const problemsOf = async (check: string, { services }: Sales) =>
	(await invariantChecks.find(({ name }) => name === check)?.run(services)) ?? [`no check ${check}`];

/** What is done breaks a rule that held until then. */
async function expectToBreak(check: string, sales: Sales, act: () => Promise<void>): Promise<void> {
	expect(await problemsOf(check, sales)).toEqual([]);
	await act();
	expect(await problemsOf(check, sales)).not.toEqual([]);
}

describe('two tabs that pay one order, on two networks', () => {
	const lock = `pg_advisory_xact_lock(hashtextextended('payment of '`;

	/** The first one waits before it writes its payment; the answers of both. */
	async function payTwice({ database, gate, api, order, server }: World, untilBoth: () => Promise<void>) {
		await database.pool.query(`CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql
			AS $$ BEGIN PERFORM ${gate.pass}; RETURN NEW; END $$;
			CREATE TRIGGER wait_at_gate BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION wait_at_gate()`);
		const answers = ['192.0.2.1', '198.51.100.1'].map(async (address) => {
			const confirmationToken = await cardToken(api);
			const body = { method: 'card', confirmationToken, quoteHash: order.quoteHash };
			const headers = { 'x-forwarded-for': address, 'idempotency-key': randomUUID() };
			return server.call('POST', `/api/orders/${order.manageToken}/payments`, body, headers);
		});
		await untilBoth();
		await gate.open();
		return (await Promise.all(answers)).map(({ status }) => status).sort();
	}

	test('make one payment; the other is answered that one is in progress', async () => {
		await withServer(
			guarded,
			() => [],
			async (world) => {
				const waiting = async () =>
					(
						await world.database.pool.query(
							`SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
								AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
						)
					).rows[0].n;
				const statuses = await payTwice(world, () => expect.poll(waiting).toBe(2));
				expect(statuses).toEqual([201, 409]);
				await recoverPayments(world.services);
				await expectInvariants(world.services);
			},
		);
	});

	test('make two without the lock and the unique index (negative control); the second goes back by itself', async () => {
		await unguarded.database.pool.query('DROP INDEX payments_open_unique');
		await withServer(
			unguarded,
			() => [{ statement: lock, guard: 'pg_advisory_xact_lock(', without: 'abs(' }],
			async (world) => {
				const statuses = await payTwice(world, () => world.gate.untilWaiting(2));
				expect(statuses).toEqual([201, 201]);
				const { rows } = await world.database.pool.query(
					`SELECT (SELECT count(*)::int FROM payments WHERE state = 'succeeded') AS payments,
						(SELECT count(*)::int FROM refunds WHERE reason = 'paid_twice') AS refunds`,
				);
				expect(rows).toEqual([{ payments: 2, refunds: 1 }]);
			},
		);
	});
});

/** Takes out all that `holdMoney` holds (server/domain/orders/documents/with-order.ts). */
const holdsOfMoney: GuardCut[] = [
	{ statement: "hashtextextended('payment of '", guard: 'pg_advisory_xact_lock(', without: 'abs(' },
	...['SELECT FROM payments WHERE', 'SELECT FROM ledger_subjects', 'hold_extensions, manage_version'].map(
		(statement) => ({ statement, guard: 'FOR UPDATE', without: '' }),
	),
];

describe('two refunds of one payment that are more than it together', () => {
	const request = 'update "payments" set "refunding_minor"';
	const limit = '<= "payments"."captured_minor"';

	/** By two members, as those of one take turns. Both have read what is left before either has written. */
	async function refundTwice({ services, gate, api, event, order, seller, server }: World) {
		expect((await payByCard(api, order)).status).toBe(201);
		const other = await makeMember(services, seller.organisationId, 'owner');
		const answers = [seller, other].map(({ token }) =>
			server.call(
				'POST',
				`/api/events/${event.id}/orders/${order.id}/refunds`,
				{ amountMinor: 1_500, isCancelling: false },
				{ authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
			),
		);
		await gate.untilWaiting(2);
		await gate.open();
		return (await Promise.all(answers)).map(({ status }) => status).sort();
	}
	/** Takes the holds out, so that both get as far as the statement that has the limit. */
	const meeting = (gate: Gate, limited: string): GuardCut[] => [
		...holdsOfMoney,
		{ statement: request, guard: limit, without: `${limited} + (SELECT 0 * count(${gate.pass}))` },
	];

	test('are one refund, by the statement that writes it alone', async () => {
		await withServer(
			guarded,
			(gate) => meeting(gate, limit),
			async (world) => {
				expect(await refundTwice(world)).toEqual([201, 422]);
				await recoverPayments(world.services);
				await expectInvariants(world.services);
			},
		);
	});

	test('get past it without its limit, and only the constraint of the table is left (negative control)', async () => {
		await withServer(
			unguarded,
			(gate) => meeting(gate, `${limit} * 2`),
			async (world) => expect(await refundTwice(world)).toEqual([201, 500]),
		);
	});
});

describe('two refunds of one gift beside a ticket', () => {
	const price = 2_400;
	const giftMinor = 2_000;

	/**
	 * By two members, of 20.00 beside a ticket at 24.00: together they are no more than was paid, so it is the gift alone that is given back
	 * twice. Both have read what is left of it before either has written, where the guard is cut.
	 */
	async function refundTwice({ services, gate, api, server }: World, isMeeting: boolean) {
		const event = await makeFundraiser(services, api, await makeUser(services));
		const order = await holdGift(api, event, { amountMinor: giftMinor }, 1);
		expect(order.totalMinor).toBe(price + giftMinor);
		expect((await payByCard(api, order)).status).toBe(201);
		const other = await makeMember(services, event.organisationId, 'owner');
		const answers = [event.owner, other].map(({ token }) =>
			server.call(
				'POST',
				`/api/events/${event.id}/orders/${order.id}/refunds`,
				{ gift: true, isCancelling: false },
				{ authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
			),
		);
		if (isMeeting) await gate.untilWaiting(2);
		await gate.open();
		return (await Promise.all(answers)).map(({ status }) => status).sort();
	}
	const limit = '<= "payments"."captured_minor"';
	const meet = (gate: Gate): GuardCut => ({
		statement: 'update "payments" set "refunding_minor"',
		guard: limit,
		without: `${limit} + (SELECT 0 * count(${gate.pass}))`,
	});

	test('are one: the other one finds nothing of it left', async () => {
		await withServer(
			guarded,
			() => [],
			async (world) => {
				expect(await refundTwice(world, false)).toEqual([201, 422]);
				await recoverPayments(world.services);
				await expectInvariants(world.services);
			},
		);
	});

	test('are stopped without the hold by the numbers of the lines alone', async () => {
		await withServer(
			guarded,
			(gate) => [...holdsOfMoney, meet(gate)],
			async (world) => {
				expect(await refundTwice(world, true)).toEqual([201, 500]);
				await recoverPayments(world.services);
				await expectInvariants(world.services);
			},
		);
	});

	test('are both made without the hold and those numbers (negative control)', async () => {
		await unguarded.database.pool.query('ALTER TABLE order_lines DROP CONSTRAINT order_lines_pkey');
		await withServer(
			unguarded,
			(gate) => [...holdsOfMoney, meet(gate)],
			(world) =>
				expectToBreak('fundraisers.donations-match-books', world, async () => {
					expect(await refundTwice(world, true)).toEqual([201, 201]);
					await recoverPayments(world.services);
				}),
		);
	});
});

describe('two who ask for the receipt of one donation', () => {
	/** The first one waits before it writes the receipt, the second one wherever it must; the ids that they are answered. */
	async function askTwice({ database, gate, api, services, server }: World): Promise<string[]> {
		const event = await makeFundraiser(services, api, await makeUser(services));
		const settings = { regime: 'us', number: '12-3456789', isAutomatic: false };
		const path = `/api/organisations/${event.organisationId}`;
		const { token } = event.owner;
		await api.patch(`${path}/settings`, { legalName: 'Harbour Hall', address: 'Pier 1' }, { token });
		expect((await api.call('PUT', `${path}/gift-receipt-settings`, settings, { token })).status).toBe(200);
		const order = await holdGift(api, event, { amountMinor: 5_000 });
		expect((await payByCard(api, order)).status).toBe(201);
		await database.pool.query(`CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql
			AS $$ BEGIN PERFORM ${gate.pass}; RETURN NEW; END $$;
			CREATE TRIGGER wait_at_gate BEFORE INSERT ON documents FOR EACH ROW EXECUTE FUNCTION wait_at_gate()`);
		const body = { name: 'Ada Lovelace', address: 'Road 2' };
		const answers = [1, 2].map(() =>
			server.call('POST', `/api/orders/${order.manageToken}/gift-receipt`, body, {
				'idempotency-key': randomUUID(),
			}),
		);
		await untilBlocked(database, 2);
		await gate.open();
		return [...new Set((await Promise.all(answers)).map(({ body: { id } }) => id as string))];
	}

	test('get the same one', async () => {
		await withServer(
			guarded,
			() => [],
			async (world) => {
				expect(await askTwice(world)).toHaveLength(1);
				await expectInvariants(world.services);
			},
		);
	});

	test('get one each without the hold of its payments (negative control)', async () => {
		await withServer(
			unguarded,
			() => [{ statement: 'SELECT FROM payments WHERE', guard: 'FOR UPDATE', without: '' }],
			(world) =>
				expectToBreak('documents.cancellations-fit', world, async () => {
					expect(await askTwice(world)).toHaveLength(2);
				}),
		);
	});
});
