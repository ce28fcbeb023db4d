import { sql } from 'drizzle-orm';
import { committedSince, isAhead } from '#server/db/commits.ts';
import { bindStatement } from '#server/db/statement.ts';
import type { Poller } from '#server/domain/module.ts';
import type { Services } from '#server/services.ts';
import { markDays, markEverything } from './marks.ts';

/*
 * Changes that no fact reports, since a scan must not pay for figures: check-ins and those taken back, cancelled and removed
 * tickets, entries of the books. Their rows carry the transaction that wrote them, so each change is found once, however late it
 * was committed (db/commits.ts).
 */

/** Times and numbers only narrow down what is read; transactions last less long than this. */
const slackMinutes = 10;

/** The number of the newest check-in; zero before the first, which has the number that a new sequence shows already. */
const newestCheckIn = '(SELECT last_value - (NOT is_called)::int FROM check_ins_sequence_seq)';

type FeedRow = { snapshot: string; now_snapshot: string; read_at: string; sequence_low: string };

/** $1 what was seen, $2 when, $3 number of a check-in before that */
const changedGuests = `
	SELECT organisation_id, event_id, attendee_id FROM check_ins
	WHERE sequence > $3::bigint AND attendee_id IS NOT NULL AND ${committedSince('transaction_id', '$1::pg_snapshot')}
	UNION
	SELECT organisation_id, event_id, attendee_id FROM door_changes
	WHERE at > $2::timestamptz - interval '${slackMinutes} minutes' AND ${committedSince('transaction_id', '$1::pg_snapshot')}`;

const markChanges = {
	name: 'analytics.mark-changes',
	text: markDays(`
	WITH changed AS MATERIALIZED (${changedGuests})
	SELECT c.organisation_id, c.event_id, foyer_day(o.confirmed_at, e.time_zone) AS on_day
	FROM changed c
	JOIN attendees a ON a.organisation_id = c.organisation_id AND a.event_id = c.event_id AND a.id = c.attendee_id
	JOIN orders o ON o.organisation_id = a.organisation_id AND o.event_id = a.event_id AND o.id = a.order_id
	JOIN events e ON e.organisation_id = c.organisation_id AND e.id = c.event_id
	WHERE o.confirmed_at IS NOT NULL
	UNION
	SELECT c.organisation_id, c.event_id, foyer_day(i.occurred_at, e.time_zone)
	FROM changed c
	JOIN check_ins i ON i.organisation_id = c.organisation_id AND i.event_id = c.event_id AND i.attendee_id = c.attendee_id
	JOIN events e ON e.organisation_id = c.organisation_id AND e.id = c.event_id
	UNION
	SELECT f.organisation_id, f.scope_id, f.on_day
	FROM changed c JOIN event_day_figures f ON f.organisation_id = c.organisation_id AND f.scope_id = c.event_id
	WHERE f.currency = '' AND NOT EXISTS (SELECT FROM attendees a
		WHERE a.organisation_id = c.organisation_id AND a.event_id = c.event_id AND a.id = c.attendee_id)
	UNION
	SELECT t.organisation_id, t.event_id, foyer_day(t.occurred_at, e.time_zone)
	FROM ledger_transfers t JOIN events e ON e.organisation_id = t.organisation_id AND e.id = t.event_id
	WHERE t.created_at > $2::timestamptz - interval '${slackMinutes} minutes'
		AND ${committedSince('t.transaction_id', '$1::pg_snapshot')}`),
};

/** Marks the days of what has changed since the last look. Nothing when another worker looks, or the feed has not begun. */
async function markSince({ database }: Services): Promise<'done' | 'to begin'> {
	return database.transaction(async (tx) => {
		const { rows } = await tx.execute<FeedRow>(sql`
			SELECT snapshot, pg_current_snapshot()::text AS now_snapshot, read_at, sequence_low FROM figure_feed FOR UPDATE SKIP LOCKED`);
		const [feed] = rows;
		if (!feed) {
			const { rows: there } = await tx.execute<{ id: number }>(sql`SELECT id FROM figure_feed`);
			return there.length > 0 ? 'done' : 'to begin';
		}
		if (isAhead(feed.snapshot, feed.now_snapshot)) {
			// A restored backup: the snapshot is of another server.
			await tx.execute(sql`DELETE FROM figure_feed`);
			return 'to begin';
		}
		await tx.execute(bindStatement(markChanges, [feed.snapshot, feed.read_at, feed.sequence_low]));
		await tx.execute(sql`
			UPDATE figure_feed SET snapshot = ${feed.now_snapshot}, read_at = now(),
				sequence_low = CASE WHEN is_old THEN sequence_high ELSE sequence_low END,
				sequence_high = CASE WHEN is_old THEN ${sql.raw(newestCheckIn)} ELSE sequence_high END,
				sequence_at = CASE WHEN is_old THEN now() ELSE sequence_at END
			FROM (SELECT sequence_at < now() - interval '2 minutes' AS is_old FROM figure_feed) AS age`);
		return 'done';
	});
}

/** Begins the feed on a new, upgraded or restored database: everything that happened before is marked. */
async function begin(services: Services): Promise<void> {
	const { pool } = services.database;
	const { rows } = await pool.query(
		`SELECT pg_current_snapshot()::text AS snapshot, now() AS at, ${newestCheckIn} AS sequence`,
	);
	await markEverything(services);
	await pool.query(
		`INSERT INTO figure_feed (snapshot, read_at, sequence_low, sequence_high) VALUES ($1, $2, $3, $3) ON CONFLICT DO NOTHING`,
		[rows[0].snapshot, rows[0].at, rows[0].sequence],
	);
}

export const findChanges: Poller = {
	name: 'analytics.find-changes',
	idleMs: 2_000,
	async run(services) {
		if ((await markSince(services)) === 'to begin') await begin(services);
		// The next look is after the pause, whatever was found.
		return 0;
	},
};
