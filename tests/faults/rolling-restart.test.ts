import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { migrateDatabase, migrationsFolder } from '#server/db/migrate.ts';
import { burst, expectAllThere, expectOnlyPassingFaults, setScene } from '#tests/support/burst.ts';
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
const chance = createChance('rolling restart');

/** The next version's change of the busiest tables: columns, one with a default, and an index. */
async function nextVersion(number: number): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'foyer-next-'));
	await cp(migrationsFolder, folder, { recursive: true });
	for (let n = 0; n <= number; n += 1) {
		const migration = join(folder, `2099123100000${n}_next-${n}`);
		await mkdir(migration);
		await writeFile(
			join(migration, 'migration.sql'),
			`ALTER TABLE orders ADD COLUMN next_${n} text;--> statement-breakpoint
			ALTER TABLE attendees ADD COLUMN next_${n} integer DEFAULT 0 NOT NULL;--> statement-breakpoint
			ALTER TABLE capacity_pools ADD COLUMN next_${n} text;--> statement-breakpoint
			ALTER TABLE check_ins ADD COLUMN next_${n} text;--> statement-breakpoint
			CREATE INDEX orders_next_${n}_index ON orders (event_id, next_${n});`,
		);
	}
	return folder;
}

/** Stops a server in order, as a service manager does, and starts another on its port. */
async function restart(which: number): Promise<void> {
	const server = servers[which] as ServerProcess;
	const stopped = server.signal('SIGTERM');
	await stopped;
	servers[which] = await start({ databaseUrl: testDatabaseUrl(database()), port: server.port });
}

test('two servers are restarted one after the other under load, with a migration in between: a repetition settles all', async () => {
	for (let round = 0; round < rounds(1, 9); round += 1) {
		const folder = await nextVersion(round);
		const scene = await setScene(database(), servers[0] as ServerProcess, rounds(60, 120));
		const reached = servers.slice();
		const result = await burst(scene, {
			buyers: rounds(100, 400),
			spreadMs: rounds(1_200, 2_000),
			chance,
			// As behind a proxy that does not know yet who is away.
			servers: () => servers,
			async fault() {
				await sleep(200);
				await restart(0);
				// Somebody reads for long meanwhile; the migration waits for its turn and lets others through.
				const reader = await database().pool.connect();
				await reader.query('BEGIN');
				await reader.query('SELECT count(*) FROM orders');
				const migrating = migrateDatabase(database().address, folder);
				// Longer than it waits for a lock.
				await sleep(900);
				await reader.query('COMMIT');
				reader.release();
				await migrating;
				await restart(1);
			},
		});
		expectOnlyPassingFaults(result);
		expect(reached[0]).not.toBe(servers[0]);
		const { rows } = await database().pool.query(
			`SELECT count(*)::int AS n FROM information_schema.columns WHERE column_name = $1`,
			[`next_${round}`],
		);
		expect(rows[0].n).toBe(4);
		await expectAllThere(database(), scene, result);
		await expectInvariants(services);
	}
});

test('a migration that the running version cannot work with is noticed: the test above can fail', async () => {
	const scene = await setScene(database(), servers[0] as ServerProcess, 20);
	await database().pool.query('ALTER TABLE attendees RENAME COLUMN notes TO remarks');
	const rolling = burst(scene, {
		buyers: 100,
		spreadMs: 500,
		chance,
		servers: () => servers,
		fault: async () => {},
	});
	await expect(rolling).rejects.toThrow(/to match object/);
});
