import { type SQL, sql } from 'drizzle-orm';
import type { Database, Tx } from './client.ts';
import { isAhead } from './commits.ts';

/*
 * Reading what was committed since the last look, for what no fact reports: a table of one row (`feedRow` in tables/columns.ts) has
 * the snapshot of the last look, so each change is found once, however late it was committed.
 */

export type ChangeFeed = 'figure_feed' | 'check_in_feed';

/** The snapshot of the last read: rows of other transactions are new (`committedSince`). Time and number only narrow down what is read. */
export interface LastLook {
	snapshot: string;
	at: Date | string;
	/** The number of a check-in some seconds before; changes after the look have greater ones. */
	sequence: string;
}

/** The number of the newest check-in; zero before the first, which has the number that a new sequence shows already. */
const newestCheckIn = '(SELECT last_value - (NOT is_called)::int FROM check_ins_sequence_seq)';

type FeedRow = { snapshot: string; now_snapshot: string; read_at: string; sequence_low: string };

/**
 * Looks for what is new and moves the feed on, in one transaction. Nothing when another worker looks.
 * @returns `to begin` where the feed has not begun, or comes from another life of the database (a restored backup)
 */
export async function lookForChanges(
	database: Database,
	feed: ChangeFeed,
	work: (tx: Tx, since: LastLook) => Promise<unknown>,
): Promise<'done' | 'to begin'> {
	const table = sql.identifier(feed);
	return database.transaction(async (tx) => {
		const { rows } = await tx.execute<FeedRow>(sql`
			SELECT snapshot, pg_current_snapshot()::text AS now_snapshot, read_at, sequence_low FROM ${table} FOR UPDATE SKIP LOCKED`);
		const [last] = rows;
		if (!last) {
			const { rows: there } = await tx.execute<{ id: number }>(sql`SELECT id FROM ${table}`);
			return there.length > 0 ? 'done' : 'to begin';
		}
		if (isAhead(last.snapshot, last.now_snapshot)) {
			await tx.execute(sql`DELETE FROM ${table}`);
			return 'to begin';
		}
		await work(tx, { snapshot: last.snapshot, at: last.read_at, sequence: last.sequence_low });
		await tx.execute(moveOn(table, last.now_snapshot));
		return 'done';
	});
}

/**
 * What is read again and again is narrowed down to the check-ins of the last seconds. Whoever took a number up to the high one began
 * before the transaction that is noted some seconds later; once all before that one have ended, this look has seen what they committed.
 */
const moveOn = (table: ReturnType<typeof sql.identifier>, seen: string): SQL => sql`
	UPDATE ${table} SET snapshot = ${seen}, read_at = now(),
		sequence_low = CASE WHEN has_ended THEN sequence_high ELSE sequence_low END,
		sequence_high = CASE WHEN has_ended THEN ${sql.raw(newestCheckIn)} ELSE sequence_high END,
		sequence_at = CASE WHEN has_ended THEN now() ELSE sequence_at END,
		sequence_noted = CASE WHEN is_due THEN sequence_high ELSE sequence_noted END,
		sequence_xmax = CASE WHEN is_due THEN pg_snapshot_xmax(${seen}::pg_snapshot) ELSE sequence_xmax END
	FROM (SELECT coalesce(sequence_noted = sequence_high AND sequence_xmax <= pg_snapshot_xmin(${seen}::pg_snapshot), false) AS has_ended,
		sequence_noted IS DISTINCT FROM sequence_high AND sequence_at < now() - interval '5 seconds' AS is_due FROM ${table}) AS state`;

/** Begins a feed: what is committed from now on is new. `before` deals with what was there. */
export async function beginFeed(
	{ pool }: Database,
	feed: ChangeFeed,
	before: () => Promise<unknown> = async () => {},
): Promise<void> {
	const { rows } = await pool.query(
		`SELECT pg_current_snapshot()::text AS snapshot, now() AS at, ${newestCheckIn} AS sequence`,
	);
	await before();
	await pool.query(
		`INSERT INTO ${feed} (snapshot, read_at, sequence_low, sequence_high) VALUES ($1, $2, $3, $3) ON CONFLICT DO NOTHING`,
		[rows[0].snapshot, rows[0].at, rows[0].sequence],
	);
}
