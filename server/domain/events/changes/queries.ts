import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { users } from '#server/db/tables/accounts.ts';
import { apiKeys } from '#server/db/tables/developer.ts';
import { eventChangeSets, eventChanges } from '#server/db/tables/events.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { decodeCursor } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { readRows } from './parts.ts';
import { isSameJson, valueAt } from './rows.ts';
import { isCancelWaiting } from './telling.ts';

export type ChangeSetRow = typeof eventChangeSets.$inferSelect & {
	actorName: string;
	changes: (typeof eventChanges.$inferSelect)[];
	canUndo: boolean;
};

/** Change sets of an event, the newest first; one more than asked for, which says that there are more. */
export async function listChangeSets(
	services: Services,
	scope: EventScope,
	query: { cursor?: string | undefined; limit: number },
): Promise<ChangeSetRow[]> {
	const [before] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	return readSets(services, scope, { before, limit: query.limit + 1 });
}

/** @throws not-found */
export async function getChangeSet(services: Services, scope: EventScope, id: string): Promise<ChangeSetRow> {
	const [row] = await readSets(services, scope, { id, limit: 1 });
	if (!row) throw notFound('Change');
	return row;
}

async function readSets(
	services: Services,
	scope: EventScope,
	which: { id?: string; before?: string | undefined; limit: number },
): Promise<ChangeSetRow[]> {
	const { db } = services.database;
	const sets = await db
		.select({
			set: eventChangeSets,
			actorName: sql<string>`coalesce(nullif(trim(concat(${users.firstName}, ' ', ${users.lastName})), ''), ${apiKeys.name}, '')`,
		})
		.from(eventChangeSets)
		.leftJoin(users, and(eq(eventChangeSets.actorKind, 'member'), eq(users.id, eventChangeSets.actorId)))
		.leftJoin(
			apiKeys,
			and(
				eq(eventChangeSets.actorKind, 'key'),
				eq(apiKeys.organisationId, scope.organisationId),
				eq(apiKeys.id, eventChangeSets.actorId),
			),
		)
		.where(
			and(
				eq(eventChangeSets.organisationId, scope.organisationId),
				eq(eventChangeSets.eventId, scope.eventId),
				which.id === undefined ? undefined : eq(eventChangeSets.id, which.id),
				which.before === undefined ? undefined : lt(eventChangeSets.id, which.before),
			),
		)
		.orderBy(desc(eventChangeSets.id))
		.limit(which.limit);
	if (sets.length === 0) return [];
	const ids = sets.map(({ set }) => set.id);
	const changes = await db
		.select()
		.from(eventChanges)
		.where(
			and(
				eq(eventChanges.organisationId, scope.organisationId),
				eq(eventChanges.eventId, scope.eventId),
				inArray(eventChanges.changeSetId, ids),
			),
		)
		.orderBy(eventChanges.path);
	const byset = Map.groupBy(changes, (change) => change.changeSetId);
	const now = await services.database.transaction((tx) => readRows(services, tx, scope));
	return sets.map(({ set, actorName }) => {
		const own = byset.get(set.id) ?? [];
		const isAsLeft = () =>
			own.every(
				({ path, after, inverse }) =>
					inverse.do !== 'none' && ('value' in inverse || isSameJson(valueAt(now, path) ?? null, after)),
			);
		const canUndo = set.kind === 'cancel' ? isCancelWaiting(set) : set.state !== 'undone' && isAsLeft();
		return { ...set, actorName, changes: own, canUndo };
	});
}
