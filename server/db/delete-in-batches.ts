import type pg from 'pg';

/**
 * Deletes many rows a few thousand at a time, so that no statement runs into its time limit or holds its locks for long.
 * Table and condition are constants of the code; values go into `values`.
 * @returns how many rows are gone
 */
export async function deleteInBatches(
	pool: pg.Pool,
	from: { table: string; where: string; values?: unknown[] },
	batchSize = 5_000,
): Promise<number> {
	let gone = 0;
	for (;;) {
		const { rowCount } = await pool.query(
			// The condition again: a place in a table that is partitioned is a place in each part.
			`DELETE FROM ${from.table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${from.table} WHERE ${from.where} LIMIT ${batchSize}))
				AND ${from.where}`,
			from.values,
		);
		gone += rowCount ?? 0;
		if ((rowCount ?? 0) < batchSize) return gone;
	}
}
