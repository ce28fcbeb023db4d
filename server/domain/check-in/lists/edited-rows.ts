import {
	type EditedRows,
	fieldOf,
	formerValue,
	type JsonRow,
	type PartRows,
} from '#server/domain/events/changes/rows.ts';
import type { EventPart } from '#server/domain/events/plan/event-part.ts';
import type { Services } from '#server/services.ts';
import { writeGate } from './edit-gates.ts';
import { addList, blank, changeList, iso, removeList, requireEditable } from './edit-lists.ts';
import { listGates } from './gates.ts';
import { type ListRules, readLists } from './lists.ts';

const listValues = ({ opensAtMs, closesAtMs, ...list }: ListRules): JsonRow => ({
	name: list.name,
	ticketTypeIds: list.ticketTypeIds,
	opensAt: iso(opensAtMs),
	closesAt: iso(closesAtMs),
	countsExits: list.countsExits,
	allowsReentry: list.allowsReentry,
});

/** `list.{id}` and `gate.{id}`. Undo is an edit like another: what prevents the edit prevents it too. */
const doorRows: EditedRows<Services> = {
	async read(tx, scope) {
		const rows: PartRows = new Map();
		for (const list of await readLists(tx, scope))
			rows.set(`list.${list.id}`, { subject: list.name, values: listValues(list) });
		for (const { id, name } of await listGates(tx, scope))
			rows.set(`gate.${id}`, { subject: name, values: { name } });
		return rows;
	},
	async restore(services, tx, scope, changes) {
		await requireEditable(services, tx, scope);
		for (const [path, own] of Map.groupBy(changes, (change) => change.path.split('.', 2).join('.'))) {
			const [kind, id = ''] = path.split('.');
			const [{ inverse, before }] = own as [(typeof own)[number]];
			const former = Object.fromEntries(own.map((change) => [fieldOf(change.path), formerValue(change)]));
			if (kind === 'gate') {
				if (inverse.do === 'insert') await writeGate(tx, scope, id, {}, true);
				else await writeGate(tx, scope, id, inverse.do === 'delete' ? { isDeleted: true } : former);
			} else if (inverse.do === 'insert') {
				const list = before as JsonRow & { name: string };
				await addList(tx, scope, { ...blank, name: list.name, id, isDefault: false }, list);
			} else if (inverse.do === 'delete') await removeList(tx, scope, id);
			else await changeList(services, tx, scope, id, former);
		}
	},
};

/** Check-in lists and gates: their history. Copies of an event begin with the list that every event has. */
export const doorPart: EventPart<Services> = {
	name: 'lists',
	rows: doorRows,
	capture: async () => ({}),
	apply: async () => {},
};
