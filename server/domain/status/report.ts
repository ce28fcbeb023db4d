import { isWorkDelayed } from '#server/jobs/delayed-work.ts';
import { createDatabaseMemo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import { type ComponentStatus, type StatusReport, statusComponents } from '#shared/contracts/status.ts';
import { currentIncidents } from './incidents.ts';

interface DayRow {
	component: string;
	day: string;
	ok: number;
	degraded: number;
	down: number;
}

/** A database that hangs must not make the page that reports it hang. */
const patienceMs = 2_000;
/** Older looks say nothing about now. */
const freshMs = 5 * 60_000;

/** The last whole report of this process, for when there is no database to ask. */
const lastReport = createDatabaseMemo((): StatusReport | null => null);

async function readReport(services: Services): Promise<StatusReport> {
	const { pool, db } = services.database;
	const [days, latest, incidents, isDelayed] = await Promise.all([
		pool.query<DayRow>(
			`SELECT component, day::text, ok, degraded, down FROM status_days WHERE day > current_date - 90 ORDER BY day`,
		),
		pool.query<{ component: string; state: 'ok' | 'degraded' | 'down'; checkedAt: Date }>(
			`SELECT DISTINCT ON (component) component, state, checked_at AS "checkedAt" FROM status_checks
			WHERE checked_at > now() - interval '1 hour' ORDER BY component, checked_at DESC`,
		),
		currentIncidents(db),
		isWorkDelayed(pool),
	]);
	const now = services.clock.now();
	const fresh = latest.rows.filter(({ checkedAt }) => now.getTime() - checkedAt.getTime() < freshMs);
	const newest = latest.rows.reduce<Date | null>(
		(last, { checkedAt }) => (last && last > checkedAt ? last : checkedAt),
		null,
	);
	return {
		checkedAt: newest?.toISOString() ?? null,
		now: now.toISOString(),
		components: statusComponents.map((id) => {
			const own = days.rows
				.filter(({ component }) => component === id)
				.map(({ component: _, ...day }) => day);
			return {
				id,
				state: fresh.find(({ component }) => component === id)?.state ?? null,
				note: id === 'jobs' && isDelayed ? 'some-delayed' : noteOf(services, id),
				uptime: uptimeOf(own),
				days: own,
			};
		}),
		incidents,
		isComplete: true,
	};
}

/** What visitors should know about a part beside how it does. */
function noteOf({ mailer }: Services, id: ComponentStatus['id']): ComponentStatus['note'] {
	return id === 'mail' && !mailer.canSend ? 'not-configured' : null;
}

function uptimeOf(days: ComponentStatus['days']): number | null {
	const all = days.reduce((sum, day) => sum + day.ok + day.degraded + day.down, 0);
	const down = days.reduce((sum, day) => sum + day.down, 0);
	return all === 0 ? null : (all - down) / all;
}

/** How everything does. Without a database: that it is away, and what was known before. */
export async function getStatus(services: Services): Promise<StatusReport> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error('The database does not answer in time.')), patienceMs);
	});
	try {
		const report = await Promise.race([readReport(services), late]);
		lastReport.set(services, report);
		return report;
	} catch (error) {
		services.log.warn({ error }, 'status.database-away');
		return withoutDatabase(services, lastReport.find(services) ?? undefined);
	} finally {
		clearTimeout(timer);
	}
}

function withoutDatabase(services: Services, before: StatusReport | undefined): StatusReport {
	const now = services.clock.now();
	// This process answers, so the website is up; what needs the database is not.
	const states = { website: 'degraded', database: 'down', jobs: 'down', mail: 'down', files: null } as const;
	return {
		checkedAt: now.toISOString(),
		now: now.toISOString(),
		components: statusComponents.map((id) => {
			const known = before?.components.find((component) => component.id === id);
			return {
				id,
				state: states[id],
				note: noteOf(services, id),
				uptime: known?.uptime ?? null,
				days: known?.days ?? [],
			};
		}),
		incidents: before?.incidents ?? [],
		isComplete: false,
	};
}
