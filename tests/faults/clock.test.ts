import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { createTestServices } from '#tests/support/api.ts';
import { burst, expectAllThere, expectOnlyPassingFaults, setScene } from '#tests/support/burst.ts';
import { toldBy, tryOrder } from '#tests/support/buyers.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createChance, rounds } from '#tests/support/seed.ts';
import { type ServerProcess, testDatabaseUrl, useServerProcesses } from '#tests/support/server-process.ts';

const database = useTestDatabase();
const start = useServerProcesses();
/** The clock of the first is right, that of the second jumps about. Both run the worker as well. */
let right: ServerProcess;
let wrong: ServerProcess;
let services: Services;
beforeAll(async () => {
	services = await createTestServices(database());
	const databaseUrl = testDatabaseUrl(database());
	[right, wrong] = await Promise.all([
		start({ databaseUrl, role: 'both' }),
		start({ databaseUrl, role: 'both' }),
	]);
});
const chance = createChance('clock');

const minute = 60_000;
const hour = 60 * minute;
const steps = [
	5 * minute,
	-5 * minute,
	2 * hour,
	-2 * hour,
	26 * hour,
	-26 * hour,
	400 * 24 * hour,
	-400 * 24 * hour,
	0,
];
const step = (clockOffsetMs: number) => wrong.order({ clockOffsetMs });
const onBoth = (ask: (server: ServerProcess) => Promise<string>) => Promise.all([right, wrong].map(ask));
const row = async (query: string, values: unknown[]) => (await database().pool.query(query, values)).rows[0];

describe('while the clock of one of two servers is stepped back and forth', () => {
	test('sales go on, nothing is lost, nothing is done twice', async () => {
		for (let round = 0; round < rounds(1, 20); round += 1) {
			const scene = await setScene(database(), right, 60);
			const result = await burst(scene, {
				buyers: 200,
				spreadMs: 700,
				chance,
				servers: () => [right, wrong],
				async fault() {
					for (const offsetMs of chance.shuffle(steps)) {
						await step(offsetMs);
						await sleep(60);
					}
				},
			});
			await step(0);
			expectOnlyPassingFaults(result);
			expect(result.seen.every(({ answer }) => answer.status < 300)).toBe(true);
			await expectAllThere(database(), scene, result);
			await expectInvariants(services);
		}
	});

	test('sales windows, holds and their ends are those of the database', async () => {
		const now = Date.now();
		const open = await insertSellingEvent(database(), null, {
			type: { salesStartAt: new Date(now - 2 * minute), salesEndAt: new Date(now + 2 * minute) },
		});
		const early = await insertSellingEvent(database(), null, {
			type: { salesStartAt: new Date(now + 2 * minute) },
		});
		const late = await insertSellingEvent(database(), null, {
			type: { salesEndAt: new Date(now - 2 * minute) },
		});
		const one = (event: SellingEvent) => async (server: ServerProcess) =>
			toldBy(await tryOrder(server, event, randomUUID()));
		for (const offsetMs of chance.shuffle(steps)) {
			await step(offsetMs);
			expect(await onBoth(one(open))).toEqual(['confirmed', 'confirmed']);
			expect(await onBoth(one(early))).toEqual(['not-on-sale-yet', 'not-on-sale-yet']);
			expect(await onBoth(one(late))).toEqual(['sale-ended', 'sale-ended']);

			const held = await tryOrder(wrong, open, randomUUID(), { hold: true });
			const { minutes } = await row(
				'SELECT extract(epoch FROM expires_at - now()) / 60 AS minutes FROM orders WHERE id = $1',
				[held.body.id],
			);
			expect(Number(minutes)).toBeGreaterThan(14.5);
			expect(Number(minutes)).toBeLessThanOrEqual(15);
			const confirmed = await wrong.call('POST', `/api/orders/${held.body.manageToken}/confirm`);
			expect(confirmed).toMatchObject({ status: 200, body: { status: 'confirmed' } });
		}
		await step(0);
		const held = await tryOrder(right, open, randomUUID(), { hold: true });
		// A worker whose clock is a year ahead ends no hold that still lasts.
		await step(400 * 24 * hour);
		await sleep(1_500);
		const { status } = await row('SELECT status FROM orders WHERE id = $1', [held.body.id]);
		expect(status).toBe('pending');
		await step(0);
		await expectInvariants(services);
	});

	test('a signed-in person stays signed in through small steps, and nobody is signed in by a clock that went back', async () => {
		const user = await makeUser(services);
		const me = (server: ServerProcess) =>
			server.call('GET', '/api/auth/user', undefined, { Authorization: `Bearer ${user.token}` });
		for (const offsetMs of [5 * minute, -5 * minute, 0]) {
			await step(offsetMs);
			expect((await me(wrong)).status).toBe(200);
			expect((await me(right)).status).toBe(200);
		}
		const ended = await right.call('POST', '/api/auth/logout', undefined, {
			Authorization: `Bearer ${user.token}`,
		});
		expect(ended.status).toBeLessThan(300);
		await step(-26 * hour);
		expect((await me(wrong)).status).toBe(401);
		await step(0);
	});
});
