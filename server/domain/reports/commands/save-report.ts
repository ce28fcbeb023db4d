import { and, eq } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { organisations } from '#server/db/tables/accounts.ts';
import { reports } from '#server/db/tables/reports.ts';
import { requireFeature } from '#server/domain/subscriptions/plan-state.ts';
import type { Services } from '#server/services.ts';
import type { ReportQuery } from '#shared/contracts/reports.ts';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { newId } from '#shared/lib/ids.ts';
import { type ReportChart, reportLimits } from '#shared/rules/report-query.ts';
import { planReport, type ReportRights } from '../plan-query.ts';
import { getReport, type ReportReader, type ReportRow } from '../queries.ts';

export interface ReportInput {
	name: string;
	note: string;
	query: ReportQuery;
	chart: ReportChart;
	sharing: 'private' | 'organisation';
}

/**
 * Saves a report of which its maker may see everything.
 * @throws VALIDATION_FAILED, AUTH_INSUFFICIENT_PERMISSIONS, BUSINESS_RULE_VIOLATION `too-many-reports`
 */
export async function createReport(
	services: Services,
	command: { maker: ReportReader; rights: ReportRights; input: ReportInput },
): Promise<ReportRow> {
	const { maker, input } = command;
	await requireAllowed(services, input.query, command.rights);
	const now = services.clock.now();
	return services.database.transaction(async (tx) => {
		await requireFeature(tx, maker.organisationId, 'hasReports');
		await takePlace(tx, maker.organisationId);
		const id = newId();
		await tx.insert(reports).values({
			...input,
			id,
			organisationId: maker.organisationId,
			ownerId: maker.userId,
			createdAt: now,
			updatedAt: now,
		});
		return getReport(tx, maker, id);
	});
}

/** Changes a report. Whether it is shared is decided by its owner alone. @throws not-found, version conflict (412) */
export async function updateReport(
	services: Services,
	command: {
		maker: ReportReader;
		rights: ReportRights;
		reportId: string;
		ifMatch: number | undefined;
		changes: { [K in keyof ReportInput]?: ReportInput[K] | undefined };
	},
): Promise<ReportRow> {
	const { maker, reportId, changes, ifMatch } = command;
	if (changes.query) await requireAllowed(services, changes.query, command.rights);
	return services.database.transaction(async (tx) => {
		const { report } = await getReport(tx, maker, reportId, { isLocked: true });
		if (ifMatch !== undefined && ifMatch !== report.version) throw versionConflict(report.version);
		if (changes.sharing && changes.sharing !== report.sharing && report.ownerId !== maker.userId)
			throw ruleViolation('not-the-owner', message`Only the owner of a report can decide who sees it.`);
		await tx
			.update(reports)
			.set({ ...changes, version: report.version + 1, updatedAt: services.clock.now() })
			.where(isReport(maker, reportId));
		return getReport(tx, maker, reportId);
	});
}

/** Deletes a report with its links and schedules. @throws not-found */
export async function deleteReport(services: Services, maker: ReportReader, reportId: string): Promise<void> {
	await getReport(services.database.db, maker, reportId);
	await services.database.db.delete(reports).where(isReport(maker, reportId));
}

const isReport = ({ organisationId }: ReportReader, reportId: string) =>
	and(eq(reports.organisationId, organisationId), eq(reports.id, reportId));

/** @throws VALIDATION_FAILED; AUTH_INSUFFICIENT_PERMISSIONS where its maker could not see all of it */
async function requireAllowed(
	{ database }: Services,
	query: ReportQuery,
	rights: ReportRights,
): Promise<void> {
	const { leftOut } = await planReport(database.db, query, rights);
	if (leftOut.length > 0)
		throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS', {
			message: `You may not see these columns: ${leftOut.join(', ')}.`,
		});
}

/** Lets one report after the other be saved in an organisation, and only so many. */
async function takePlace(tx: Tx, organisationId: string): Promise<void> {
	await tx
		.select({ id: organisations.id })
		.from(organisations)
		.where(eq(organisations.id, organisationId))
		.for('update');
	if ((await tx.$count(reports, eq(reports.organisationId, organisationId))) >= reportLimits.saved)
		throw ruleViolation(
			'too-many-reports',
			message`An organisation keeps at most ${reportLimits.saved} reports. Delete one that you no longer need.`,
		);
}
