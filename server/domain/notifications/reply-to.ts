import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { findReplyTo } from '../settings/queries.ts';

/**
 * Where replies to a message go: to the organisation's address for replies, without one to its author, as long as they are a member with a
 * confirmed address. Their name is the organisation's.
 * @param authorId null: a rule wrote it
 * @returns null: nowhere
 */
export async function findMessageReplyTo(
	db: DbOrTx,
	organisationId: string,
	authorId: string | null,
): Promise<{ name: string; address: string } | null> {
	const own = await findReplyTo(db, organisationId);
	if (own || authorId === null) return own;
	const { rows } = await db.execute<{ name: string; address: string }>(sql`
		SELECT o.name, u.email AS address FROM memberships m JOIN users u ON u.id = m.user_id
		JOIN organisations o ON o.id = m.organisation_id
		WHERE m.organisation_id = ${organisationId} AND m.user_id = ${authorId} AND u.disabled_at IS NULL
			AND u.email_verified_at IS NOT NULL`);
	return rows[0] ?? null;
}
