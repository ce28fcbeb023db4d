import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { users } from '#server/db/tables/accounts.ts';
import { apiKeys } from '#server/db/tables/developer.ts';
import { eventChangeSets, eventChanges } from '#server/db/tables/events.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { decodeCursor } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { isCancelWaiting } from './guest-notices.ts';
import { readRows } from './parts.ts';
import { type AllRows, isSameJson, valueAt } from './rows.ts';
import { choicesIn, idsIn, isShownPath, namesOfChoices } from './shown-changes.ts';

export type ChangeSetRow = typeof eventChangeSets.$inferSelect & {
	actorName: string;
	changes: (typeof eventChanges.$inferSelect)[];
	canUndo: boolean;
	/** By the ids that the changes name. */
	names: Record<string, string>;
};

/** Change sets of an event that say something, the newest first; one more than requested, which says that there are more. */
export async function listChangeSets(
	services: Services,
	scope: EventScope,
	query: { cursor?: string | undefined; limit: number },
): Promise<ChangeSetRow[]> {
	const [before] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	return readSets(services, scope, { before, isShown: true, limit: query.limit + 1 });
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
	which: { id?: string; before?: string | undefined; isShown?: true; limit: number },
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
				isOfEvent(eventChangeSets, scope),
				which.id === undefined ? undefined : eq(eventChangeSets.id, which.id),
				which.before === undefined ? undefined : lt(eventChangeSets.id, which.before),
				which.isShown &&
					sql`EXISTS (SELECT FROM event_changes c WHERE c.organisation_id = ${scope.organisationId}
						AND c.change_set_id = ${eventChangeSets.id} AND ${isShownPath(sql`c.path`)})`,
			),
		)
		.orderBy(desc(eventChangeSets.id))
		.limit(which.limit);
	if (sets.length === 0) return [];
	const ids = sets.map(({ set }) => set.id);
	const changes = await db
		.select()
		.from(eventChanges)
		.where(and(isOfEvent(eventChanges, scope), inArray(eventChanges.changeSetId, ids)))
		.orderBy(eventChanges.path);
	const byset = Map.groupBy(changes, (change) => change.changeSetId);
	const now = await services.database.transaction((tx) => readRows(services, tx, scope));
	const names = await readNames(services, scope, changes, now);
	return sets.map(({ set, actorName }) => {
		const own = byset.get(set.id) ?? [];
		const isAsLeft = () =>
			own.every(
				({ path, after, inverse }) =>
					inverse.do !== 'none' && ('value' in inverse || isSameJson(valueAt(now, path) ?? null, after)),
			);
		const canUndo = set.kind === 'cancel' ? isCancelWaiting(set) : set.state !== 'undone' && isAsLeft();
		const named = own.flatMap(idsIn).flatMap((id) => {
			const name = names.get(id);
			return name === undefined ? [] : [[id, name] as const];
		});
		return { ...set, actorName, changes: own, canUndo, names: Object.fromEntries(named) };
	});
}

/** The names of rows and options that changes name by their ids: as they are now, or as they were called when they were deleted. */
async function readNames(
	services: Services,
	scope: EventScope,
	changes: ChangeSetRow['changes'],
	now: AllRows,
): Promise<Map<string, string>> {
	const names = new Map<string, string>();
	const ids = new Set(changes.flatMap(idsIn));
	if (ids.size === 0) return names;
	for (const change of changes) for (const [id, label] of choicesIn(change)) names.set(id, label);
	for (const rows of now.values())
		for (const [path, { subject, values }] of rows) {
			names.set(path.slice(path.indexOf('.') + 1), subject);
			for (const [id, label] of namesOfChoices(values.choices)) names.set(id, label);
		}
	const missing = [...ids].filter((id) => !names.has(id));
	if (missing.length === 0) return names;
	const { rows } = await services.database.db.execute<{ id: string; subject: string }>(sql`
		SELECT DISTINCT ON (1) split_part(path, '.', 2) AS id, subject FROM event_changes
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND split_part(path, '.', 2) IN (SELECT json_array_elements_text(${JSON.stringify(missing)}::json))
		ORDER BY 1, change_set_id DESC`);
	for (const { id, subject } of rows) names.set(id, subject);
	return names;
}
