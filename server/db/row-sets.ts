import { getTableColumns, type InferInsertModel, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './client.ts';

/** Rows as one parameter; the table's own row type says how the database reads each column. All rows have the same properties. */
function rowSet(table: PgTable, rows: readonly object[]): { columns: Map<string, string>; from: SQL } {
	const all = getTableColumns(table);
	const columns = new Map(
		Object.keys(rows[0] ?? {}).map((property) => [property, all[property]?.name ?? property]),
	);
	const named = rows.map((row) =>
		Object.fromEntries(Object.entries(row).map(([property, value]) => [columns.get(property), value])),
	);
	return {
		columns,
		from: sql`jsonb_populate_recordset(NULL::${table}, ${JSON.stringify(named)}::jsonb) AS n`,
	};
}

/** Inserts any number of rows by one statement with one parameter; rows that are there already stay as they are. */
export async function insertRows<Table extends PgTable>(
	tx: Tx,
	table: Table,
	rows: readonly InferInsertModel<Table>[],
	onConflict: 'fail' | 'skip' = 'fail',
): Promise<void> {
	if (rows.length === 0) return;
	const { columns, from } = rowSet(table, rows);
	const names = sql.raw([...columns.values()].join(', '));
	const conflict = sql.raw(onConflict === 'skip' ? 'ON CONFLICT DO NOTHING' : '');
	await tx.execute(sql`INSERT INTO ${table} (${names}) SELECT ${names} FROM ${from} ${conflict}`);
}

/**
 * Sets columns of many rows by one statement.
 * @param keys the properties by which a row is found
 * @param also one more assignment
 */
export async function updateRows<Table extends PgTable>(
	tx: Tx,
	table: Table,
	keys: readonly (keyof InferInsertModel<Table>)[],
	rows: readonly Partial<InferInsertModel<Table>>[],
	also?: SQL,
): Promise<void> {
	if (rows.length === 0) return;
	const { columns, from } = rowSet(table, rows);
	const set: SQL[] = also ? [also] : [];
	const where: SQL[] = [];
	for (const [property, column] of columns) {
		const name = sql.raw(column);
		if ((keys as readonly string[]).includes(property)) where.push(sql`o.${name} = n.${name}`);
		else set.push(sql`${name} = n.${name}`);
	}
	await tx.execute(
		sql`UPDATE ${table} o SET ${sql.join(set, sql`, `)} FROM ${from} WHERE ${sql.join(where, sql` AND `)}`,
	);
}
