import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { createDatabaseMemo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import { STATUS_DAYS } from '#shared/rules/periods.ts';
import type { Poller, ScheduledJob } from '../module.ts';
import { minuteOf, type Probe, runProbes } from './probes.ts';

interface Pending {
	at: Date;
	probes: Probe[];
}

interface Memory {
	lastMinute: number;
	/** Looks that could not be written while the database was away; written when it is back, so that the outage is on record. */
	pending: Pending[];
}

const memoryOf = createDatabaseMemo((): Memory => ({ lastMinute: 0, pending: [] }));
/** A day of minutes. */
const mostPending = 1440;

/** One row for a component and a minute, whoever looked first; its day is counted in the same statement. */
const write = `
	WITH looks AS (
		INSERT INTO status_checks (component, checked_at, state, duration_ms, detail)
		SELECT component, $1, state, duration_ms, detail
		FROM unnest($2::text[], $3::text[], $4::int[], $5::text[]) AS t (component, state, duration_ms, detail)
		ON CONFLICT DO NOTHING RETURNING component, state
	)
	INSERT INTO status_days AS d (component, day, ok, degraded, down)
	SELECT component, ($1::timestamptz AT TIME ZONE 'UTC')::date, (state = 'ok')::int, (state = 'degraded')::int,
		(state = 'down')::int FROM looks
	ON CONFLICT (component, day) DO UPDATE SET ok = d.ok + excluded.ok, degraded = d.degraded + excluded.degraded,
		down = d.down + excluded.down`;

async function writeLooks(services: Services, { at, probes }: Pending): Promise<void> {
	await services.database.pool.query(write, [
		at,
		probes.map(({ component }) => component),
		probes.map(({ state }) => state),
		probes.map(({ durationMs }) => durationMs),
		probes.map(({ detail }) => detail),
	]);
}

/** Looks once a minute and writes it down; without a database it is remembered until there is one. */
export async function recordMinute(services: Services, fetchPage?: typeof fetch): Promise<number> {
	const memory = memoryOf(services);
	const at = minuteOf(services.clock.now());
	if (at.getTime() === memory.lastMinute) return 0;
	memory.lastMinute = at.getTime();
	memory.pending.push({ at, probes: await runProbes(services, fetchPage) });
	if (memory.pending.length > mostPending) memory.pending.shift();
	try {
		for (let first = memory.pending[0]; first; first = memory.pending[0]) {
			await writeLooks(services, first);
			memory.pending.shift();
		}
	} catch (error) {
		services.log.warn({ error, pending: memory.pending.length }, 'status.not-written');
	}
	return 0;
}

export const statusPoller: Poller = {
	name: 'status.look-around',
	idleMs: 10_000,
	unawaited: true,
	run: (services) => recordMinute(services),
};

async function removeOldLooks({ database }: Services): Promise<void> {
	await deleteInBatches(database.pool, {
		table: 'status_checks',
		where: `checked_at < now() - interval '${STATUS_DAYS} days'`,
	});
	await database.pool.query(`DELETE FROM status_days WHERE day < current_date - ${STATUS_DAYS}`);
}

export const statusJobs: ScheduledJob[] = [
	{ name: 'status.remove-old-looks', cron: '33 3 * * *', run: removeOldLooks },
];
