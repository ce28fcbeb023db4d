import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { holdPoller } from '#server/domain/orders/expire-holds.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { burst, expectAllThere, expectOnlyPassingFaults, setScene } from '#tests/support/burst.ts';
import { buy, isQueueTooLong, toldBy } from '#tests/support/buyers.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createChance, isLong, rounds } from '#tests/support/seed.ts';
import type { GuardCut } from '#tests/support/server-faults.ts';
import { type ServerProcess, testDatabaseUrl, useServerProcesses } from '#tests/support/server-process.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services } = useTestApi();
const start = useServerProcesses();
/** The clock of the first is right, that of the second jumps about, and with it the worker, which only this one runs. */
let right: ServerProcess;
let wrong: ServerProcess;
beforeAll(async () => {
	const databaseUrl = testDatabaseUrl(database());
	[right, wrong] = await Promise.all([
		start({ databaseUrl }),
		start({ databaseUrl, role: 'both', prompt: [holdPoller] }),
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

describe('while the clock of one of two servers is stepped back and forth', () => {
	test('sales go on, nothing is lost, nothing is done twice', async () => {
		for (let round = 0; round < rounds(1, 20); round += 1) {
			const scene = await setScene(database(), right, 60);
			const result = await burst(scene, {
				buyers: rounds(100, 200),
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
			expect(result.seen.filter(({ answer }) => answer.status >= 300 && !isQueueTooLong(answer))).toEqual([]);
			await expectAllThere(database(), scene, result);
			await expectInvariants(services);
		}
	});

	test('sales windows, holds and their ends are those of the database', async () => {
		await tryWindows();
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

/** In `npm test` fewer of them, each far enough to matter. */
const windowSteps = isLong ? steps : [-2 * hour, 400 * 24 * hour];

/** Sales windows, holds and their ends on both servers, while the clock of the second jumps about. */
async function tryWindows(): Promise<void> {
	const row = async (query: string, values: unknown[]) =>
		(await database().pool.query(query, values)).rows[0];
	const now = Date.now();
	const openNow = () =>
		insertSellingEvent(database(), null, {
			type: { salesStartAt: new Date(now - 30 * minute), salesEndAt: new Date(now + 30 * minute) },
		});
	const onBoth = async (event: SellingEvent) =>
		(await Promise.all([right, wrong].map((server) => buy(server, event, randomUUID())))).map(toldBy);
	for (const offsetMs of chance.shuffle(windowSteps)) {
		await step(offsetMs);
		// Of events that neither server has read before: what is read is remembered for a second.
		const open = await openNow();
		const early = await insertSellingEvent(database(), null, {
			type: { salesStartAt: new Date(now + 30 * minute) },
		});
		const late = await insertSellingEvent(database(), null, {
			type: { salesEndAt: new Date(now - 30 * minute) },
		});
		expect(await onBoth(open)).toEqual(['confirmed', 'confirmed']);
		expect(await onBoth(early)).toEqual(['not-on-sale-yet', 'not-on-sale-yet']);
		expect(await onBoth(late)).toEqual(['sale-ended', 'sale-ended']);

		const held = await buy(wrong, open, randomUUID(), { hold: true });
		const { minutes } = await row(
			'SELECT extract(epoch FROM expires_at - created_at) / 60 AS minutes FROM orders WHERE id = $1',
			[held.body.id],
		);
		expect(Number(minutes)).toBeCloseTo(15, 3);
		const confirmed = await wrong.call('POST', `/api/orders/${held.body.manageToken}/confirm`);
		expect(confirmed).toMatchObject({ status: 200, body: { status: 'confirmed' } });
	}
	await step(0);
	const open = await openNow();
	const held = await buy(right, open, randomUUID(), { hold: true });
	const due = [
		await buy(right, open, randomUUID(), { hold: true }),
		await buy(right, open, randomUUID(), { hold: true }),
	];
	// A worker whose clock is a year ahead ends no hold that still lasts: others that are over end, so it did look, twice.
	await step(400 * 24 * hour);
	const status = async (id: string) => (await row('SELECT status FROM orders WHERE id = $1', [id])).status;
	for (const { body } of due) {
		await database().pool.query(`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1`, [
			body.id,
		]);
		await expect.poll(() => status(body.id)).toBe('expired');
	}
	expect(await status(held.body.id)).toBe('pending');
	await step(0);
}

/** Places where the product might have asked the clock of its own process, each of them alone. */
const clockCuts: [what: string, GuardCut, says: RegExp][] = [
	[
		'judges windows',
		{
			statement: 'clock_timestamp() AS now',
			guard: 'clock_timestamp() AS now',
			without: "'{clock}'::timestamptz AS now",
		},
		/sale-ended|not-on-sale-yet|confirmed/,
	],
	[
		'writes the end of a hold',
		{
			statement: 'INSERT INTO orders',
			guard: "WHEN o.status <> 'confirmed' THEN now()",
			without: "WHEN o.status <> 'confirmed' THEN '{clock}'::timestamptz",
		},
		/to be close to 15/,
	],
	[
		'ends holds',
		{
			statement: "status = 'pending'",
			guard: 'expires_at <= now()',
			without: "expires_at <= '{clock}'::timestamptz",
		},
		// One that was held a moment ago may have ended before it is confirmed.
		/expected 'expired' to be 'pending'|to match object/,
	],
];

test.each(clockCuts)('a server that %s by its own clock fails the test above', async (_, cut, says) => {
	await Promise.all([right, wrong].map((server) => server.order({ guardCuts: [cut] })));
	try {
		await expect(tryWindows()).rejects.toThrow(says);
	} finally {
		await Promise.all([right, wrong].map((server) => server.order({ guardCuts: [] })));
		await step(0);
	}
});
