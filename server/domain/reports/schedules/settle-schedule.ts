import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { reportSchedules, reports } from '#server/db/tables/reports.ts';
import { enqueueMails, type NewMail } from '#server/domain/notifications/commands/enqueue-mail.ts';
import { insertNotices } from '#server/domain/notifications/notices/insert-notices.ts';
import type { Services } from '#server/services.ts';
import type { ScheduleStopReason } from '#shared/rules/report-query.ts';
import type { RunRow, ScheduleRow } from '../queries.ts';
import { mayRead } from '../queries.ts';
import { rightsOfMember } from '../rights.ts';

/** Runs in a row that may fail before a schedule stops. */
const mostFailures = 3;

/** Sends what a schedule made to its recipients; of failures the third in a row stops it, a lost right the first. */
export async function settleSchedule(services: Services, tx: Tx, run: RunRow): Promise<void> {
	const [row] = await tx
		.select({ schedule: reportSchedules, name: reports.name })
		.from(reportSchedules)
		.innerJoin(
			reports,
			and(
				eq(reports.organisationId, reportSchedules.organisationId),
				eq(reports.id, reportSchedules.reportId),
			),
		)
		.where(
			and(
				eq(reportSchedules.organisationId, run.organisationId),
				eq(reportSchedules.id, run.scheduleId ?? ''),
			),
		)
		.for('update', { of: reportSchedules });
	// Removed while it ran.
	if (!row) return;
	const { schedule, name } = row;
	if (run.state === 'done') {
		await change(tx, schedule, { failures: 0, lastRunAt: services.clock.now() });
		await sendFile(tx, { run, schedule, name });
		return;
	}
	if (run.error === 'AUTH_INSUFFICIENT_PERMISSIONS') {
		await stopSchedule(services, tx, { schedule, name, reason: 'rights' });
		return;
	}
	await failSchedule(services, tx, { schedule, name });
}

/** Counts a failure; the third in a row stops the schedule. */
export async function failSchedule(
	services: Services,
	tx: Tx,
	{ schedule, name }: { schedule: ScheduleRow; name: string },
): Promise<void> {
	const failures = schedule.failures + 1;
	await change(tx, schedule, { failures });
	// Its one time beside an event was this; a file that was requested manually before it leaves the schedule on.
	if (schedule.state === 'done') await stopSchedule(services, tx, { schedule, name, reason: 'event' });
	else if (failures >= mostFailures && schedule.state === 'on')
		await stopSchedule(services, tx, { schedule, name, reason: 'failed' });
}

const change = (tx: Tx, schedule: ScheduleRow, values: Partial<typeof reportSchedules.$inferInsert>) =>
	tx
		.update(reportSchedules)
		.set({ ...values, version: sql`${reportSchedules.version} + 1` })
		.where(
			and(eq(reportSchedules.organisationId, schedule.organisationId), eq(reportSchedules.id, schedule.id)),
		);

/** Stops a schedule, and notifies its recipients and the member it ran as, by email and in the app. */
export async function stopSchedule(
	services: Services,
	tx: Tx,
	{ schedule, name, reason }: { schedule: ScheduleRow; name: string; reason: ScheduleStopReason },
): Promise<void> {
	await change(tx, schedule, {
		...(reason === 'failed' || reason === 'event'
			? { state: 'failed', pauseReason: null }
			: { state: 'paused', pauseReason: reason }),
	});
	const concerned = await readPeople(tx, [...new Set([schedule.runsAs, ...schedule.recipients])]);
	const at = services.clock.now().toISOString();
	await enqueueMails(
		tx,
		concerned.map(
			({ id, email }): NewMail => ({
				template: 'reports/schedule-stopped',
				ref: { name, reason, organisationId: schedule.organisationId },
				recipient: email,
				organisationId: schedule.organisationId,
				dedupeKey: `reports/schedule-stopped:${schedule.id}:${id}:${at}`,
			}),
		),
	);
	await insertNotices(
		tx,
		concerned.map(({ id }) => ({
			userId: id,
			kind: 'report-stopped' as const,
			organisationId: schedule.organisationId,
			dedupeKey: `report-stopped:${schedule.id}:${at}`,
		})),
	);
}

/** The way to a file, to those recipients who may see what is in it. */
async function sendFile(
	tx: Tx,
	{ run, schedule, name }: { run: RunRow; schedule: ScheduleRow; name: string },
): Promise<void> {
	const { organisationId } = schedule;
	const mails: NewMail[] = [];
	for (const { id, email } of await readPeople(tx, schedule.recipients)) {
		const rights = await rightsOfMember(tx, { organisationId, userId: id });
		if (!rights?.can('reports.view') || !mayRead(rights, run)) continue;
		mails.push({
			template: 'reports/schedule',
			ref: { name, rows: run.rows, organisationId },
			recipient: email,
			organisationId,
			dedupeKey: `reports/schedule:${run.id}:${id}`,
		});
	}
	await enqueueMails(tx, mails);
}

/** Accounts that can get mail. */
async function readPeople(tx: Tx, ids: readonly string[]): Promise<{ id: string; email: string }[]> {
	const { rows } = await tx.execute<{ id: string; email: string }>(
		sql`SELECT id, email FROM users WHERE id = ANY(${`{${ids.join(',')}}`}::uuid[]) AND disabled_at IS NULL AND erased_at IS NULL
			AND email_verified_at IS NOT NULL`,
	);
	return rows;
}
