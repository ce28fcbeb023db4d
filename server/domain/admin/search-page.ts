import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';

/** Filters of lists for administrators. */
export interface Page {
	q?: string | undefined;
	limit: number;
	cursor?: string | undefined;
}

/**
 * A page of rows, the newest first: ids are made in order.
 * @param from.found SQL: what a search must find; `use` makes a value a parameter of the statement
 */
export async function readPage<Row extends { id: string }, Shown>(
	{ database }: Services,
	page: Page,
	from: { select: string; id: string; where: string; found(use: (value: string) => string): string },
	present: (row: Row) => Shown,
) {
	const [after] = page.cursor ? decodeCursor(page.cursor, 1) : [null];
	const values: unknown[] = [after, page.limit + 1];
	const found = from.found((value) => `$${values.push(value)}`);
	const { rows } = await database.pool.query<Row>(
		`${from.select} WHERE ${from.where} AND ($1::uuid IS NULL OR ${from.id} < $1) AND (${found})
		ORDER BY ${from.id} DESC LIMIT $2`,
		values,
	);
	return pageOf(rows, page.limit, present, (row) => [row.id]);
}
