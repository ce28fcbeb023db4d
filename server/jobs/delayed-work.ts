import { createPoolMemo } from '../platform/concurrency/memo.ts';
import { errorText } from '../platform/error-text.ts';
import type { Services } from '../services.ts';

/** A piece of work that failed alone. */
interface FailedWork {
	key: string;
	/** Null: work of an account or of the installation. */
	organisationId: string | null;
}

const longestPauseSeconds = 600;
const firstPauseSeconds = 15;

/** SQL: that work is not delayed at this moment. @param key SQL of the text that the poller names it by */
export const isNotDelayed = (poller: string, key: string): string =>
	`NOT EXISTS (SELECT FROM delayed_work w WHERE w.poller = '${poller}' AND w.key = (${key})::text AND w.next_try_at > now())`;

interface Known {
	pollers: Set<string>;
	readAtMs: number;
}
const knownDelays = createPoolMemo(
	(_: Pick<Services, 'database'>): Known => ({ pollers: new Set(), readAtMs: Number.NEGATIVE_INFINITY }),
);
/** Shorter than the first pause: of what is tried again, every process knows that it was delayed. */
const knownForMs = 10_000;

/** Has failed work tried again later: after 15 seconds, twice as long each time, ten minutes at most. */
export async function delayWork(
	services: Pick<Services, 'database'>,
	poller: string,
	failed: readonly FailedWork[],
	error: unknown,
): Promise<void> {
	knownDelays(services).pollers.add(poller);
	await services.database.pool.query({
		name: 'jobs.delay-work',
		text: `INSERT INTO delayed_work AS w (poller, key, organisation_id, next_try_at, last_error)
			SELECT $1, key, organisation_id, now() + interval '${firstPauseSeconds} seconds', $4
			FROM unnest($2::text[], $3::uuid[]) AS failed(key, organisation_id)
			ON CONFLICT (poller, key) DO UPDATE SET failures = w.failures + 1, last_error = excluded.last_error,
				next_try_at = now() + make_interval(secs => least(${longestPauseSeconds}, ${firstPauseSeconds} * 2 ^ least(w.failures, 20)))`,
		values: [
			poller,
			failed.map(({ key }) => key),
			failed.map(({ organisationId }) => organisationId),
			errorText(error),
		],
	});
}

/** Whether any work of a poller is delayed: read for all pollers together, now and then. */
export async function hasDelays(services: Services, poller: string): Promise<boolean> {
	const known = knownDelays(services);
	if (performance.now() - known.readAtMs > knownForMs) {
		known.readAtMs = performance.now();
		const { rows } = await services.database.pool.query<{ poller: string }>(
			'SELECT DISTINCT poller FROM delayed_work',
		);
		known.pollers = new Set(rows.map((row) => row.poller));
	}
	return known.pollers.has(poller);
}

/** Forgets that work was delayed, once it is done. */
export async function endDelays(
	{ database }: Pick<Services, 'database'>,
	poller: string,
	keys: readonly string[],
): Promise<void> {
	await database.pool.query({
		name: 'jobs.end-delays',
		text: 'DELETE FROM delayed_work WHERE poller = $1 AND key = ANY ($2::text[])',
		values: [poller, keys],
	});
}

/** Longer past its next try than this, work is no longer due: its event was deleted, for example. */
const staleAfter = `interval '1 hour'`;

/** Facts that listeners could not take are delayed by their own rows, as are emails; of those, some wait for a moment now and then. */
const delayedSql = `
	SELECT poller, organisation_id, since, last_error FROM delayed_work WHERE next_try_at > now() - ${staleAfter}
	UNION ALL
	SELECT 'facts.dispatch', organisation_id, created_at, last_error FROM facts WHERE dispatched_at IS NULL AND last_error IS NOT NULL
	UNION ALL
	SELECT 'notifications.send-mails', organisation_id, created_at, last_error FROM mails
	WHERE status = 'queued' AND attempts > 2 AND last_error <> ''`;

interface DelayedCount {
	poller: string;
	count: number;
	organisations: number;
	since: Date;
	lastError: string;
}

/** How much work of each poller is delayed; the oldest first. */
export async function countDelayed(pool: Services['database']['pool']): Promise<DelayedCount[]> {
	const { rows } = await pool.query<DelayedCount>(`
		SELECT poller, count(*)::int AS count, count(DISTINCT organisation_id)::int AS organisations, min(since) AS since,
			(array_agg(last_error ORDER BY since DESC))[1] AS "lastError"
		FROM (${delayedSql}) AS delayed GROUP BY poller ORDER BY min(since)`);
	return rows;
}

/** One line: `analytics.recount-days: 3 of 1 organisation`. */
export const describeDelayed = (delayed: readonly DelayedCount[]): string =>
	delayed
		.map(({ poller, count, organisations }) =>
			organisations > 0
				? `${poller}: ${count} of ${organisations} ${organisations === 1 ? 'organisation' : 'organisations'}`
				: `${poller}: ${count}`,
		)
		.join(', ')
		.slice(0, 200);

/** Whether work of some organisations is delayed, while that of others goes on. */
export async function isWorkDelayed(pool: Services['database']['pool']): Promise<boolean> {
	const { rows } = await pool.query<{ isDelayed: boolean }>(
		`SELECT EXISTS (SELECT FROM (${delayedSql}) AS delayed) AS "isDelayed"`,
	);
	return rows[0]?.isDelayed ?? false;
}

/** Removes delays of work that is no longer due. */
export async function removeStaleDelays({ database }: Services): Promise<void> {
	await database.pool.query(`DELETE FROM delayed_work WHERE next_try_at < now() - ${staleAfter}`);
}
