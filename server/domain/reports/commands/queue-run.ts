import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { organisations } from '#server/db/tables/accounts.ts';
import { reportRuns } from '#server/db/tables/reports.ts';
import { requireFeature } from '#server/domain/subscriptions/plan-state.ts';
import type { StoredFile } from '#server/platform/file-store.ts';
import type { Services } from '#server/services.ts';
import type { ReportQuery } from '#shared/contracts/reports.ts';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { type ReportFormat, reportLimits } from '#shared/rules/report-query.ts';
import { planReport, type ReportRights } from '../plan-query.ts';
import type { RunRow } from '../queries.ts';

export interface RunRequest {
	rights: ReportRights;
	/** The account that it is made for. */
	requestedBy: string;
	query: ReportQuery;
	name: string;
	format: ReportFormat;
	reportId?: string;
	scheduleId?: string;
	/** Somebody waits for it, and can try again when too many do. Absent: unless a schedule asks. */
	isByHand?: boolean;
}

/**
 * Asks for a file of a report; the worker writes it. What its reader may not see is left out of it.
 * @throws BUSINESS_RULE_VIOLATION `too-many-runs`; FEATURE_NOT_AVAILABLE, SUBSCRIPTION_EXPIRED
 */
export async function queueRun(services: Services, tx: Tx, request: RunRequest): Promise<RunRow> {
	const { rights, reportId = null, scheduleId = null, isByHand = !scheduleId, ...run } = request;
	const { organisationId } = rights;
	const { needs } = await planReport(tx, run.query, rights);
	if (isByHand) await requireFeature(tx, organisationId, 'hasReports');
	await tx
		.select({ id: organisations.id })
		.from(organisations)
		.where(eq(organisations.id, organisationId))
		.for('update');
	const open = and(
		eq(reportRuns.organisationId, organisationId),
		inArray(reportRuns.state, ['queued', 'running']),
	);
	// Schedules wait their turn; they are few, and nobody is there to try again.
	if (isByHand && (await tx.$count(reportRuns, open)) >= reportLimits.queued)
		throw ruleViolation(
			'too-many-runs',
			message`${reportLimits.queued} files are already being created. Wait until one is ready.`,
		);
	const [row] = await tx
		.insert(reportRuns)
		.values({
			...run,
			...{ id: newId(), organisationId, reportId, scheduleId, needs },
			eventIds: rights.eventIds && [...rights.eventIds],
			createdAt: services.clock.now(),
		})
		.returning();
	return row as RunRow;
}

/** Asks for a file of a report. @throws BUSINESS_RULE_VIOLATION `too-many-runs` */
export const askForFile = (services: Services, request: RunRequest): Promise<RunRow> =>
	services.database.transaction((tx) => queueRun(services, tx, request));

/** The bytes of a finished file. @throws RESOURCE_DELETED after its days; BUSINESS_RULE_VIOLATION `run-not-done` */
export async function openRunFile(services: Services, row: RunRow): Promise<StoredFile> {
	if (row.state === 'queued' || row.state === 'running' || row.state === 'failed')
		throw ruleViolation('run-not-done', message`This file isn’t ready yet, or couldn’t be created.`);
	const isOver = row.expiresAt === null || row.expiresAt <= services.clock.now();
	const file = isOver || !row.fileName ? null : await services.files.find(row.fileName);
	if (!file)
		throw new AppError('RESOURCE_DELETED', {
			userMessage: message`This file has been deleted. Create a new one.`,
		});
	return file;
}
