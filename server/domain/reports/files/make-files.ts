import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { reportRuns } from '#server/db/tables/reports.ts';
import { insertNotices } from '#server/domain/notifications/notices/insert-notices.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { OrganisationAction } from '#shared/rules/permissions.ts';
import { reportLimits } from '#shared/rules/report-query.ts';
import { withReportConnection } from '../execute.ts';
import { planReport, type QueryPlan, type ReportRights } from '../plan-query.ts';
import type { RunRow } from '../queries.ts';
import { rightsOfMember } from '../rights.ts';
import { settleSchedule } from '../schedules/settle-schedule.ts';
import { reportFile } from './report-file.ts';

const dayMs = 24 * 3_600_000;
/** A worker that says nothing for so long is gone, and another takes over. */
const leaseSeconds = 90;
const heartbeatMs = 15_000;
const mostTries = 3;
/** Seconds that one statement of a file may take. */
const fileSeconds = 600;
const maxBytes = 2_000_000_000;

const name = 'reports.make-files';
type ClaimedRun = { organisationId: string; id: string };

/** One file for each organisation at a time: who asks for many waits behind themself. */
const claimDue = `
	UPDATE report_runs r SET state = 'running', attempts = r.attempts + 1, rows = 0, started_at = now(),
		lease_until = now() + interval '${leaseSeconds} seconds'
	FROM (
		SELECT q.organisation_id, q.id FROM report_runs q
		WHERE q.state IN ('queued', 'running') AND (q.state = 'queued' OR q.lease_until < now())
			AND q.organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'q.id')}
			AND NOT EXISTS (SELECT FROM report_runs o WHERE o.organisation_id = q.organisation_id AND o.state = 'running'
				AND o.lease_until >= now() AND o.id <> q.id)
		ORDER BY q.id LIMIT 1 FOR UPDATE SKIP LOCKED
	) due
	WHERE r.organisation_id = due.organisation_id AND r.id = due.id
	RETURNING r.organisation_id AS "organisationId", r.id`;

/** Writes requested report files. */
export const filePoller = createFairPoller<ClaimedRun>({
	name,
	idleMs: 1_000,
	// A large file beside the others.
	lanes: 2,
	...findDue<ClaimedRun>('reports.claim-run', claimDue),
	keyOf: ({ id }) => id,
	async run(services, [claimed]) {
		const [run] = await services.database.db
			.select()
			.from(reportRuns)
			.where(and(eq(reportRuns.organisationId, claimed.organisationId), eq(reportRuns.id, claimed.id)));
		if (run) await makeFile(services, run);
		return 1;
	},
});

async function makeFile(services: Services, run: RunRow): Promise<void> {
	// Every worker that wrote it died.
	if (run.attempts > mostTries) {
		await finish(services, run, { state: 'failed', error: 'INTERNAL_ERROR' });
		return;
	}
	const fileName = `${services.files.newStem()}-report.${run.format}`;
	try {
		const plan = await planReport(services.database.db, run.query, await rightsOfRun(services, run));
		const made = await write(services, run, plan, fileName);
		const isMine = await finish(services, run, {
			...made,
			fileName,
			state: 'done',
			expiresAt: new Date(services.clock.now().getTime() + reportLimits.fileDays * dayMs),
		});
		if (!isMine) await services.files.remove(fileName);
	} catch (error) {
		await services.files.remove(fileName);
		const isRefusal = error instanceof AppError && error.status < 500;
		services.log[isRefusal ? 'info' : 'error']({ error, run: run.id }, 'reports.file-failed');
		if (isRefusal || run.attempts >= mostTries) {
			await finish(services, run, { state: 'failed', error: reasonOf(error) });
			return;
		}
		await services.database.db
			.update(reportRuns)
			.set({ state: 'queued', leaseUntil: null })
			.where(isClaimed(run));
	}
}

/** Of an error: the rule or the code. */
const reasonOf = (error: unknown) =>
	error instanceof AppError ? String(error.metadata.rule ?? error.code) : 'INTERNAL_ERROR';

/**
 * The rights of whoever requested the file, as they are now, and no more than they were: an API key may have had fewer than its maker.
 * @throws AUTH_INSUFFICIENT_PERMISSIONS when they left
 */
async function rightsOfRun({ database }: Services, run: RunRow): Promise<ReportRights> {
	const { organisationId } = run;
	const member = await rightsOfMember(database.db, { organisationId, userId: run.requestedBy });
	if (!member) throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS');
	const allowed = new Set<string>(run.needs);
	const now = member.eventIds;
	return {
		organisationId,
		can: (action: OrganisationAction) => allowed.has(action) && member.can(action),
		eventIds: run.eventIds ? run.eventIds.filter((id) => !now || now.includes(id)) : now,
	};
}

const isClaimed = (run: RunRow) =>
	and(
		eq(reportRuns.organisationId, run.organisationId),
		eq(reportRuns.id, run.id),
		eq(reportRuns.state, 'running'),
		eq(reportRuns.attempts, run.attempts),
	);

async function write(services: Services, run: RunRow, plan: QueryPlan, fileName: string) {
	return withReportConnection(services, { seconds: fileSeconds }, async (client) => {
		const { bytes, progress } = reportFile(client, plan, { format: run.format, now: services.clock.now() });
		const beat = setInterval(() => {
			void services.database.db
				.update(reportRuns)
				.set({
					rows: progress.rows,
					leaseUntil: sql`now() + make_interval(secs => ${leaseSeconds})`,
				})
				.where(isClaimed(run))
				.catch(() => {});
		}, heartbeatMs);
		try {
			const { size } = await services.files.put(fileName, bytes, { maxBytes });
			return { rows: progress.rows, bytes: size, sha256: progress.sha256() };
		} finally {
			clearInterval(beat);
		}
	});
}

/** Records how a run ended and notifies whoever waits for it. False: another worker has taken it over. */
async function finish(
	services: Services,
	run: RunRow,
	end: Partial<typeof reportRuns.$inferInsert> & { state: 'done' | 'failed' },
): Promise<boolean> {
	return services.database.transaction(async (tx) => {
		const [ended] = await tx
			.update(reportRuns)
			.set({ ...end, endedAt: services.clock.now(), leaseUntil: null })
			.where(isClaimed(run))
			.returning();
		if (!ended) return false;
		if (ended.scheduleId) await settleSchedule(services, tx, ended);
		else if (ended.state === 'done') await noticeReady(tx, ended);
		if (ended.state === 'done') {
			const fact = { organisationId: ended.organisationId, eventId: null, payload: { runId: ended.id } };
			await services.facts.publish(tx, { name: 'reports.report-ready', ...fact }, services);
		}
		return true;
	});
}

const noticeReady = (tx: Tx, run: RunRow) =>
	insertNotices(tx, [
		{
			...{ userId: run.requestedBy, organisationId: run.organisationId },
			kind: 'report-ready',
			dedupeKey: `report-ready:${run.id}`,
		},
	]);

/** Removes files whose days are over. The row stays for a while and says what was made. */
export async function expireFiles({ database, clock, files }: Services): Promise<void> {
	const { rows } = await database.pool.query<{
		id: string;
		organisation_id: string;
		file_name: string | null;
	}>(
		`SELECT organisation_id, id, file_name FROM report_runs WHERE state = 'done' AND expires_at <= $1 LIMIT 10000`,
		[clock.now()],
	);
	for (const row of rows) {
		if (row.file_name) await files.remove(row.file_name);
		await database.db
			.update(reportRuns)
			.set({ state: 'expired', fileName: null })
			.where(and(eq(reportRuns.organisationId, row.organisation_id), eq(reportRuns.id, row.id)));
	}
}
