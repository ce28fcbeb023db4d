import { sql } from 'drizzle-orm';
import { sourceOf } from '#server/domain/accounts/network.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { MAX_PAGE_REPORTS, type ReportReason } from '#shared/rules/fundraisers.ts';

/**
 * Notes that a visitor reports a page or team, once from each network a day. The first since a member decided about it stands under the
 * bell of those who may hide it.
 * @throws not-found, also for a page that is not public
 */
export async function reportPage(
	services: Services,
	scope: EventScope,
	how: { slug: string; reason: ReportReason; address: string },
): Promise<void> {
	const source = sourceOf(services.secret, how.address);
	await services.database.transaction(async (tx) => {
		const { rows } = await tx.execute<{ id: string; version: number; isNew: boolean; reports: number }>(sql`
			SELECT id, version, reports, reports < ${MAX_PAGE_REPORTS} AND NOT ${source} = ANY (report_sources) AS "isNew"
			FROM fundraiser_pages WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
				AND slug = ${how.slug.toLowerCase()} AND state = 'shown' FOR NO KEY UPDATE`);
		const [page] = rows;
		if (!page) throw notFound('Page');
		if (!page.isNew) return;
		await tx.execute(sql`
			UPDATE fundraiser_pages SET reports = reports + 1, report_reason = ${how.reason}, reported_at = now(),
				report_sources = array_append(report_sources, ${source})
			WHERE organisation_id = ${scope.organisationId} AND id = ${page.id}`);
		if (page.reports > 0) return;
		await services.facts.publish(
			tx,
			{
				name: 'fundraisers.page-reported',
				...{ organisationId: scope.organisationId, eventId: scope.eventId },
				payload: { pageId: page.id, version: page.version },
			},
			services,
		);
	});
}
