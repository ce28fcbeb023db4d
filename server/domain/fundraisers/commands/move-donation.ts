import { and, eq, ne, sql } from 'drizzle-orm';
import { donations, fundraiserPages } from '#server/db/tables/fundraisers.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { getDonation, lockFundraiser } from '../rows.ts';
import { pagesOf } from '../supporters/page-record.ts';
import { creditPages } from './count-gifts.ts';

/**
 * Counts a donation for another page or team of supporters, or for none. A page brings the team that it is in now. What was given stays the
 * same; the activity log says who moved it.
 * @param pageId a page or team; null: none
 * @throws not-found, VALIDATION_FAILED about a page that is gone
 */
export async function moveDonation(
	services: Services,
	scope: EventScope & { donationId: string },
	pageId: string | null,
): Promise<void> {
	await services.database.transaction(async (tx) => {
		// Refunds of the donation, which take from its page, come before this or after it.
		await lockFundraiser(tx, scope);
		const donation = await getDonation(tx, scope);
		const [page] =
			pageId === null
				? []
				: await tx
						.select()
						.from(fundraiserPages)
						.where(and(pagesOf(scope), eq(fundraiserPages.id, pageId), ne(fundraiserPages.state, 'removed')));
		if (pageId !== null && !page) throw fieldError('pageId', message`This page is gone. Choose another one.`);
		const isTeam = page?.kind === 'team';
		const to = { pageId: isTeam ? null : pageId, teamId: isTeam ? pageId : (page?.teamId ?? null) };
		const minor = donation.amountMinor - donation.refundedMinor;
		const donors = minor > 0 ? 1 : 0;
		await tx
			.update(donations)
			.set(to)
			.where(and(eq(donations.organisationId, scope.organisationId), eq(donations.id, donation.id)));
		await tx.execute(
			creditPages(
				scope.organisationId,
				sql`SELECT ${donation.pageId}::uuid AS page_id, ${donation.teamId}::uuid AS team_id, ${-minor}::bigint AS minor, ${-donors}::int AS donors
					UNION ALL SELECT ${to.pageId}::uuid, ${to.teamId}::uuid, ${minor}::bigint, ${donors}::int`,
			),
		);
	});
}
