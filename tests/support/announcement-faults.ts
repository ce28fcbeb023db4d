import { expect } from 'vitest';
import type { Database } from '#server/db/client.ts';
import type { Poller } from '#server/domain/module.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import type { Services } from '#server/services.ts';
import { createTestDatabase } from './database.ts';
import type { CrashPoint, GuardCut } from './server-faults.ts';
import { testDatabaseUrl, type useServerProcesses } from './server-process.ts';

/** Where a worker is killed that announces a change to guests. @param claim the statement by which it takes the change */
export const announcementPoints = (claim: string): CrashPoint[] => [
	{ statement: claim, when: 'before' },
	{ statement: claim, when: 'after' },
	{ statement: 'commit', when: 'before', following: claim },
	{ statement: 'commit', when: 'after', following: claim },
	{ statement: 'insert into "mails"', when: 'before' },
	{ statement: 'insert into "mails"', when: 'after' },
	{ statement: 'SET dispatched_at', when: 'before' },
];

/** The claim is not undone when its worker dies. */
export const withoutTransaction: GuardCut[] = ['begin', 'commit'].map((word) => ({
	statement: word,
	guard: word,
	without: 'SELECT 1',
}));

/** Every email is written, also one that was written before. */
export const forgetMailKeys = (on: Database) =>
	on.pool.query(`CREATE FUNCTION forget_key() RETURNS trigger LANGUAGE plpgsql
		AS $$ BEGIN NEW.dedupe_key := gen_random_uuid()::text; RETURN NEW; END $$;
		CREATE TRIGGER forget_key BEFORE INSERT ON mails FOR EACH ROW EXECUTE FUNCTION forget_key()`);

/** Kills a worker at a point of the announcement of a change, and has another one, which is this process, do the rest. */
export async function announceDying(
	start: ReturnType<typeof useServerProcesses>,
	services: Services,
	how: {
		table: 'event_change_sets' | 'event_series_changes';
		/** Of the change. */
		id: string;
		/** Announces what is due. */
		poller: Poller;
		crashAt: CrashPoint;
		guardCuts: GuardCut[] | undefined;
	},
): Promise<void> {
	const { table, id, poller, crashAt, guardCuts } = how;
	const { pool } = services.database;
	const { signal } = new AbortController();
	// Only the announcement may reach the point.
	while ((await factPoller.run(services, signal)) > 0);
	const victim = await start({
		databaseUrl: testDatabaseUrl(services.database),
		role: 'worker',
		prompt: [poller, factPoller],
		...(guardCuts && { guardCuts }),
	});
	await victim.order({ crashAt });
	await pool.query(`UPDATE ${table} SET notify_at = now() - make_interval(secs => 1) WHERE id = $1`, [id]);
	await victim.ended();
	// A claim ends after two minutes.
	await pool.query(
		'UPDATE facts SET next_attempt_at = now() - make_interval(secs => 1) WHERE dispatched_at IS NULL',
	);
	// The database notices only after a moment that the worker is gone, which may hold the change until then.
	const waiting = async () => {
		while ((await poller.run(services, signal)) > 0);
		const { rowCount } = await pool.query(`SELECT FROM ${table} WHERE id = $1 AND notified_at IS NULL`, [id]);
		return rowCount;
	};
	await expect.poll(waiting).toBe(0);
	while ((await factPoller.run(services, signal)) > 0);
}

/** Runs something on a database of its own. */
export async function onOtherDatabase(run: (other: Database) => Promise<void>): Promise<void> {
	const other = await createTestDatabase();
	try {
		await run(other);
	} finally {
		await other.drop();
	}
}
