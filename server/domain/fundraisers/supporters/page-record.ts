import { and, eq, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { fundraiserPages } from '#server/db/tables/fundraisers.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import type { SupporterPageScope } from '#server/http/handler.ts';
import { makeSignedIds, readSignedIds } from '#server/platform/signed-ids.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';

export type PageRow = typeof fundraiserPages.$inferSelect;
export type PageScope = EventScope & { pageId: string };

const purpose = 'supporter-page';

/** The signed link of a supporter to their page: 71 characters that fit into a path. */
export const makePageToken = (
	secret: Buffer,
	{ organisationId, id, manageVersion }: Pick<PageRow, 'organisationId' | 'id' | 'manageVersion'>,
): string => makeSignedIds(secret, purpose, { first: organisationId, second: id, version: manageVersion });

/** The page behind a signed link; null for anything that this secret did not sign, and for a page that was removed. */
export async function findPageByToken(
	{ secret, database }: Services,
	token: string,
): Promise<SupporterPageScope | null> {
	const ids = readSignedIds(secret, purpose, token);
	if (!ids) return null;
	const [row] = await database.db
		.select()
		.from(fundraiserPages)
		.where(and(eq(fundraiserPages.organisationId, ids.first), eq(fundraiserPages.id, ids.second)));
	if (!row || row.manageVersion !== ids.version || row.state === 'removed') return null;
	return { organisationId: row.organisationId, eventId: row.eventId, pageId: row.id };
}

/** Pages and teams of one event. */
export const pagesOf = (scope: EventScope) => isOfEvent(fundraiserPages, scope);

const ofPage = (scope: PageScope) => and(pagesOf(scope), eq(fundraiserPages.id, scope.pageId));

export async function findPage(db: DbOrTx, scope: PageScope): Promise<PageRow | null> {
	const [row] = await db.select().from(fundraiserPages).where(ofPage(scope));
	return row ?? null;
}

/** Holds a page for a change. @throws not-found, also for one that was removed */
export async function lockPage(tx: Tx, scope: PageScope): Promise<PageRow> {
	const [row] = await tx.select().from(fundraiserPages).where(ofPage(scope)).for('no key update');
	if (!row || row.state === 'removed') throw notFound('Page');
	return row;
}

/** The team of a page, in joins. */
export const pageTeams = alias(fundraiserPages, 'teams');

export const isItsTeam = and(
	eq(pageTeams.organisationId, fundraiserPages.organisationId),
	eq(pageTeams.id, fundraiserPages.teamId),
);

/** Names of pages and teams, by id. */
export async function listPageNames(
	db: DbOrTx,
	organisationId: string,
	ids: readonly string[],
): Promise<Map<string, string>> {
	if (ids.length === 0) return new Map();
	const rows = await db
		.select({ id: fundraiserPages.id, name: fundraiserPages.name })
		.from(fundraiserPages)
		.where(and(eq(fundraiserPages.organisationId, organisationId), inArray(fundraiserPages.id, [...ids])));
	return new Map(rows.map(({ id, name }) => [id, name]));
}
