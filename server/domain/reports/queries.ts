import { and, asc, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { users } from '#server/db/tables/accounts.ts';
import { events } from '#server/db/tables/events.ts';
import { reportLinks, reportRuns, reportSchedules, reports } from '#server/db/tables/reports.ts';
import { decodeCursor } from '#server/http/cursor.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { reportLimits } from '#shared/rules/report-query.ts';
import type { ReportRights } from './plan-query.ts';

/** The caller of a report. Private reports are visible only to their owner. */
export interface ReportReader {
	organisationId: string;
	userId: string;
}

const ownerName = sql<string>`coalesce(trim(concat(${users.firstName}, ' ', ${users.lastName})), '')`;
const selectReports = (db: DbOrTx) =>
	db.select({ report: reports, ownerName }).from(reports).leftJoin(users, eq(users.id, reports.ownerId));
export type ReportRow = Awaited<ReturnType<typeof listReports>>[number];
export type RunRow = typeof reportRuns.$inferSelect;
export type ScheduleRow = typeof reportSchedules.$inferSelect;
export type LinkRow = typeof reportLinks.$inferSelect;

const isSeenBy = ({ organisationId, userId }: ReportReader) =>
	and(
		eq(reports.organisationId, organisationId),
		or(eq(reports.sharing, 'organisation'), eq(reports.ownerId, userId)),
	);

/** Reports that the caller may see, by name. */
export function listReports(db: DbOrTx, reader: ReportReader) {
	return selectReports(db)
		.where(isSeenBy(reader))
		.orderBy(asc(reports.name), asc(reports.id))
		.limit(reportLimits.saved);
}

/** @throws not-found, for private ones of others as well */
export async function getReport(
	db: DbOrTx,
	reader: ReportReader,
	reportId: string,
	options: { isLocked?: boolean } = {},
): Promise<ReportRow> {
	const query = selectReports(db).where(and(isSeenBy(reader), eq(reports.id, reportId)));
	const [row] = await (options.isLocked ? query.for('update', { of: reports }) : query);
	if (!row) throw notFound('Report');
	return row;
}

/** Whether a reader may see what is in a file: they have every right that went into it, and reach all of its events. */
export function mayRead(rights: ReportRights, run: Pick<RunRow, 'needs' | 'eventIds'>): boolean {
	if (!run.needs.every((action) => rights.can(action as never))) return false;
	if (rights.eventIds === null) return true;
	return run.eventIds?.every((id) => rights.eventIds?.includes(id)) ?? false;
}

/** Report files that the caller may download, newest first. Returns one more than `limit` if there are more. */
export async function listRuns(
	db: DbOrTx,
	{ organisationId, ...rights }: ReportRights,
	page: { cursor?: string | undefined; limit: number },
): Promise<RunRow[]> {
	const found: RunRow[] = [];
	let before = page.cursor ? decodeCursor(page.cursor, 1)[0] : undefined;
	// Few are refused; a reader with little reach does not make the server read all.
	for (let reads = 0; reads < 5 && found.length <= page.limit; reads += 1) {
		const rows = await db
			.select()
			.from(reportRuns)
			.where(
				and(
					eq(reportRuns.organisationId, organisationId),
					before === undefined ? undefined : lt(reportRuns.id, sql`${before}::uuid`),
				),
			)
			.orderBy(desc(reportRuns.id))
			.limit(page.limit + 1);
		found.push(...rows.filter((row) => mayRead({ organisationId, ...rights }, row)));
		if (rows.length <= page.limit) break;
		before = rows.at(-1)?.id;
	}
	return found.slice(0, page.limit + 1);
}

/** @throws not-found, for files that the reader may not see as well */
export async function getRun(db: DbOrTx, rights: ReportRights, runId: string): Promise<RunRow> {
	const [row] = await db
		.select()
		.from(reportRuns)
		.where(and(eq(reportRuns.organisationId, rights.organisationId), eq(reportRuns.id, runId)));
	if (!row || !mayRead(rights, row)) throw notFound('File');
	return row;
}

export function listLinks(db: DbOrTx, scope: { organisationId: string; reportId: string }) {
	return db
		.select()
		.from(reportLinks)
		.where(
			and(eq(reportLinks.organisationId, scope.organisationId), eq(reportLinks.reportId, scope.reportId)),
		)
		.orderBy(desc(reportLinks.id))
		.limit(100);
}

export function listSchedules(db: DbOrTx, scope: { organisationId: string; reportId: string }) {
	return db
		.select()
		.from(reportSchedules)
		.where(
			and(
				eq(reportSchedules.organisationId, scope.organisationId),
				eq(reportSchedules.reportId, scope.reportId),
			),
		)
		.orderBy(asc(reportSchedules.id))
		.limit(reportLimits.schedules);
}

/** The events that schedules are beside, by id: those that their reader reaches. */
export async function readEventsOf(
	db: DbOrTx,
	{ organisationId, eventIds }: Pick<ReportRights, 'organisationId' | 'eventIds'>,
	schedules: readonly ScheduleRow[],
) {
	const ids = schedules.flatMap(({ eventId }) =>
		eventId && (!eventIds || eventIds.includes(eventId)) ? eventId : [],
	);
	const rows =
		ids.length > 0
			? await db
					.select({
						id: events.id,
						title: events.title,
						startsAt: events.startsAt,
						endsAt: events.endsAt,
					})
					.from(events)
					.where(and(eq(events.organisationId, organisationId), inArray(events.id, ids)))
			: [];
	return new Map(rows.map((row) => [row.id, row]));
}
