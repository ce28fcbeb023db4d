import type { DbOrTx, Tx } from '#server/db/client.ts';
import type { ChangeInverse } from '#server/db/tables/events.ts';
import type { EventScope } from '#server/domain/event-scope.ts';

/** A row as JSON, by the names of its columns. */
export type JsonRow = Record<string, unknown>;

/** The rows of a part by their path: `ticket.{id}`. */
export type PartRows = Map<string, { subject: string; values: JsonRow }>;

/** What an edit did to a field (`ticket.{id}.name`) or to a whole row (`ticket.{id}`). */
export interface RowChange {
	part: string;
	path: string;
	subject: string;
	before: unknown;
	after: unknown;
	inverse: ChangeInverse;
}

/** Rows of an event that edits change and undo restores. Modules to the right of events bring their own with their event part. */
export interface EditedRows<Services> {
	/** The event is locked. Versions and times of the last change are left out. */
	read(tx: Tx, scope: EventScope): Promise<PartRows>;
	/** The same of many events of one organisation at once, without locks, by their ids. What a series knows of its dates is read so. */
	readMany?(db: DbOrTx, organisationId: string, eventIds: readonly string[]): Promise<Map<string, PartRows>>;
	/**
	 * Takes changes back: sets fields to `before`, deletes added rows, inserts deleted ones under their old ids. The event is locked.
	 * @throws BUSINESS_RULE_VIOLATION where what was sold since does not allow it
	 */
	restore(services: Services, tx: Tx, scope: EventScope, changes: readonly RowChange[]): Promise<void>;
	/**
	 * The same of several events of one organisation, which were made in this transaction and have no rows of this part yet: every change
	 * inserts a row. Left out: they are restored one by one.
	 */
	insertMany?(
		services: Services,
		tx: Tx,
		organisationId: string,
		changes: ReadonlyMap<string, readonly RowChange[]>,
	): Promise<void>;
	/** Locks what edits of several events change, in the order of ids, so that no two who change several wait for each other. */
	hold?(tx: Tx, organisationId: string, eventIds: readonly string[]): Promise<void>;
	/**
	 * Edits one row as its own endpoint does.
	 * @param changes the body of that endpoint, checked
	 */
	edit?(services: Services, tx: Tx, scope: EventScope, id: string, changes: unknown): Promise<void>;
}

export type AllRows = Map<string, PartRows>;

/** Fields of which only that they changed is stored. */
const secretFields = new Set(['passwordHash']);
/** Fields that name a file: the former one is deleted with the change. */
const fileFields = new Set(['coverFile']);
export const changedSecret = { changed: true } as const;

/** What changed between two readings. */
export function compareRows(before: AllRows, after: AllRows): RowChange[] {
	const changes: RowChange[] = [];
	for (const [part, rows] of after) {
		const known = before.get(part) ?? new Map();
		for (const [path, row] of rows) {
			const former = known.get(path);
			if (former) changes.push(...compareFields(part, path, row, former.values));
			else
				changes.push({
					part,
					path,
					subject: row.subject,
					before: null,
					after: row.values,
					inverse: { do: 'delete' },
				});
		}
		for (const [path, row] of known)
			if (!rows.has(path))
				changes.push({
					part,
					path,
					subject: row.subject,
					before: row.values,
					after: null,
					inverse: { do: 'insert' },
				});
	}
	return changes;
}

function compareFields(
	part: string,
	path: string,
	{ subject, values }: { subject: string; values: JsonRow },
	former: JsonRow,
): RowChange[] {
	return Object.keys(values)
		.filter((field) => !isSameJson(values[field], former[field]))
		.map((field): RowChange => {
			const change = { part, path: `${path}.${field}`, subject };
			if (secretFields.has(field))
				return {
					...change,
					before: changedSecret,
					after: changedSecret,
					inverse: former[field] === null ? { do: 'set', value: null } : { do: 'none' },
				};
			const isGone = fileFields.has(field) && former[field] !== null;
			return {
				...change,
				before: former[field],
				after: values[field],
				inverse: isGone ? { do: 'none' } : { do: 'set' },
			};
		});
}

/** The value that undo gives a field. */
export const formerValue = ({ before, inverse }: Pick<RowChange, 'before' | 'inverse'>): unknown =>
	'value' in inverse ? inverse.value : before;

/** Whether two values are the same as JSON; keys may come in any order, since the database sorts them. */
export function isSameJson(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
	if (Array.isArray(a) !== Array.isArray(b)) return false;
	const [left, right] = [a as JsonRow, b as JsonRow];
	const keys = Object.keys(left);
	return keys.length === Object.keys(right).length && keys.every((key) => isSameJson(left[key], right[key]));
}

/** The last segment of a path that names a field. */
export const fieldOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Columns of a row as JSON. */
export function jsonRow<R extends object>(row: R, columns: readonly (keyof R & string)[]): JsonRow {
	return Object.fromEntries(
		columns.map((name) => {
			const value = row[name];
			return [name, value instanceof Date ? value.toISOString() : (value ?? null)];
		}),
	);
}

/** Values of JSON as columns; those named in `instants` become dates. */
export function columnsOf(values: JsonRow, instants: readonly string[]): JsonRow {
	return Object.fromEntries(
		Object.entries(values).map(([name, value]) => [
			name,
			instants.includes(name) && typeof value === 'string' ? new Date(value) : value,
		]),
	);
}

/** The value of a field, or the whole row, that a path names; undefined: there is no such row. */
export function valueAt(all: AllRows, path: string): unknown {
	const [kind = '', second = '', third] = path.split('.');
	for (const rows of all.values()) {
		const row = rows.get(path);
		if (row) return row.values;
		const [of, field] = kind === 'event' ? ['event', second] : [`${kind}.${second}`, third];
		if (field === undefined) continue;
		const values = rows.get(of)?.values;
		if (values) return values[field];
	}
	return undefined;
}
