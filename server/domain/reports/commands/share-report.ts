import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { organisations } from '#server/db/tables/accounts.ts';
import { reportLinks, reports } from '#server/db/tables/reports.ts';
import { hashToken, newToken } from '#server/domain/accounts/tokens.ts';
import { requireFeature } from '#server/domain/subscriptions/plan-state.ts';
import type { Services } from '#server/services.ts';
import { AppError, fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { reportLimits } from '#shared/rules/report-query.ts';
import { planReport, type QueryPlan, type ReportRights } from '../plan-query.ts';
import { getReport, type LinkRow, type ReportReader } from '../queries.ts';
import { rightsOfMember } from '../rights.ts';

const dayMs = 24 * 3_600_000;

/**
 * Makes a link with which anybody reads a report, with the rights of its maker. Groups and totals only, without names and addresses.
 * @throws not-found; BUSINESS_RULE_VIOLATION `not-shareable`, `too-many-links`; VALIDATION_FAILED
 */
export async function createReportLink(
	services: Services,
	command: {
		maker: ReportReader;
		rights: ReportRights;
		reportId: string;
		label: string;
		expiresAt: string;
	},
): Promise<{ row: LinkRow; token: string }> {
	const { maker, reportId, label } = command;
	const { organisationId, userId } = maker;
	const now = services.clock.now();
	const expiresAt = new Date(command.expiresAt);
	if (expiresAt <= now || expiresAt.getTime() > now.getTime() + reportLimits.linkDays * dayMs)
		throw fieldError('expiresAt', message`Choose a day in the next ${reportLimits.linkDays} days.`);
	const token = newToken();
	return services.database.transaction(async (tx) => {
		await requireFeature(tx, organisationId, 'hasReports');
		const { report } = await getReport(tx, maker, reportId, { isLocked: true });
		requireShareable(await planReport(tx, report.query, command.rights));
		const live = and(
			eq(reportLinks.organisationId, organisationId),
			eq(reportLinks.reportId, reportId),
			isNull(reportLinks.revokedAt),
			gt(reportLinks.expiresAt, now),
		);
		if ((await tx.$count(reportLinks, live)) >= reportLimits.links)
			throw ruleViolation(
				'too-many-links',
				message`A report has at most ${reportLimits.links} links. Revoke one that you no longer need.`,
			);
		const [row] = await tx
			.insert(reportLinks)
			.values({
				...{ id: newId(), organisationId, reportId, label, expiresAt },
				tokenHash: hashToken(token),
				createdBy: userId,
				createdAt: now,
			})
			.returning();
		return { row: row as LinkRow, token };
	});
}

/** @throws BUSINESS_RULE_VIOLATION `not-shareable` */
function requireShareable(plan: QueryPlan): void {
	if (!plan.isSummary || plan.isPersonal)
		throw ruleViolation(
			'not-shareable',
			message`Only reports with groups or totals are shared by link, without names, addresses and other personal columns and filters.`,
		);
	if (plan.leftOut.length > 0)
		throw ruleViolation(
			'beyond-own-rights',
			message`This report has columns that you can’t see, so you can’t send or share it.`,
		);
}

/** Ends a link at once. Repeating it changes nothing. @throws not-found */
export async function revokeReportLink(
	services: Services,
	{ maker, reportId, linkId }: { maker: ReportReader; reportId: string; linkId: string },
): Promise<void> {
	const { db } = services.database;
	await getReport(db, maker, reportId);
	const revoked = await db
		.update(reportLinks)
		.set({ revokedAt: sql`coalesce(${reportLinks.revokedAt}, ${services.clock.now()})` })
		.where(
			and(
				eq(reportLinks.organisationId, maker.organisationId),
				eq(reportLinks.reportId, reportId),
				eq(reportLinks.id, linkId),
			),
		)
		.returning({ id: reportLinks.id });
	if (revoked.length === 0) throw notFound('Link');
}

/** The report of a valid link. */
export interface OpenedLink {
	linkId: string;
	report: typeof reports.$inferSelect;
	organisationName: string;
	plan: QueryPlan;
}

const notShown = () =>
	new AppError('RESOURCE_NOT_FOUND', {
		message: 'This link does not work, or does not work any more.',
	});

/**
 * Opens a link: unknown, ended and revoked ones are the same, and so is one whose maker may not see the report any more, or whose report
 * was changed into one that is not shared by link.
 */
export async function openReportLink(services: Services, token: string): Promise<OpenedLink> {
	const { db } = services.database;
	const [row] = await db
		.select({ link: reportLinks, report: reports, organisationName: organisations.name })
		.from(reportLinks)
		.innerJoin(
			reports,
			and(eq(reports.organisationId, reportLinks.organisationId), eq(reports.id, reportLinks.reportId)),
		)
		.innerJoin(organisations, eq(organisations.id, reportLinks.organisationId))
		.where(eq(reportLinks.tokenHash, hashToken(token)));
	if (!row || row.link.revokedAt || row.link.expiresAt <= services.clock.now()) throw notShown();
	const { link, report, organisationName } = row;
	const { organisationId } = link;
	const rights = await rightsOfMember(db, { organisationId, userId: link.createdBy });
	const isSeen = report.sharing === 'organisation' || report.ownerId === link.createdBy;
	if (!rights?.can('reports.manage') || !isSeen) throw notShown();
	let plan: QueryPlan;
	try {
		plan = await planReport(db, report.query, rights);
		requireShareable(plan);
	} catch {
		throw notShown();
	}
	return { linkId: link.id, report, organisationName, plan };
}
