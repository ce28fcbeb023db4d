import { type SQL, sql } from 'drizzle-orm';

/** Hand-written SQL of a hot path: the name makes it a prepared statement of each connection, `$1` … are its values. */
export interface Statement {
	name: string;
	text: string;
}

/** The same text for a running transaction of the query layer; values may be used more than once. */
export function bindStatement(statement: Statement, values: readonly unknown[]): SQL {
	const parts = statement.text.split(/\$(\d+)/);
	const chunks: SQL[] = [];
	for (const [index, part] of parts.entries()) {
		chunks.push(index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`);
	}
	return sql.join(chunks);
}

/** An array parameter of values that need no quotes: uuids, numbers, booleans, instants. Cheaper than the driver's own writing. */
export function plainArray(values: readonly (string | number | boolean | null)[]): string {
	return `{${values.includes(null) ? values.map((value) => value ?? 'NULL').join(',') : values.join(',')}}`;
}

/** A select list of SQL expressions by property. */
export function selectList(columns: Readonly<Record<string, string>>): string {
	return Object.entries(columns)
		.map(([name, expression]) => `${expression} AS "${name}"`)
		.join(', ');
}

/** A JSON object of SQL expressions by property. */
export function jsonObject(columns: Readonly<Record<string, string>>): string {
	const entries = Object.entries(columns).map(([name, expression]) => `'${name}', ${expression}`);
	return `json_build_object(${entries.join(', ')})`;
}

const special = /["\\]/;

/** An array parameter of texts. */
export function textArray(values: readonly (string | null)[]): string {
	return `{${values.map((value) => (value === null ? 'NULL' : `"${special.test(value) ? value.replaceAll(/["\\]/g, '\\$&') : value}"`)).join(',')}}`;
}

/** An array parameter of bytes, written as hexadecimal digits. */
export function bytesArray(values: readonly (string | null)[]): string {
	return `{${values.map((value) => (value === null ? 'NULL' : `"\\\\x${value}"`)).join(',')}}`;
}

/** How the values of a column are written; `code` is text of letters and digits, which needs no quotes. */
const arrayKinds = {
	uuid: { type: 'uuid', write: plainArray },
	int: { type: 'int', write: plainArray },
	bigint: { type: 'bigint', write: plainArray },
	numeric: { type: 'numeric', write: plainArray },
	bool: { type: 'bool', write: plainArray },
	code: { type: 'text', write: plainArray },
	instant: { type: 'timestamptz', write: plainArray },
	text: { type: 'text', write: textArray },
	bytea: { type: 'bytea', write: bytesArray },
} as const;
type ArrayKind = keyof typeof arrayKinds;
type ValueOf<Kind extends ArrayKind> = Parameters<(typeof arrayKinds)[Kind]['write']>[0][number];

/** A column of rows that a statement takes as one array for each column. */
type ArrayColumn<Row> = {
	[Kind in ArrayKind]: readonly [name: string, kind: Kind, read: (row: Row) => ValueOf<Kind>];
}[ArrayKind];

/**
 * Rows as parameters of a statement, one array for each column: `unnest` makes rows of them again.
 * @param first the number of the first parameter
 */
export function arrayRows<Row>(first: number, alias: string, columns: readonly ArrayColumn<Row>[]) {
	const parameters = columns.map(([, kind], index) => `$${first + index}::${arrayKinds[kind].type}[]`);
	return {
		/** The array of a column by itself. */
		column: (wanted: string) => parameters[columns.findIndex(([name]) => name === wanted)],
		/** For FROM. */
		from: `unnest(${parameters.join(', ')})\n\t\tAS ${alias}(${columns.map(([name]) => name).join(', ')})`,
		/** The number of the parameter after these. */
		next: first + columns.length,
		values(rows: readonly Row[]): string[] {
			return columns.map(([, kind, read]) => {
				const write = arrayKinds[kind].write as (values: readonly unknown[]) => string;
				return write(rows.map(read));
			});
		},
	};
}

/**
 * A new id, for rows that a statement makes by itself: a UUID of version 7 as `newId` makes them, so that ids go by time.
 * PostgreSQL has `uuidv7()` only since 18; this works on all versions that Foyer works on.
 */
export const newIdSql = `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
	PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid`;
