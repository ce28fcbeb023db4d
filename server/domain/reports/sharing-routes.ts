import type { DbOrTx } from '#server/db/client.ts';
import { type Caller, handle, type OrganisationScope, type Route } from '#server/http/handler.ts';
import type { ReportLink, ReportSchedule } from '#shared/contracts/report-sharing.ts';
import * as contracts from '#shared/contracts/report-sharing.ts';
import { createSchedule, deleteSchedule, runSchedule, setScheduleState } from './commands/save-schedule.ts';
import { createReportLink, revokeReportLink } from './commands/share-report.ts';
import { presentRun } from './present.ts';
import {
	getReport,
	type LinkRow,
	listLinks,
	listSchedules,
	readEventsOf,
	type ScheduleRow,
} from './queries.ts';
import { readerOf, reportRightsOf } from './rights.ts';
import { dueBeside } from './schedules/schedule-times.ts';
import { readSharedReport } from './shared-report.ts';

const presentLink = ({ id, label, opened, ...row }: LinkRow): ReportLink => ({
	...{ id, label, opened },
	expiresAt: row.expiresAt.toISOString(),
	revokedAt: row.revokedAt?.toISOString() ?? null,
	createdAt: row.createdAt.toISOString(),
});

interface Reader {
	scope: OrganisationScope;
	caller: Caller;
}

/** Schedules as they are answered; beside an event with what it is called, and due where it is now. */
async function presentSchedules(
	db: DbOrTx,
	rows: readonly ScheduleRow[],
	{ scope, caller }: Reader,
): Promise<ReportSchedule[]> {
	const beside = await readEventsOf(db, reportRightsOf(scope), rows);
	return rows.map((row) => presentSchedule(row, beside.get(row.eventId ?? ''), caller.userId));
}

async function presentOne(db: DbOrTx, row: ScheduleRow, reader: Reader): Promise<ReportSchedule> {
	const [shown] = await presentSchedules(db, [row], reader);
	return shown as ReportSchedule;
}

function presentSchedule(
	row: ScheduleRow,
	event: { id: string; title: string; startsAt: Date; endsAt: Date } | undefined,
	userId: string,
): ReportSchedule {
	const { id, kind, timeZone, weekday, day, hours, format, recipients, state, pauseReason, version } = row;
	return {
		...{ id, kind, timeZone, weekday, day, hours, format, recipients, state, pauseReason, version },
		at: row.atTime,
		event: event ? { id: event.id, title: event.title } : null,
		nextAt: (event && hours ? dueBeside(event, hours) : row.nextAt).toISOString(),
		lastRunAt: row.lastRunAt?.toISOString() ?? null,
		isMine: row.runsAs === userId,
	};
}

/** Links to reports and their schedules. */
export const sharingRoutes: Route[] = [
	handle(contracts.listReportLinks, async ({ scope, caller, params }, services) => {
		const { db } = services.database;
		await getReport(db, readerOf(scope, caller), params.report);
		const rows = await listLinks(db, { organisationId: scope.organisationId, reportId: params.report });
		return { data: rows.map(presentLink) };
	}),
	handle(contracts.createReportLink, async ({ scope, caller, params, body }, services) => {
		const { row, token } = await createReportLink(services, {
			maker: readerOf(scope, caller),
			rights: reportRightsOf(scope),
			reportId: params.report,
			...body,
		});
		return { ...presentLink(row), token, path: `/shared-report/${token}` };
	}),
	handle(contracts.revokeReportLink, async ({ scope, caller, params }, services) => {
		await revokeReportLink(services, {
			maker: readerOf(scope, caller),
			reportId: params.report,
			linkId: params.link,
		});
		return undefined;
	}),
	handle(contracts.openReportLink, ({ params, context }, services) =>
		readSharedReport(services, params.token, context.translate),
	),
	handle(contracts.listSchedules, async ({ scope, caller, params }, services) => {
		const { db } = services.database;
		await getReport(db, readerOf(scope, caller), params.report);
		const rows = await listSchedules(db, { organisationId: scope.organisationId, reportId: params.report });
		return { data: await presentSchedules(db, rows, { scope, caller }) };
	}),
	handle(contracts.createSchedule, async ({ scope, caller, params, body }, services) => {
		const { at, ...rest } = body;
		const row = await createSchedule(services, {
			maker: readerOf(scope, caller),
			rights: reportRightsOf(scope),
			reportId: params.report,
			input: { ...rest, atTime: at },
		});
		return presentOne(services.database.db, row, { scope, caller });
	}),
	handle(contracts.updateSchedule, async ({ scope, caller, params, body, context }, services) => {
		const row = await setScheduleState(services, {
			maker: readerOf(scope, caller),
			rights: reportRightsOf(scope),
			reportId: params.report,
			scheduleId: params.schedule,
			state: body.state,
			ifMatch: context.ifMatch,
		});
		return presentOne(services.database.db, row, { scope, caller });
	}),
	handle(contracts.runSchedule, async ({ scope, caller, params }, services) => {
		const row = await runSchedule(services, {
			maker: readerOf(scope, caller),
			rights: reportRightsOf(scope),
			reportId: params.report,
			scheduleId: params.schedule,
		});
		return presentRun(row, services.clock.now());
	}),
	handle(contracts.deleteSchedule, async ({ scope, caller, params }, services) => {
		await deleteSchedule(services, {
			maker: readerOf(scope, caller),
			reportId: params.report,
			scheduleId: params.schedule,
		});
		return undefined;
	}),
];
