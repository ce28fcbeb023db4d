import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#server/db/client.ts';
import { createSilentLog } from '#server/platform/log.ts';
import { createTestServices } from '#tests/support/api.ts';
import { burst, expectAllThere, expectOnlyPassingFaults, setScene } from '#tests/support/burst.ts';
import { buy } from '#tests/support/buyers.ts';
import { createEmptyDatabase, createTestDatabase, useTestDatabase } from '#tests/support/database.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createChance, isLong } from '#tests/support/seed.ts';
import type { GuardCut } from '#tests/support/server-faults.ts';
import {
	type ServerProcess,
	socketUrl,
	testDatabaseUrl,
	useServerProcesses,
} from '#tests/support/server-process.ts';

const database = useTestDatabase();
const start = useServerProcesses();
let server: ServerProcess;
beforeAll(async () => {
	server = await start({ databaseUrl: testDatabaseUrl(database()), role: 'both' });
});
const chance = createChance('restore');

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** A command of the operator, as `npm run foyer` runs it. */
const foyer = (databaseUrl: string, ...words: string[]) => runFoyer({ databaseUrl }, words);

/** @param how.guardCuts what a negative control takes out of its statements */
async function runFoyer(
	how: { databaseUrl: string; guardCuts?: GuardCut[] },
	words: string[],
): Promise<{ status: number; output: string }> {
	const { databaseUrl, guardCuts } = how;
	const child = spawn(
		process.execPath,
		[
			...(guardCuts ? ['--import', pathOf('../support/server-faults.ts')] : []),
			pathOf('../../server/cli/main.ts'),
			...words,
		],
		{
			stdio: ['ignore', 'pipe', 'pipe'],
			env: {
				PATH: process.env.PATH,
				TMPDIR: tmpdir(),
				NODE_ENV: 'test',
				DATABASE_URL: databaseUrl,
				TEST_GUARD_CUTS: JSON.stringify(guardCuts ?? []),
				DATA_DIR: await mkdtemp(join(tmpdir(), 'foyer-data-')),
			},
		},
	);
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
	const [status] = await once(child, 'exit');
	return { status, output };
}

/** The ledger of registrations and check-ins, row for row. */
async function ledger({ pool }: Database): Promise<Record<string, string[]>> {
	const rows: Record<string, string[]> = {};
	for (const table of ['orders', 'order_items', 'attendees', 'check_ins', 'capacity_pools', 'facts']) {
		const found = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t ORDER BY 1`);
		rows[table] = found.rows.map((one) => one.row);
	}
	return rows;
}

async function restored(file: string) {
	const { address } = await createEmptyDatabase();
	const url = socketUrl(address.host, address.database);
	expect(await foyer(url, 'restore', file)).toMatchObject({ status: 0 });
	return { url, database: createDatabase({ address, log: createSilentLog(), poolSize: 4 }) };
}

// In `npm test` the tests of backups (server/db/backup) compare every row, also of what is written meanwhile.
describe.skipIf(!isLong)('a backup by the command', () => {
	test('a restore gives the same ledger of orders and check-ins, and a server that goes on with it', async () => {
		const directory = await mkdtemp(join(tmpdir(), 'foyer-backups-'));
		const midway = join(directory, 'midway.tar.gz');
		const quiet = join(directory, 'quiet.tar.gz');
		const scene = await setScene(database(), server, 60);
		let acknowledgedBefore: string[] = [];
		const result = await burst(scene, {
			buyers: 250,
			spreadMs: 1_800,
			chance,
			servers: () => [server],
			async fault() {
				await sleep(500);
				const { rows } = await database().pool.query(`SELECT id FROM orders WHERE event_id = $1`, [
					scene.event.eventId,
				]);
				acknowledgedBefore = rows.map((row) => row.id);
				expect(await foyer(testDatabaseUrl(database()), 'backup', midway)).toMatchObject({ status: 0 });
			},
		});
		expectOnlyPassingFaults(result);
		await expectAllThere(database(), scene, result);

		// Of one instant in the middle of the burst: nothing torn, and all that was there when it began.
		const half = await restored(midway);
		await expectInvariants(await createTestServices(half.database));
		const { rows } = await half.database.pool.query('SELECT id FROM orders WHERE event_id = $1', [
			scene.event.eventId,
		]);
		const kept = new Set(rows.map((row) => row.id));
		expect(acknowledgedBefore.length).toBeGreaterThan(6);
		for (const id of acknowledgedBefore) expect(kept.has(id)).toBe(true);
		await half.database.close();

		// When all is quiet: the same rows to the last character.
		await server.signal('SIGTERM');
		expect(await foyer(testDatabaseUrl(database()), 'backup', quiet)).toMatchObject({ status: 0 });
		const whole = await restored(quiet);
		expect(await ledger(whole.database)).toEqual(await ledger(database()));
		await expectAllThere(whole.database, scene, result);
		expect(await foyer(whole.url, 'verify')).toMatchObject({ status: 0 });

		const next = await start({ databaseUrl: whole.url });
		const [key] = result.orders.keys();
		const again = await next.call(
			'POST',
			`/api/events/${scene.event.eventId}/orders`,
			{
				buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
				items: [{ ticketTypeId: scene.event.ticketTypeId, quantity: 1 }],
			},
			{ 'Idempotency-Key': key as string },
		);
		expect(again).toMatchObject({ status: 201, body: { id: result.orders.get(key as string) } });
		await whole.database.close();
	});

	test('a backup that is not of one instant is torn: the test above can fail', async () => {
		const torn = await createTestDatabase();
		try {
			const busy = await start({ databaseUrl: testDatabaseUrl(torn) });
			const guardCuts = [
				{ statement: 'BEGIN ISOLATION', guard: 'ISOLATION LEVEL REPEATABLE READ ', without: '' },
			];
			const file = join(await mkdtemp(join(tmpdir(), 'foyer-backups-')), 'torn.tar.gz');
			let isTorn = false;
			for (let round = 0; round < 10 && !isTorn; round += 1) {
				const scene = await setScene(torn, busy, 20);
				let isWritten = false;
				const backup = runFoyer({ databaseUrl: testDatabaseUrl(torn), guardCuts }, [
					'backup',
					file,
					'--force',
				]);
				void backup.then(() => {
					isWritten = true;
				});
				// People register for as long as it is written.
				while (!isWritten)
					await Promise.all(Array.from({ length: 10 }, () => buy(busy, scene.event, randomUUID())));
				expect(await backup).toMatchObject({ status: 0 });
				const { address } = await createEmptyDatabase();
				const url = socketUrl(address.host, address.database);
				const { status } = await foyer(url, 'restore', file);
				isTorn = status !== 0 || (await foyer(url, 'verify')).status !== 0;
			}
			expect(isTorn).toBe(true);
			await busy.signal('SIGKILL');
		} finally {
			await torn.drop();
		}
	});
});
