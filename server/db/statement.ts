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

const special = /["\\]/;

/** An array parameter of texts. */
export function textArray(values: readonly (string | null)[]): string {
	return `{${values.map((value) => (value === null ? 'NULL' : `"${special.test(value) ? value.replaceAll(/["\\]/g, '\\$&') : value}"`)).join(',')}}`;
}

/** An array parameter of bytes, written as hexadecimal digits. */
export function bytesArray(values: readonly (string | null)[]): string {
	return `{${values.map((value) => (value === null ? 'NULL' : `"\\\\x${value}"`)).join(',')}}`;
}

/**
 * A new id, for rows that a statement makes by itself: a UUID of version 7 as `newId` makes them, so that ids go by time.
 * PostgreSQL has `uuidv7()` only since 18; this works on all versions that Foyer works on.
 */
export const newIdSql = `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
	PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid`;
