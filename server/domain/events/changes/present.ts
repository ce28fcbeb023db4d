import type { ChangeSet } from '#shared/contracts/event-changes.ts';
import type { ChangeSetRow } from './queries.ts';
import { isShown } from './shown-changes.ts';

const longest = 500;

/** A value of a history as answers hold it: long texts are shortened. */
export function shortValue(value: unknown): unknown {
	return typeof value === 'string' && value.length > longest ? `${value.slice(0, longest)}…` : value;
}

export function presentChangeSet(row: ChangeSetRow): ChangeSet {
	return {
		id: row.id,
		kind: row.kind,
		state: row.state,
		actor: { kind: row.actorKind, name: row.actorName },
		createdAt: row.createdAt.toISOString(),
		changes: row.changes.filter(isShown).map(({ part, path, subject, before, after }) => ({
			part,
			path: path.replace(/\.passwordHash$/, '.password'),
			subject,
			before: shortValue(before),
			after: shortValue(after),
		})),
		names: row.names,
		notify: row.notify,
		guests: row.guests,
		notifyAt: row.notifyAt?.toISOString() ?? null,
		notifiedAt: row.notifiedAt?.toISOString() ?? null,
		note: row.note,
		undoOf: row.undoOf,
		canUndo: row.canUndo,
		eventVersion: row.eventVersion,
	};
}
