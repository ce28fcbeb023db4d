import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { eventChangeSets, eventChanges } from '#server/db/tables/events.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { UNDO_MINUTES } from '#shared/rules/periods.ts';
import type { Author } from './author.ts';
import { isSameJson, type RowChange } from './rows.ts';

/** What is set back to a value that the history holds: no row that was added, no file, no password. */
const isPlain = ({ part, inverse }: Pick<RowChange, 'part' | 'inverse'>) =>
	part === 'event' && inverse.do === 'set' && !('value' in inverse);

/**
 * Adds an edit to the author's recent entry of the history, which then leads from the first former value to the newest one. That entry is
 * the last one that changed any of these fields, began within ten minutes, and guests were not notified of it; one of the two changed no field
 * beside those of the other. An edit that brings back the first values stays an entry of its own. The event is locked.
 * @param edit.eventVersion the version of the event that the edit made
 * @returns the id of that entry; null where there is none
 */
export async function mergeIntoRecent(
	tx: Tx,
	scope: EventScope,
	edit: { by: Author; changes: readonly RowChange[]; eventVersion: number },
): Promise<string | null> {
	const { by, changes, eventVersion } = edit;
	if (by.kind !== 'member' || !changes.every(isPlain)) return null;
	const { organisationId, eventId } = scope;
	const paths = changes.map(({ path }) => path);
	const { rows } = await tx.execute<{ id: string; isOwn: boolean }>(sql`
		SELECT id, kind = 'edit' AND state = 'applied' AND NOT notify AND series_change_id IS NULL AND actor_kind = ${by.kind} AND actor_id = ${by.id} AS "isOwn"
		FROM event_change_sets s
		WHERE organisation_id = ${organisationId} AND event_id = ${eventId}
			AND created_at > now() - make_interval(mins => ${UNDO_MINUTES})
			AND EXISTS (SELECT FROM event_changes c
				WHERE c.organisation_id = ${organisationId} AND c.change_set_id = s.id
					AND c.path IN (SELECT json_array_elements_text(${JSON.stringify(paths)}::json)))
		ORDER BY id DESC LIMIT 1`);
	const recent = rows[0];
	if (!recent?.isOwn) return null;
	const isOfRecent = and(isOfEvent(eventChanges, scope), eq(eventChanges.changeSetId, recent.id));
	const former = new Map(
		(await tx.select().from(eventChanges).where(isOfRecent)).map((one) => [one.path, one]),
	);
	const isContained =
		paths.every((path) => former.has(path)) || [...former.keys()].every((path) => paths.includes(path));
	if (!isContained || ![...former.values()].every(isPlain)) return null;
	const merged = new Map<string, RowChange>(former);
	for (const change of changes)
		merged.set(change.path, {
			...change,
			before: former.has(change.path) ? former.get(change.path)?.before : change.before,
		});
	const left = [...merged.values()].filter(({ before, after }) => !isSameJson(before, after));
	if (left.length === 0) return null;
	await tx.delete(eventChanges).where(isOfRecent);
	await tx
		.insert(eventChanges)
		.values(left.map((change) => ({ ...change, organisationId, eventId, changeSetId: recent.id })));
	await tx
		.update(eventChangeSets)
		.set({ eventVersion })
		.where(and(eq(eventChangeSets.organisationId, organisationId), eq(eventChangeSets.id, recent.id)));
	return recent.id;
}
