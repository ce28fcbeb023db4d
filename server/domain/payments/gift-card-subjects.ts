import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';

/** What belongs to no event and was paid for: some of them are purchases of gift cards. */
interface OfSubject {
	subjectId: string | null;
	eventId: string | null;
}

/** Whether a row is of a purchase of gift cards, for a page of them. */
export async function findGiftCardSubjects(
	db: DbOrTx,
	organisationId: string,
	rows: readonly OfSubject[],
): Promise<(row: OfSubject) => boolean> {
	const ids = rows.flatMap(({ subjectId, eventId }) =>
		eventId === null && subjectId !== null ? [subjectId] : [],
	);
	if (ids.length === 0) return () => false;
	const { rows: found } = await db.execute<{ id: string }>(sql`
		SELECT DISTINCT subject_id AS id FROM payments
		WHERE organisation_id = ${organisationId} AND subject_id = ANY(${plainArray(ids)}::uuid[]) AND subject_kind = 'gift_cards'`);
	const known = new Set(found.map(({ id }) => id));
	return ({ subjectId }) => subjectId !== null && known.has(subjectId);
}
