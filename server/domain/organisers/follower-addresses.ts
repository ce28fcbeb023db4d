import { and, eq, inArray } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { followers } from '#server/db/tables/organisers.ts';

/** Those of some addresses (keys of `emailKey`) that follow an organisation and confirmed it. */
export async function findConfirmedFollowers(
	db: DbOrTx,
	organisationId: string,
	emailKeys: readonly string[],
): Promise<Set<string>> {
	if (emailKeys.length === 0) return new Set();
	const rows = await db
		.select({ emailKey: followers.emailKey })
		.from(followers)
		.where(
			and(
				eq(followers.organisationId, organisationId),
				inArray(followers.emailKey, [...emailKeys]),
				eq(followers.state, 'confirmed'),
			),
		);
	return new Set(rows.map((row) => row.emailKey));
}
