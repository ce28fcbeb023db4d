import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { hasWords } from '#server/db/search-words.ts';
import { users } from '#server/db/tables/accounts.ts';
import { feedbackActivity, feedbackReports, feedbackScreenshots } from '#server/db/tables/feedback.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { FeedbackDetail, FeedbackReport, ReportStatus } from '#shared/contracts/feedback.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { readReportToken } from './report-token.ts';
import { getReportRow, type ReportRow } from './rows.ts';

export interface ReportFilters {
	type?: ReportRow['type'] | undefined;
	/** `open`: neither done, declined nor a duplicate. */
	status?: ReportRow['status'] | 'open' | undefined;
	priority?: ReportRow['priority'] | undefined;
	assignee?: 'me' | 'nobody' | undefined;
	/** Part of the title, the text or the address, or a report's name. */
	q?: string | undefined;
}

const nameOfUser = sql<string>`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.email})`;

function conditions(filters: ReportFilters, userId: string): SQL[] {
	const found: SQL[] = [];
	if (filters.type) found.push(eq(feedbackReports.type, filters.type));
	if (filters.status === 'open')
		found.push(sql`${feedbackReports.status} NOT IN ('done', 'declined', 'duplicate')`);
	else if (filters.status) found.push(eq(feedbackReports.status, filters.status));
	if (filters.priority) found.push(eq(feedbackReports.priority, filters.priority));
	if (filters.assignee === 'me') found.push(eq(feedbackReports.assigneeId, userId));
	if (filters.assignee === 'nobody') found.push(sql`${feedbackReports.assigneeId} IS NULL`);
	const q = filters.q?.replaceAll('\0', '').trim();
	if (q) {
		const { title, description, email, code } = feedbackReports;
		found.push(sql`((${hasWords(sql`${title}, ${description}, ${email}`, q)}) OR ${code} = upper(${q}))`);
	}
	return found;
}

const selection = {
	report: feedbackReports,
	assigneeName: sql<
		string | null
	>`(SELECT ${nameOfUser} FROM ${users} WHERE ${users.id} = ${feedbackReports.assigneeId})`,
	screenshotCount: sql<number>`(SELECT count(*)::int FROM feedback_screenshots s WHERE s.report_id = feedback_reports.id)`,
	duplicateCount: sql<number>`(SELECT count(*)::int FROM feedback_reports d WHERE d.duplicate_of_id = feedback_reports.id)`,
};

interface SelectedReport {
	report: ReportRow;
	assigneeName: string | null;
	screenshotCount: number;
	duplicateCount: number;
}

function presentReport({ report, assigneeName, ...counts }: SelectedReport): FeedbackReport {
	return {
		reportId: report.code,
		type: report.type,
		title: report.title,
		category: report.category,
		priority: report.priority,
		status: report.status,
		email: report.email,
		assignee: report.assigneeId && assigneeName ? { id: report.assigneeId, name: assigneeName } : null,
		...counts,
		createdAt: report.createdAt.toISOString(),
		updatedAt: report.updatedAt.toISOString(),
	};
}

/** Reports, newest first. */
export async function listReports(
	services: Services,
	userId: string,
	filters: ReportFilters & { limit: number; cursor?: string | undefined },
) {
	const found = conditions(filters, userId);
	if (filters.cursor) {
		const [at, id] = decodeCursor(filters.cursor, 2);
		found.push(
			sql`(${feedbackReports.createdAt}, ${feedbackReports.id}) < (${at}::timestamptz, ${id}::uuid)`,
		);
	}
	const rows = await services.database.db
		.select(selection)
		.from(feedbackReports)
		.where(and(...found))
		.orderBy(desc(feedbackReports.createdAt), desc(feedbackReports.id))
		.limit(filters.limit + 1);
	return pageOf(rows, filters.limit, presentReport, ({ report }) => [report.createdAt, report.id]);
}

/** All that match, some hundred at a time, for the export. */
export async function* everyReport(
	services: Services,
	userId: string,
	filters: ReportFilters,
): AsyncGenerator<ReportRow[]> {
	const found = conditions(filters, userId);
	let after: ReportRow | undefined;
	for (;;) {
		const rows = await services.database.db
			.select()
			.from(feedbackReports)
			.where(
				and(
					...found,
					after &&
						sql`(${feedbackReports.createdAt}, ${feedbackReports.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
				),
			)
			.orderBy(desc(feedbackReports.createdAt), desc(feedbackReports.id))
			.limit(500);
		if (rows.length > 0) yield rows;
		if (rows.length < 500) return;
		after = rows.at(-1);
	}
}

/** One report with everything that belongs to it. */
export async function getReport(services: Services, code: string): Promise<FeedbackDetail> {
	const { db } = services.database;
	const [row] = await db.select(selection).from(feedbackReports).where(eq(feedbackReports.code, code));
	if (!row) throw notFound('Report');
	const { report } = row;
	const screenshots = await db
		.select()
		.from(feedbackScreenshots)
		.where(eq(feedbackScreenshots.reportId, report.id))
		.orderBy(asc(feedbackScreenshots.position));
	const activity = await db
		.select({ activity: feedbackActivity, author: sql<string | null>`${nameOfUser}` })
		.from(feedbackActivity)
		.leftJoin(users, eq(users.id, feedbackActivity.authorId))
		.where(eq(feedbackActivity.reportId, report.id))
		.orderBy(asc(feedbackActivity.createdAt), asc(feedbackActivity.id));
	const assignees = await db
		.select({ id: users.id, name: nameOfUser })
		.from(users)
		.where(eq(users.isAdmin, true))
		.orderBy(asc(nameOfUser));
	const [original] = report.duplicateOfId
		? await db.select().from(feedbackReports).where(eq(feedbackReports.id, report.duplicateOfId))
		: [];
	return {
		...presentReport(row),
		description: report.description,
		steps: report.steps,
		expectedBehavior: report.expectedBehavior,
		actualBehavior: report.actualBehavior,
		browser: report.browser,
		device: report.device,
		url: report.url,
		userAgent: report.userAgent,
		consoleLog: (report.consoleLog ?? []) as FeedbackDetail['consoleLog'],
		screenshots: screenshots.map(({ id, name, width, height }) => ({ id, name, width, height })),
		duplicateOf: original?.code ?? null,
		activity: activity.map(({ activity: { id, kind, text, createdAt }, author }) => ({
			id,
			kind,
			text,
			author: author ?? '',
			at: createdAt.toISOString(),
		})),
		assignees,
	};
}

/** The file of a screenshot; small for the list of them, large to look at. */
export async function getScreenshotFile(
	services: Services,
	code: string,
	screenshotId: string,
	size: 'small' | 'large',
): Promise<Response> {
	const report = await getReportRow(services.database.db, code);
	const [row] = await services.database.db
		.select()
		.from(feedbackScreenshots)
		.where(and(eq(feedbackScreenshots.reportId, report.id), eq(feedbackScreenshots.id, screenshotId)));
	const file = row && (await services.files.find(`${row.fileStem}-${size === 'small' ? 480 : 2000}.webp`));
	if (!file) throw notFound('Screenshot');
	return new Response(file.stream(), {
		headers: {
			'Content-Type': 'image/webp',
			'Content-Length': String(file.size),
			'Cache-Control': 'private, max-age=3600',
		},
	});
}

/** The state of a report, for whoever holds its signed link; notes stay inside. */
export async function getReportStatus(services: Services, token: string): Promise<ReportStatus> {
	const code = readReportToken(services.secret, 'status', token);
	if (!code) throw notFound('Report');
	const report = await getReportRow(services.database.db, code);
	const changes = await services.database.db
		.select()
		.from(feedbackActivity)
		.where(and(eq(feedbackActivity.reportId, report.id), eq(feedbackActivity.kind, 'status')))
		.orderBy(asc(feedbackActivity.createdAt), asc(feedbackActivity.id));
	return {
		reportId: report.code,
		type: report.type,
		title: report.title,
		status: report.status,
		createdAt: report.createdAt.toISOString(),
		changes: changes.map(({ text, createdAt }) => ({
			status: text as ReportStatus['status'],
			at: createdAt.toISOString(),
		})),
	};
}

/** For the mail about a change: the report, and whether this change is still the last one. */
export async function findStatusChange(
	db: DbOrTx,
	change: { reportId: string; activityId: string },
): Promise<{ report: ReportRow; isLast: boolean } | null> {
	const [report] = await db.select().from(feedbackReports).where(eq(feedbackReports.id, change.reportId));
	if (!report) return null;
	const [last] = await db
		.select({ id: feedbackActivity.id })
		.from(feedbackActivity)
		.where(and(eq(feedbackActivity.reportId, report.id), eq(feedbackActivity.kind, 'status')))
		.orderBy(desc(feedbackActivity.createdAt), desc(feedbackActivity.id))
		.limit(1);
	return { report, isLast: last?.id === change.activityId };
}
