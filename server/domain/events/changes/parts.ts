import type { DbOrTx, Tx } from '#server/db/client.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { eventRowPart } from './event-row-part.ts';
import type { AllRows, EditedRows, RowChange } from './rows.ts';

/** Parts with rows, in the order in which they are restored: what hangs on an event before the event. */
const partsOf = (services: Services): [string, EditedRows<Services>][] => [
	...services.eventParts.flatMap(({ name, rows }): [string, EditedRows<Services>][] =>
		rows ? [[name, rows]] : [],
	),
	['event', eventRowPart],
];

/**
 * Every row of an event that edits change.
 * @param only parts that are read; left out: all
 */
export async function readRows(
	services: Services,
	tx: Tx,
	scope: EventScope,
	only?: readonly string[],
): Promise<AllRows> {
	const all: AllRows = new Map();
	for (const [name, part] of partsOf(services))
		if (!only || only.includes(name)) all.set(name, await part.read(tx, scope));
	return all;
}

/**
 * Rows of many events of one organisation, without locks, by their ids.
 * @param only parts that are read; those that cannot be read at once are left out
 */
export async function readRowsOfMany(
	services: Services,
	db: DbOrTx,
	organisationId: string,
	eventIds: readonly string[],
	only: readonly string[],
): Promise<Map<string, AllRows>> {
	const all = new Map(eventIds.map((id): [string, AllRows] => [id, new Map()]));
	if (eventIds.length === 0) return all;
	for (const [name, part] of partsOf(services)) {
		if (!only.includes(name) || !part.readMany) continue;
		const found = await part.readMany(db, organisationId, eventIds);
		for (const [id, rows] of all) rows.set(name, found.get(id) ?? new Map());
	}
	return all;
}

/** Locks what edits of these parts change, of several events that are locked. */
export async function holdRows(
	services: Services,
	tx: Tx,
	organisationId: string,
	eventIds: readonly string[],
	only: readonly string[],
): Promise<void> {
	for (const [name, part] of partsOf(services))
		if (only.includes(name)) await part.hold?.(tx, organisationId, eventIds);
}

/** Edits one row of a part as its own endpoint does. The event is locked; the history is the caller’s. */
export async function editRow(
	services: Services,
	tx: Tx,
	scope: EventScope,
	edit: { part: string; id: string; changes: unknown },
): Promise<void> {
	const part = partsOf(services).find(([name]) => name === edit.part)?.[1];
	if (!part?.edit) throw new Error(`Rows of the part ${edit.part} can’t be edited one by one.`);
	await part.edit(services, tx, scope, edit.id, edit.changes);
}

/** Rows of new events of one organisation, by the ids of the events, each as `toRowChanges` has it; the events have none yet. */
export async function insertRowsOfMany(
	services: Services,
	tx: Tx,
	organisationId: string,
	changes: ReadonlyMap<string, readonly RowChange[]>,
): Promise<void> {
	for (const [name, part] of partsOf(services)) {
		const own = new Map(
			[...changes].flatMap(([id, all]): [string, RowChange[]][] => {
				const of = all.filter((change) => change.part === name);
				return of.length > 0 ? [[id, of]] : [];
			}),
		);
		if (own.size === 0) continue;
		if (part.insertMany) await part.insertMany(services, tx, organisationId, own);
		else for (const [eventId, of] of own) await part.restore(services, tx, { organisationId, eventId }, of);
	}
}

export async function restoreRows(
	services: Services,
	tx: Tx,
	scope: EventScope,
	changes: readonly RowChange[],
): Promise<void> {
	for (const [name, part] of partsOf(services)) {
		const own = changes.filter((change) => change.part === name);
		if (own.length > 0) await part.restore(services, tx, scope, own);
	}
}
