import { and, asc, ne, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { fundraiserPages } from '#server/db/tables/fundraisers.ts';
import { normaliseEmail } from '#server/domain/accounts/email-identity.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { MAX_PAGES_OF_ADDRESS } from '#shared/rules/fundraisers.ts';
import { type PageRow, pagesOf } from './page-record.ts';

/** Asks for the links of somebody's pages. The same work for every address: who looks them up is the worker. */
export async function requestPageLinks(services: Services, scope: EventScope, email: string): Promise<void> {
	const payload = { email: normaliseEmail(email) };
	await services.database.transaction((tx) =>
		services.facts.publish(tx, { name: 'fundraisers.page-links-requested', ...scope, payload }, services),
	);
}

/** The pages and teams of an owner that were not removed. */
export const listPagesOfOwner = (db: DbOrTx, scope: EventScope, email: string): Promise<PageRow[]> =>
	db
		.select()
		.from(fundraiserPages)
		.where(
			and(
				pagesOf(scope),
				sql`lower(${fundraiserPages.ownerEmail}) = lower(${email})`,
				ne(fundraiserPages.state, 'removed'),
			),
		)
		.orderBy(asc(fundraiserPages.id))
		.limit(MAX_PAGES_OF_ADDRESS);
