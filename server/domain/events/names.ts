import { and, eq, inArray } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { names } from '#server/db/tables/events.ts';
import { withSuffix } from './slug.ts';

/** A name was taken by another event, also one that was taken this moment. */
export const isNameTaken = (error: unknown) => isUniqueViolation(error, 'names_pkey');

/** Which of these slugs lead to an event, or once did: a former slug goes on leading to its event. */
export async function takenSlugs(db: DbOrTx, slugs: readonly string[]): Promise<Set<string>> {
	if (slugs.length === 0) return new Set();
	const rows = await db
		.select({ name: names.name })
		.from(names)
		.where(and(eq(names.kind, 'event'), inArray(names.name, [...slugs])));
	return new Set(rows.map(({ name }) => name));
}

/** The slug where it is free, else one like it that is. Who takes it in the same moment is refused by the database. */
export async function freeSlug(db: DbOrTx, made: string): Promise<string> {
	const wishes = [made, ...Array.from({ length: 4 }, () => withSuffix(made))];
	const taken = await takenSlugs(db, wishes);
	return wishes.find((slug) => !taken.has(slug)) ?? withSuffix(made, 8);
}

/** Inserts events; null when one of their slugs or codes was taken this moment, and then nothing is written. */
export async function insertNamed<T>(tx: Tx, insert: (tx: Tx) => Promise<T>): Promise<T | null> {
	try {
		return await tx.transaction(insert);
	} catch (error) {
		if (isNameTaken(error)) return null;
		throw error;
	}
}
