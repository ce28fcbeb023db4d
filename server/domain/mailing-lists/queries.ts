import { and, count, desc, eq, lt, type SQL } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { mailingListContacts, mailingLists } from '#server/db/tables/mailing-lists.ts';
import { followers } from '#server/db/tables/organisers.ts';
import { decodeCursor } from '#server/http/cursor.ts';
import { notFound } from '#shared/errors/app-error.ts';

export interface ListScope {
	organisationId: string;
	mailingListId: string;
}

export type MailingListRow = typeof mailingLists.$inferSelect;
export type ContactState = (typeof mailingListContacts.$inferSelect)['state'];
export type ContactCounts = Record<ContactState, number>;

export const isList = ({ organisationId, mailingListId }: ListScope): SQL | undefined =>
	and(eq(mailingLists.organisationId, organisationId), eq(mailingLists.id, mailingListId));

/** The mailing lists of an organisation, the newest first; there are ten at most. */
export function listMailingLists(db: DbOrTx, organisationId: string): Promise<MailingListRow[]> {
	return db
		.select()
		.from(mailingLists)
		.where(eq(mailingLists.organisationId, organisationId))
		.orderBy(desc(mailingLists.id));
}

/** @throws not-found */
export async function getMailingList(
	db: DbOrTx,
	scope: ListScope,
	how: { isLocked?: boolean } = {},
): Promise<MailingListRow> {
	const query = db.select().from(mailingLists).where(isList(scope));
	// Consents that change at this moment refer to the row: they do not wait.
	const [row] = how.isLocked ? await query.for('no key update') : await query;
	if (!row) throw notFound('Mailing list');
	return row;
}

const none: ContactCounts = { due: 0, added: 0, removed: 0, refused: 0 };

/**
 * How many contacts of each state lists have, counted in an index.
 * @param mailingListId one list; of all lists of the organisation where it is left out
 */
export async function countContacts(
	db: DbOrTx,
	{ organisationId, mailingListId }: { organisationId: string; mailingListId?: string },
): Promise<(listId: string) => ContactCounts> {
	const { mailingListId: list, state } = mailingListContacts;
	const isCounted = and(
		eq(mailingListContacts.organisationId, organisationId),
		mailingListId === undefined ? undefined : eq(list, mailingListId),
	);
	const rows = await db
		.select({ listId: list, state, count: count() })
		.from(mailingListContacts)
		.where(isCounted)
		.groupBy(list, state);
	const counts = new Map<string, ContactCounts>();
	for (const row of rows)
		counts.set(row.listId, { ...(counts.get(row.listId) ?? none), [row.state]: row.count });
	return (listId) => counts.get(listId) ?? none;
}

/** Some contacts that are on a list and whose followers are there, by what its account calls them. */
export async function findAddedContacts(
	db: DbOrTx,
	scope: ListScope,
	most: number,
): Promise<{ email: string; remoteId: string }[]> {
	const rows = await listContacts(db, scope, { state: 'added', limit: most });
	return rows
		.slice(0, most)
		.flatMap(({ email, contact: { remoteId } }) => (email && remoteId ? [{ email, remoteId }] : []));
}

export type ContactRow = Awaited<ReturnType<typeof listContacts>>[number];

/** Contacts of one state of a list, the followers who came last first; one more than requested, which says that there are more. */
export function listContacts(
	db: DbOrTx,
	{ organisationId, mailingListId }: ListScope,
	query: { state: ContactState; cursor?: string | undefined; limit: number },
) {
	const [before] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	return db
		.select({ contact: mailingListContacts, email: followers.email })
		.from(mailingListContacts)
		.leftJoin(
			followers,
			and(
				eq(followers.organisationId, mailingListContacts.organisationId),
				eq(followers.id, mailingListContacts.followerId),
			),
		)
		.where(
			and(
				eq(mailingListContacts.organisationId, organisationId),
				eq(mailingListContacts.mailingListId, mailingListId),
				eq(mailingListContacts.state, query.state),
				before ? lt(mailingListContacts.followerId, before) : undefined,
			),
		)
		.orderBy(desc(mailingListContacts.followerId))
		.limit(query.limit + 1);
}
