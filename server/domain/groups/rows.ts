import { and, eq } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { groupBookings } from '#server/db/tables/groups.ts';
import { isOfEvent } from '#server/domain/event-scope.ts';
import type { GroupScope } from '#server/http/handler.ts';
import { notFound } from '#shared/errors/app-error.ts';

export type GroupRow = typeof groupBookings.$inferSelect;

export const isGroup = (scope: GroupScope) =>
	and(isOfEvent(groupBookings, scope), eq(groupBookings.id, scope.groupId));

/** A group as it stands. @throws not-found */
export async function getGroup(db: DbOrTx, scope: GroupScope): Promise<GroupRow> {
	const [row] = await db.select().from(groupBookings).where(isGroup(scope));
	if (!row) throw notFound('Group');
	return row;
}

/**
 * Holds a group until the transaction ends. What moves places holds the pools of the event before it; an order is held before it too.
 * @throws not-found
 */
export async function lockGroup(tx: Tx, scope: GroupScope): Promise<GroupRow> {
	const [row] = await tx.select().from(groupBookings).where(isGroup(scope)).for('update');
	if (!row) throw notFound('Group');
	return row;
}
