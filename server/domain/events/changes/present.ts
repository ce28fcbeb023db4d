import type { ChangeSet } from '#shared/contracts/event-changes.ts';
import { isMadeFrom } from '../slug.ts';
import type { Author } from './author.ts';
import type { ChangeSetRow } from './queries.ts';
import { isShown } from './shown-changes.ts';

type Change = Pick<ChangeSetRow['changes'][number], 'path' | 'after'>;

const longest = 500;

/** A value of a history as answers hold it: long texts are shortened. */
export function shortValue(value: unknown): unknown {
	return typeof value === 'string' && value.length > longest ? `${value.slice(0, longest)}…` : value;
}

const pointFields = ['event.latitude', 'event.longitude'];
const placeFields = ['venueName', 'address', 'city', 'region', 'countryCode'].map((name) => `event.${name}`);

/** Whether one of the changes of a set follows from another of them. */
function isDerived({ path, after }: Change, all: readonly Change[]): boolean {
	const title = all.find((one) => one.path === 'event.title')?.after;
	if (path === 'event.slug') return typeof title === 'string' && isMadeFrom(String(after), title);
	return after === null && pointFields.includes(path) && all.some((one) => placeFields.includes(one.path));
}

/** @param by who asks */
export function presentChangeSet(row: ChangeSetRow, by: Author): ChangeSet {
	const isYours = by.kind === 'member' && row.actorKind === 'member' && row.actorId === by.id;
	return {
		id: row.id,
		kind: row.kind,
		state: row.state,
		actor: { kind: row.actorKind, name: row.actorName, isYours },
		createdAt: row.createdAt.toISOString(),
		changes: row.changes.filter(isShown).map((change) => ({
			part: change.part,
			path: change.path.replace(/\.passwordHash$/, '.password'),
			subject: change.subject,
			before: shortValue(change.before),
			after: shortValue(change.after),
			isDerived: isDerived(change, row.changes),
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
