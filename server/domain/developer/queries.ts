import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { memberships, organisations, users } from '#server/db/tables/accounts.ts';
import { apiKeys, apiRequests } from '#server/db/tables/developer.ts';
import { decodeCursor } from '#server/http/cursor.ts';
import { notFound } from '#shared/errors/app-error.ts';

const columns = {
	key: apiKeys,
	makerName: sql<string>`coalesce(trim(concat(${users.firstName}, ' ', ${users.lastName})), '')`,
	hasMaker: sql<boolean>`${memberships.userId} IS NOT NULL`,
};

const select = (db: DbOrTx) =>
	db
		.select(columns)
		.from(apiKeys)
		.leftJoin(users, eq(users.id, apiKeys.createdBy))
		.leftJoin(
			memberships,
			and(eq(memberships.userId, apiKeys.createdBy), eq(memberships.organisationId, apiKeys.organisationId)),
		);

export type KeyRow = Awaited<ReturnType<typeof listApiKeys>>[number];

/** All stored keys of an organisation, newest first. */
export function listApiKeys(db: DbOrTx, organisationId: string) {
	return select(db).where(eq(apiKeys.organisationId, organisationId)).orderBy(desc(apiKeys.id)).limit(500);
}

/** @throws not-found */
export async function getApiKey(
	db: DbOrTx,
	scope: { organisationId: string; keyId: string },
): Promise<KeyRow> {
	const [row] = await select(db).where(
		and(eq(apiKeys.organisationId, scope.organisationId), eq(apiKeys.id, scope.keyId)),
	);
	if (!row) throw notFound('API key');
	return row;
}

/** Calls by API keys, newest first. Returns one more than `limit` if there are more. */
export function listApiRequests(
	db: DbOrTx,
	organisationId: string,
	query: {
		key?: string | undefined;
		outcome?: 'failed' | undefined;
		cursor?: string | undefined;
		limit: number;
	},
) {
	const [before] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	return db
		.select()
		.from(apiRequests)
		.where(
			and(
				eq(apiRequests.organisationId, organisationId),
				query.key ? eq(apiRequests.apiKeyId, query.key) : undefined,
				query.outcome ? gte(apiRequests.status, 400) : undefined,
				before ? lt(apiRequests.id, before) : undefined,
			),
		)
		.orderBy(desc(apiRequests.id))
		.limit(query.limit + 1);
}

export async function getOrganisationName(db: DbOrTx, organisationId: string) {
	const [row] = await db
		.select({ id: organisations.id, name: organisations.name, slug: organisations.slug })
		.from(organisations)
		.where(eq(organisations.id, organisationId));
	if (!row) throw notFound('Organisation');
	return row;
}
