import { and, eq, sql } from 'drizzle-orm';
import { reportSchedules, reports } from '#server/db/tables/reports.ts';
import type { Poller } from '#server/domain/module.ts';
import type { Services } from '#server/services.ts';
import type { ReportQuery } from '#shared/contracts/reports.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { queueRun } from '../commands/queue-run.ts';
import { planQuery, type ReportRights } from '../plan-query.ts';
import { rightsOfMember } from '../rights.ts';
import { nextTime } from './schedule-times.ts';
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

/** Queues the file of the schedule that is due first. False: none is. */
async function runNext(services: Services): Promise<boolean> {
	const now = services.clock.now();
	return services.database.transaction(async (tx) => {
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
			.where(sql`${reportSchedules.state} = 'on' AND ${reportSchedules.nextAt} <= ${now}`)
			.orderBy(reportSchedules.nextAt)
			.limit(1)
			.for('update', { of: reportSchedules, skipLocked: true });
		if (!row) return false;
		const { schedule, report } = row;
		const { organisationId } = schedule;
		const rights = await rightsOfMember(tx, { organisationId, userId: schedule.runsAs });
		const isSeen = report.sharing === 'organisation' || report.ownerId === schedule.runsAs;
		const outcome = rights?.can('reports.view') && isSeen ? judge(report.query, rights) : 'forbidden';
		if (!rights || outcome === 'forbidden') {
			await stopSchedule(services, tx, { schedule, name: report.name, reason: 'rights' });
			return true;
		}
		await tx
			.update(reportSchedules)
			.set({ nextAt: nextTime(schedule, now), version: schedule.version + 1 })
			.where(and(eq(reportSchedules.organisationId, organisationId), eq(reportSchedules.id, schedule.id)));
		const { id: reportId, name, query } = report;
		if (outcome === 'broken') {
			await failSchedule(services, tx, { schedule, name });
			return true;
		}
		await queueRun(services, tx, {
			...{ rights, name, query, reportId },
			askedBy: schedule.runsAs,
			format: schedule.format,
			scheduleId: schedule.id,
		});
		return true;
	});
}

/**
 * Whether all of a report may be seen: a file that lacks columns without a word would mislead whoever gets it. `broken`: a query that was
 * right once is not any more.
 */
function judge(query: ReportQuery, rights: ReportRights): 'allowed' | 'forbidden' | 'broken' {
	try {
		return planQuery(query, rights).leftOut.length === 0 ? 'allowed' : 'forbidden';
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		return error.code === 'AUTH_INSUFFICIENT_PERMISSIONS' ? 'forbidden' : 'broken';
	}
}
