import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { invariantChecks } from '#server/domain/modules.ts';
import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { buy, toldBy } from '#tests/support/buyers.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createChance, rounds } from '#tests/support/seed.ts';
import { type ServerProcess, testDatabaseUrl, useServerProcesses } from '#tests/support/server-process.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services } = useTestApi();
const start = useServerProcesses();
let servers: ServerProcess[];
beforeAll(async () => {
	const databaseUrl = testDatabaseUrl(database());
	servers = await Promise.all([start({ databaseUrl }), start({ databaseUrl })]);
});
const chance = createChance('last seat');

/** Everybody at once, each at a server of their own choice. */
const rush = (event: { eventId: string; ticketTypeId: string }, keys: string[]) =>
	Promise.all(keys.map((key) => buy(chance.pick(servers), event, key)));

const problemsOf = (check: string) => invariantChecks.find(({ name }) => name === check)?.run(services);

const keys = (count: number) => Array.from({ length: count }, () => randomUUID());
const count = async (query: string, values: unknown[]) =>
	Number((await database().pool.query(query, values)).rows[0].count);

describe('500 buyers on two server processes', () => {
	test('for the last seat: exactly one gets it, nobody sees a fault', async () => {
		for (let round = 0; round < rounds(1, 200); round += 1) {
			const event = await insertSellingEvent(database(), 1);
			const answers = await rush(event, keys(500));
			const reported = Object.groupBy(answers, toldBy);
			expect(Object.keys(reported).sort()).toEqual(['confirmed', 'sold-out']);
			expect(reported.confirmed).toHaveLength(1);
			expect(
				await count(`SELECT count(*) FROM attendees WHERE event_id = $1 AND status = 'active'`, [
					event.eventId,
				]),
			).toBe(1);
		}
		await expectInvariants(services);
	});
});

describe('one order sent 50 times at once with one key', () => {
	test('is one order, and every answer is that order', async () => {
		for (let round = 0; round < rounds(1, 50); round += 1) {
			const event = await insertSellingEvent(database(), 1_000);
			const answers = await rush(event, Array(50).fill(randomUUID()));
			expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(201));
			expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
			expect(new Set(answers.map((answer) => answer.body.attendees[0].ticketCode)).size).toBe(1);
			expect(await count('SELECT count(*) FROM orders WHERE event_id = $1', [event.eventId])).toBe(1);
		}
		await expectInvariants(services);
	});
});

describe('the tests above can fail', () => {
	test('without the guard more than one gets the last seat, and `foyer verify` finds it', async () => {
		await database().pool.query('ALTER TABLE capacity_pools DROP CONSTRAINT capacity_pools_never_oversold');
		const guardCuts = [
			{
				statement: 'new_orders',
				guard: '(p.size IS NULL OR p.confirmed + p.held + d.confirmed + d.held <= p.size)',
				without: 'true',
			},
		];
		await Promise.all(servers.map((server) => server.order({ guardCuts })));
		// A server that comes late to an event knows already that its seat is gone.
		let sold = 0;
		for (let round = 0; round < 20 && sold < 2; round += 1) {
			const event = await insertSellingEvent(database(), 1);
			sold = (await rush(event, keys(500))).filter((answer) => answer.status === 201).length;
		}
		expect(sold).toBeGreaterThan(1);
		expect(await problemsOf('orders.never-oversold')).toHaveLength(1);
		await Promise.all(servers.map((server) => server.order({ guardCuts: [] })));
	});

	test('without the unique index one order is several', async () => {
		await database().pool.query('DROP INDEX orders_idempotency_unique');
		const ids = new Set<string>();
		for (let round = 0; round < 10 && ids.size <= round; round += 1) {
			const event = await insertSellingEvent(database(), 1_000);
			for (const answer of await rush(event, Array(50).fill(randomUUID()))) ids.add(answer.body.id);
		}
		expect(ids.size).toBeGreaterThan(1);
		expect(await problemsOf('orders.one-order-per-key')).not.toEqual([]);
	});
});
