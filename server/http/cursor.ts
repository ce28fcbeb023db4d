import { AppError } from '#shared/errors/app-error.ts';

/** Writes the place where a page ended as an opaque text. */
export function encodeCursor(parts: string[]): string {
	return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * Reads a cursor back; anything that `encodeCursor` did not make is refused.
 * @param lengths how many parts it may have
 */
export function decodeCursor(cursor: string, ...lengths: number[]): string[] {
	try {
		const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
		if (
			Array.isArray(parts) &&
			lengths.includes(parts.length) &&
			parts.every((part) => typeof part === 'string')
		)
			return parts;
	} catch {
		// Falls through to the refusal.
	}
	throw new AppError('VALIDATION_INVALID_FORMAT', {
		message: 'This cursor is not one of ours. Ask for the first page again.',
	});
}

/**
 * One page of a list that was read with one row more than it may show.
 * @param placeOf what the list is ordered by, of one row: the next page begins after the last row's
 */
export function pageOf<Row, Shown>(
	rows: Row[],
	limit: number,
	present: (row: Row) => Shown,
	placeOf: (row: Row) => (string | Date)[],
): { data: Shown[]; nextCursor: string | null } {
	const page = rows.slice(0, limit);
	const place = rows.length > limit ? placeOf(page.at(-1) as Row) : null;
	return {
		data: page.map((row) => present(row)),
		nextCursor:
			place && encodeCursor(place.map((part) => (part instanceof Date ? part.toISOString() : part))),
	};
}

/** Reads a list to its end, page by page: memory stays flat. */
export async function* eachPage<Item>(
	read: (cursor: string | undefined) => Promise<{ data: Item[]; nextCursor: string | null }>,
): AsyncGenerator<Item[]> {
	let cursor: string | undefined;
	do {
		const page = await read(cursor);
		yield page.data;
		cursor = page.nextCursor ?? undefined;
	} while (cursor);
}
