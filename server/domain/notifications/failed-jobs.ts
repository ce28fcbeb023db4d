import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import { retryFact } from '#server/jobs/fact-poller.ts';
import { jobQueue, withJobQueue } from '#server/jobs/queue.ts';
import type { Services } from '#server/services.ts';
import type { failedJob } from '#shared/contracts/notifications.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { isUuid } from '#shared/lib/ids.ts';
import type { z } from '#shared/lib/z.ts';

type FailedJob = z.output<typeof failedJob>;

interface FailedRow {
	id: string;
	name: string;
	attempts: number;
	lastError: string;
	createdAt: Date;
	nextAttemptAt: Date | null;
}

/** Facts that a listener could not take yet. */
const failedFacts = `
	SELECT 'fact-' || id AS id, name, attempts, coalesce(last_error, '') AS "lastError", created_at AS "createdAt",
		next_attempt_at AS "nextAttemptAt"
	FROM facts WHERE dispatched_at IS NULL AND last_error IS NOT NULL`;

/** Runs of scheduled jobs that failed and are tried again, or were given up. */
const failedRuns = `
	SELECT 'job-' || id AS id, data->>'name' AS name, retry_count + 1 AS attempts,
		coalesce(output->>'message', output::text, '') AS "lastError", created_on AS "createdAt",
		CASE WHEN state = 'retry' THEN start_after END AS "nextAttemptAt"
	FROM pgboss.job WHERE name = '${jobQueue}' AND state IN ('retry', 'failed')`;

const present = (row: FailedRow): FailedJob => ({
	...row,
	createdAt: row.createdAt.toISOString(),
	nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
});

/** Before the first worker has started there is no queue to look into. */
async function allFailed(services: Services): Promise<string> {
	const { rows } = await services.database.pool.query(
		`SELECT to_regclass('pgboss.job') IS NOT NULL AS "hasQueue"`,
	);
	return rows[0].hasQueue ? `${failedFacts} UNION ALL ${failedRuns}` : failedFacts;
}

/** Work that failed at least once and is not done, newest first. */
export async function listFailedJobs(
	services: Services,
	page: { limit: number; cursor?: string | undefined },
) {
	const [at, id] = page.cursor ? decodeCursor(page.cursor, 2) : [null, null];
	const { rows } = await services.database.pool.query<FailedRow>(
		`SELECT * FROM (${await allFailed(services)}) AS failed
		WHERE $1::timestamptz IS NULL OR ("createdAt", id) < ($1, $2)
		ORDER BY "createdAt" DESC, id DESC LIMIT $3`,
		[at, id, page.limit + 1],
	);
	return pageOf(rows, page.limit, present, (row) => [row.createdAt, row.id]);
}

/** How many failed at least once and are not done. */
export async function countFailedJobs(services: Services): Promise<number> {
	const { rows } = await services.database.pool.query<{ count: number }>(
		`SELECT count(*)::int AS count FROM (${await allFailed(services)}) AS failed`,
	);
	return rows[0]?.count ?? 0;
}

/** Tries a failed fact or run again now. */
export async function retryFailedJob(services: Services, reference: string): Promise<FailedJob> {
	const { pool } = services.database;
	const { rows } = await pool.query<FailedRow>(
		`SELECT * FROM (${await allFailed(services)}) AS failed WHERE id = $1`,
		[reference],
	);
	const [row] = rows;
	const [, kind, id] = /^(fact|job)-(.+)$/.exec(reference) ?? [];
	if (!row || !id) throw notFound('Job');
	if (kind === 'fact') {
		await retryFact(pool, id);
	} else if (isUuid(id)) {
		await withJobQueue(services, async (boss) => {
			// A run that waits for its next try is made due; one that was given up gets its tries back.
			await boss.retry(jobQueue, id);
			await boss.update({ name: jobQueue, options: { id, startAfter: new Date() } });
		});
	}
	return present({ ...row, nextAttemptAt: services.clock.now() });
}
