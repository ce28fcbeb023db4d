import type { Tx } from '#server/db/client.ts';
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

/** Every row of an event that edits change. */
export async function readRows(services: Services, tx: Tx, scope: EventScope): Promise<AllRows> {
	const all: AllRows = new Map();
	for (const [name, part] of partsOf(services)) all.set(name, await part.read(tx, scope));
	return all;
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
