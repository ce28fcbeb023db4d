import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';

/** Owners of an organisation who can log in: recipients of notifications about the organisation. */
export async function listOwners(
	db: DbOrTx,
	organisationId: string,
): Promise<{ id: string; email: string }[]> {
	const { rows } = await db.execute<{ id: string; email: string }>(
		sql`SELECT u.id, u.email FROM memberships m JOIN users u ON u.id = m.user_id
			WHERE m.organisation_id = ${organisationId} AND m.role = 'owner' AND u.disabled_at IS NULL`,
	);
	return rows;
}
