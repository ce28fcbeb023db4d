import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';

/** Removes what members noted at payments, refunds and differences of orders whose buyer is erased; the books need none of it. */
export async function forgetNotes(
	tx: Tx,
	{ organisationId, subjectIds }: { organisationId: string; subjectIds: readonly string[] },
): Promise<void> {
	const noted = sql`organisation_id = ${organisationId} AND subject_id = ANY(${plainArray(subjectIds)}::uuid[]) AND note <> ''`;
	await tx.execute(sql`UPDATE payments SET note = '' WHERE ${noted}`);
	await tx.execute(sql`UPDATE refunds SET note = '' WHERE ${noted}`);
	await tx.execute(sql`
		UPDATE balance_items SET note = '' WHERE organisation_id = ${organisationId} AND note <> '' AND matched_id IN (
			SELECT id FROM payments WHERE organisation_id = ${organisationId} AND subject_id = ANY(${plainArray(subjectIds)}::uuid[])
			UNION SELECT id FROM refunds WHERE organisation_id = ${organisationId} AND subject_id = ANY(${plainArray(subjectIds)}::uuid[]))`);
}
