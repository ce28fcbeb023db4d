import { eq, sql } from 'drizzle-orm';
import { reportLinks } from '#server/db/tables/reports.ts';
import { createPoolMemo } from '#server/platform/concurrency/memo.ts';
import type { Translator } from '#server/platform/messages.ts';
import type { Services } from '#server/services.ts';
import type { SharedReport } from '#shared/contracts/report-sharing.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { reportLimits } from '#shared/rules/report-query.ts';
import { openReportLink } from './commands/share-report.ts';
import { presentColumns, readSummary } from './read-report.ts';

interface CachedAnswer {
	atMs: number;
	answer: ReturnType<typeof readSummary>;
}

/** How long results are cached: however many open a link, one query runs. */
const freshMs = 60_000;
const mostCached = 50;
const cachedAnswers = createPoolMemo((_services: Services) => new Map<string, CachedAnswer>());

/** The view of a link, cached for a minute. @throws not-found */
export async function readSharedReport(
	services: Services,
	token: string,
	translate: Translator,
): Promise<SharedReport> {
	// Looked up every time: a link that was revoked shows nothing from then on.
	const { linkId, report, organisationName, plan } = await openReportLink(services, token);
	const key = `${linkId}:${report.version}:${plan.rights.eventIds?.join() ?? ''}`;
	const nowMs = services.clock.now().getTime();
	const answers = cachedAnswers(services);
	let found = answers.get(key);
	if (!found || nowMs - found.atMs >= freshMs) {
		const fresh = { atMs: nowMs, answer: readSummary(services, plan, { limit: reportLimits.linkRows }) };
		fresh.answer.catch((error) => {
			// One that takes too long is not tried again for everybody who opens the link.
			const isTooLarge = error instanceof AppError && error.code === 'BUSINESS_RULE_VIOLATION';
			if (!isTooLarge && answers.get(key) === fresh) answers.delete(key);
		});
		answers.delete(key);
		answers.set(key, fresh);
		if (answers.size > mostCached) answers.delete(answers.keys().next().value as string);
		found = fresh;
	}
	const answer = await found.answer;
	await services.database.db
		.update(reportLinks)
		.set({ opened: sql`${reportLinks.opened} + 1` })
		.where(eq(reportLinks.id, linkId));
	return {
		...answer,
		organisationName,
		name: report.name,
		chart: report.chart,
		timeZone: plan.timeZone,
		asOf: new Date(found.atMs).toISOString(),
		columns: presentColumns(plan, translate),
	};
}
