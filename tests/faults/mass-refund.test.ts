import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { endUndoTime } from '#tests/factories/events.ts';
import { holdTickets, makePricedEvent, type PricedEvent, payByCard } from '#tests/factories/money.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { createTestDatabase, useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { bookedBalance, providerFigures, recoverPayments, working } from '#tests/support/payment-recovery.ts';
import { createChance, hangMs, rounds } from '#tests/support/seed.ts';
import { testDatabaseUrl, useServerProcesses } from '#tests/support/server-process.ts';

/**
 * A cancelled event whose paid orders are refunded by two workers, one of which is killed (`kill -9`) again and again, wherever it is: each
 * order is refunded once, at the provider, in the books and to its buyer.
 */
const database = useTestDatabase({ poolSize: 20 });
const start = useServerProcesses();
const chance = createChance('mass refund');
const orders = rounds(8, 10_000);
const kills = rounds(1, 20);
const priceMinor = 2_400;

interface Cancelled {
	on: Database;
	services: Services;
	event: PricedEvent;
	account: string;
	count: number;
	/** Begins to refund all orders. @returns the address of the run */
	begin(): Promise<string>;
	read(path: string): Promise<Record<string, unknown>>;
}

/** An event with so many orders paid by card that has been cancelled. */
async function cancelEvent(on: Database, count: number): Promise<Cancelled> {
	const services = await createTestServices(on);
	await on.pool.query(`INSERT INTO instance_secrets (name, value) VALUES ('links', $1)`, [services.secret]);
	const api = createTestApi(services);
	const event = await makePricedEvent(services, api, await makeUser(services), { capacity: count });
	const { token } = event.owner;
	const buyers = Array.from({ length: 4 }, async (_, buyer) => {
		for (let n = buyer; n < count; n += 4)
			expect((await payByCard(api, await holdTickets(api, event))).status).toBe(201);
	});
	await Promise.all(buyers);
	await recoverPayments(services);
	expect((await api.post(`/api/events/${event.id}/cancel`, { message: 'Storm' }, { token })).status).toBe(
		200,
	);
	await endUndoTime(services, event.id);
	const { rows } = await on.pool.query('SELECT provider_account FROM payment_accounts');
	const path = `/api/events/${event.id}/bulk-runs`;
	return {
		...{ on, services, event, count, account: rows[0].provider_account as string },
		async begin() {
			const begun = await api.post(path, {}, { token, headers: { 'Idempotency-Key': randomUUID() } });
			expect([begun.status, begun.body.total]).toEqual([201, count]);
			return `${path}/${begun.body.id}`;
		},
		read: async (run) => (await api.get(run, { token })).body,
	};
}

/** Orders that are refunded here, and refunds that the provider has answered, so far. */
async function progressOf({ on }: Cancelled): Promise<number> {
	const { rows } = await on.pool.query(
		`SELECT (SELECT count(*) FROM bulk_run_orders WHERE state <> 'waiting')::int
			+ (SELECT count(*) FROM refunds WHERE provider_id IS NOT NULL)::int AS n`,
	);
	return rows[0].n;
}

async function expectEachOnce(cancelled: Cancelled, run: string): Promise<void> {
	const { on, services, event, account, count } = cancelled;
	expect(await cancelled.read(run)).toMatchObject({
		...{ state: 'done', total: count, done: count, failed: 0, underWay: 0, sentBack: 0 },
	});
	const { rows } = await on.pool.query(
		`SELECT count(*)::int AS refunds, count(DISTINCT subject_id)::int AS orders, sum(amount_minor)::int AS minor,
			count(*) FILTER (WHERE state = 'succeeded')::int AS succeeded,
			(SELECT count(*)::int FROM test_gateway_objects WHERE type = 'refund') AS at_provider,
			(SELECT count(DISTINCT props->>'orderId')::int FROM mails WHERE template = 'orders/refunded') AS notified,
			(SELECT count(*)::int FROM mails WHERE template = 'orders/refunded') AS mails
		FROM refunds WHERE event_id = $1`,
		[event.id],
	);
	expect(rows[0]).toEqual({
		...{ refunds: count, orders: count, minor: count * priceMinor, succeeded: count },
		...{ at_provider: count, notified: count, mails: count },
	});
	const provider = await providerFigures(services, account);
	expect(provider).toMatchObject({ captured: count * priceMinor, refunded: count * priceMinor });
	expect(await bookedBalance(services, event.organisationId)).toBe(provider.balance);
	await expectInvariants(services);
}

const startWorker = (on: Database) =>
	start({ databaseUrl: testDatabaseUrl(on), role: 'worker', prompt: working });

test(
	`${orders.toLocaleString('en')} orders, ${kills} kills: none is refunded twice, none is missed`,
	async () => {
		const cancelled = await cancelEvent(database(), orders);
		const workers = await Promise.all([1, 2].map(() => startWorker(database())));
		const run = await cancelled.begin();
		for (let kill = 1; kill <= kills; kill += 1) {
			const until = (2 * orders * (kill - chance.next())) / (kills + 1);
			await expect
				.poll(() => progressOf(cancelled), { interval: 20, timeout: hangMs + orders * 200 })
				.toBeGreaterThanOrEqual(until);
			const [victim] = workers.splice(chance.between(0, 1), 1);
			await victim?.signal('SIGKILL');
			workers.push(await startWorker(database()));
		}
		await expect
			.poll(async () => (await cancelled.read(run)).state, { interval: 50, timeout: hangMs + orders * 200 })
			.toBe('done');
		await Promise.all(workers.map((worker) => worker.signal('SIGKILL')));
		await recoverPayments(cancelled.services);
		await expectEachOnce(cancelled, run);
	},
	600_000 + orders * 1_000,
);

test('the test above can fail: where the provider forgets the keys of requests, a kill refunds twice', async () => {
	const other = await createTestDatabase({ poolSize: 20 });
	try {
		const cancelled = await cancelEvent(other, 2);
		await other.pool.query(`CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
			CREATE TRIGGER forget BEFORE INSERT ON test_gateway_requests FOR EACH ROW EXECUTE FUNCTION forget()`);
		const victim = await startWorker(other);
		await victim.order({
			crashAt: { statement: 'commit', following: 'insert into "test_gateway_requests"', when: 'after' },
		});
		const run = await cancelled.begin();
		await expect.poll(victim.isRunning).toBe(false);
		await recoverPayments(cancelled.services);
		await expect(expectEachOnce(cancelled, run)).rejects.toThrow();
	} finally {
		await other.drop();
	}
});
