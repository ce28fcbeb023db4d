import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { events } from '#server/db/tables/events.ts';
import { reportSchedules, reports } from '#server/db/tables/reports.ts';
import type { Poller } from '#server/domain/module.ts';
import { requireFeature } from '#server/domain/subscriptions/plan-state.ts';
import type { Services } from '#server/services.ts';
import type { ReportQuery } from '#shared/contracts/reports.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ScheduleStopReason } from '#shared/rules/report-query.ts';
import { queueRun } from '../commands/queue-run.ts';
import { planReport, type ReportRights } from '../plan-query.ts';
import { rightsOfMember } from '../rights.ts';
import { dueBesideSql, nextTime } from './schedule-times.ts';
import { failSchedule, stopSchedule } from './settle-schedule.ts';

/** Has the files made that are due, each with the rights that its owner has now. */
export const schedulePoller: Poller = {
	name: 'reports.run-schedules',
	idleMs: 5_000,
	async run(services) {
		let settled = 0;
		// One at a time, so that one that fails holds up no other.
		while (settled < 50 && (await runNext(services))) settled += 1;
		return settled;
	},
};

const selectDue = (tx: Tx) =>
	tx
		.select({ schedule: reportSchedules, report: reports })
		.from(reportSchedules)
		.innerJoin(
			reports,
			and(
				eq(reports.organisationId, reportSchedules.organisationId),
				eq(reports.id, reportSchedules.reportId),
			),
		);

/** The schedule that is due first by the clock. */
async function findDue(tx: Tx, now: Date) {
	const [row] = await selectDue(tx)
		.where(
			sql`${reportSchedules.state} = 'on' AND ${reportSchedules.nextAt} <= ${now} AND ${reportSchedules.eventId} IS NULL`,
		)
		.orderBy(reportSchedules.nextAt)
		.limit(1)
		.for('update', { of: reportSchedules, skipLocked: true });
	return row;
}

/** One that is due beside its event, where that is now; not beside one that is cancelled, postponed or not published. */
async function findDueBeside(tx: Tx, now: Date) {
	const [row] = await selectDue(tx)
		.innerJoin(
			events,
			and(
				eq(events.organisationId, reportSchedules.organisationId),
				eq(events.id, reportSchedules.eventId),
				eq(events.status, 'published'),
			),
		)
		.where(
			sql`${reportSchedules.state} = 'on' AND ${reportSchedules.eventId} IS NOT NULL AND ${dueBesideSql} <= ${now}`,
		)
		.limit(1)
		.for('update', { of: reportSchedules, skipLocked: true });
	return row;
}

/** Queues the file of the schedule that is due first. False: none is. */
async function runNext(services: Services): Promise<boolean> {
	const now = services.clock.now();
	return services.database.transaction(async (tx) => {
		const row = (await findDue(tx, now)) ?? (await findDueBeside(tx, now));
		if (!row) return false;
		const { schedule, report } = row;
		const { organisationId } = schedule;
		const rights = await rightsOfMember(tx, { organisationId, userId: schedule.runsAs });
		const isSeen = report.sharing === 'organisation' || report.ownerId === schedule.runsAs;
		const outcome =
			rights?.can('reports.view') && isSeen ? await judge(tx, report.query, rights) : 'forbidden';
		if (!rights || outcome === 'forbidden') {
			await stopSchedule(services, tx, { schedule, name: report.name, reason: 'rights' });
			return true;
		}
		const lacking = await findLackOfPlan(tx, organisationId);
		if (lacking) {
			await stopSchedule(services, tx, { schedule, name: report.name, reason: lacking });
			return true;
		}
		const [moved = schedule] = await tx
			.update(reportSchedules)
			.set({
				version: schedule.version + 1,
				...(schedule.kind === 'event'
					? { state: 'done' as const }
					: { nextAt: nextTime({ ...schedule, kind: schedule.kind }, now) }),
			})
			.where(and(eq(reportSchedules.organisationId, organisationId), eq(reportSchedules.id, schedule.id)))
			.returning();
		const { id: reportId, name, query } = report;
		if (outcome === 'broken') {
			await failSchedule(services, tx, { schedule: moved, name });
			return true;
		}
		await queueRun(services, tx, {
			...{ rights, name, query, reportId },
			requestedBy: schedule.runsAs,
			format: schedule.format,
			scheduleId: schedule.id,
		});
		return true;
	});
}

/** Why the plan of an organisation makes no reports. Null: it does. */
async function findLackOfPlan(tx: Tx, organisationId: string): Promise<ScheduleStopReason | null> {
	try {
		await requireFeature(tx, organisationId, 'hasReports');
		return null;
	} catch (error) {
		if (error instanceof AppError && error.code === 'SUBSCRIPTION_EXPIRED') return 'expired';
		if (error instanceof AppError && error.code === 'FEATURE_NOT_AVAILABLE') return 'plan';
		throw error;
	}
}

/**
 * Whether all of a report may be seen: a file that lacks columns without a word would mislead whoever gets it. `broken`: a query that was
 * right once is not any more.
 */
async function judge(
	tx: Tx,
	query: ReportQuery,
	rights: ReportRights,
): Promise<'allowed' | 'forbidden' | 'broken'> {
	try {
		return (await planReport(tx, query, rights)).leftOut.length === 0 ? 'allowed' : 'forbidden';
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		return error.code === 'AUTH_INSUFFICIENT_PERMISSIONS' ? 'forbidden' : 'broken';
	}
}
