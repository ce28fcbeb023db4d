import { and, eq, notInArray, or, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { events } from '#server/db/tables/events.ts';
import { reportSchedules, reports } from '#server/db/tables/reports.ts';
import { timeAhead } from '#server/domain/developer/sandbox/sandbox-log.ts';
import { requireFeature } from '#server/domain/subscriptions/plan-state.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import type { ReportQuery } from '#shared/contracts/reports.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ScheduleStopReason } from '#shared/rules/report-query.ts';
import { queueRun } from '../commands/queue-run.ts';
import { planReport, type ReportRights } from '../plan-query.ts';
import { rightsOfMember } from '../rights.ts';
import { dueBesideSql, nextTime } from './schedule-times.ts';
import { failSchedule, stopSchedule } from './settle-schedule.ts';

const name = 'reports.run-schedules';
const perRound = 50;
type DueSchedule = { organisationId: string; id: string };

/** Has the files made that are due, each with the rights that its owner has now. */
export const schedulePoller = createFairPoller<DueSchedule>({
	name,
	idleMs: 5_000,
	async find({ database, clock }, { without }) {
		const isOfOthers = sql`${notInArray(reportSchedules.organisationId, [...without])} AND ${sql.raw(isNotDelayed(name, 'report_schedules.id'))}`;
		const now = clock.now();
		const columns = { organisationId: reportSchedules.organisationId, id: reportSchedules.id };
		const byClock = await database.db
			.select(columns)
			.from(reportSchedules)
			.where(and(isDueByClock(now), isOfOthers))
			.orderBy(reportSchedules.nextAt)
			.limit(perRound);
		const besideEvents = await database.db
			.select(columns)
			.from(reportSchedules)
			.innerJoin(events, isOfPublished)
			.where(and(isDueBeside(now), isOfOthers))
			.limit(perRound);
		return [...byClock, ...besideEvents];
	},
	ownerOf: ({ organisationId }) => organisationId,
	keyOf: ({ id }) => id,
	atOnce: 1,
	run: (services, [schedule]) => runSchedule(services, schedule),
});

const isDueByClock = (now: Date) =>
	sql`${reportSchedules.state} = 'on' AND ${reportSchedules.nextAt} <= ${now} AND ${reportSchedules.eventId} IS NULL`;

/** Due beside its event, where that is now. */
const isDueBeside = (now: Date) =>
	sql`${reportSchedules.state} = 'on' AND ${reportSchedules.eventId} IS NOT NULL AND ${dueBesideSql} <= ${now}`;

/** Not beside an event that is cancelled, postponed or not published. */
const isOfPublished = and(
	eq(events.organisationId, reportSchedules.organisationId),
	eq(events.id, reportSchedules.eventId),
	eq(events.status, 'published'),
);

/** A schedule that is still due, unless another worker has it. */
async function lockDue(tx: Tx, { organisationId, id }: DueSchedule, now: Date) {
	const [row] = await tx
		.select({ schedule: reportSchedules, report: reports })
		.from(reportSchedules)
		.innerJoin(
			reports,
			and(
				eq(reports.organisationId, reportSchedules.organisationId),
				eq(reports.id, reportSchedules.reportId),
			),
		)
		.leftJoin(events, isOfPublished)
		.where(
			and(
				eq(reportSchedules.organisationId, organisationId),
				eq(reportSchedules.id, id),
				or(isDueByClock(now), isDueBeside(now)),
			),
		)
		.for('update', { of: reportSchedules, skipLocked: true });
	return row;
}

/** By the calendar of a sandbox whose time is ahead; its rows are dated back by as much. */
const nextRun = (times: Parameters<typeof nextTime>[0], now: Date, aheadMs: number): Date =>
	new Date(nextTime(times, new Date(now.getTime() + aheadMs)).getTime() - aheadMs);

/** Queues the file of a schedule. @returns 0 when it is no longer due */
async function runSchedule(services: Services, due: DueSchedule): Promise<number> {
	const now = services.clock.now();
	return services.database.transaction(async (tx) => {
		const row = await lockDue(tx, due, now);
		if (!row) return 0;
		const { schedule, report } = row;
		const { organisationId } = schedule;
		const rights = await rightsOfMember(tx, { organisationId, userId: schedule.runsAs });
		const isSeen = report.sharing === 'organisation' || report.ownerId === schedule.runsAs;
		const outcome =
			rights?.can('reports.view') && isSeen ? await judge(tx, report.query, rights) : 'forbidden';
		if (!rights || outcome === 'forbidden') {
			await stopSchedule(services, tx, { schedule, name: report.name, reason: 'rights' });
			return 1;
		}
		const lacking = await findLackOfPlan(tx, organisationId);
		if (lacking) {
			await stopSchedule(services, tx, { schedule, name: report.name, reason: lacking });
			return 1;
		}
		const aheadMs = await timeAhead(tx, organisationId);
		const [moved = schedule] = await tx
			.update(reportSchedules)
			.set({
				version: schedule.version + 1,
				...(schedule.kind === 'event'
					? { state: 'done' as const }
					: { nextAt: nextRun({ ...schedule, kind: schedule.kind }, now, aheadMs) }),
			})
			.where(and(eq(reportSchedules.organisationId, organisationId), eq(reportSchedules.id, schedule.id)))
			.returning();
		const { id: reportId, name, query } = report;
		if (outcome === 'broken') {
			await failSchedule(services, tx, { schedule: moved, name });
			return 1;
		}
		await queueRun(services, tx, {
			...{ rights, name, query, reportId },
			requestedBy: schedule.runsAs,
			format: schedule.format,
			scheduleId: schedule.id,
		});
		return 1;
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
