import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { giftAidClaims } from '#server/db/tables/fundraisers.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { GiftAidClaim } from '#shared/contracts/gift-aid.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { giftAidTax, SCHEDULE_ROWS } from '#shared/rules/gift-aid.ts';
import type { PageQuery } from '../donation-rows.ts';

type ClaimRow = typeof giftAidClaims.$inferSelect;

/** A claim as answers show it. */
export function presentClaim(row: ClaimRow): GiftAidClaim {
	const { id, isTest, gifts, amountMinor, returnedMinor } = row;
	return {
		...{ id, isTest, gifts, amountMinor, returnedMinor },
		taxMinor: giftAidTax(amountMinor),
		returnedTaxMinor: giftAidTax(returnedMinor),
		parts: Math.ceil(row.scheduleRows / SCHEDULE_ROWS),
		createdAt: row.createdAt.toISOString(),
	};
}

/** @throws not-found */
export async function getClaim(
	db: DbOrTx,
	{ organisationId, claimId }: { organisationId: string; claimId: string },
): Promise<ClaimRow> {
	const [row] = await db
		.select()
		.from(giftAidClaims)
		.where(and(eq(giftAidClaims.organisationId, organisationId), eq(giftAidClaims.id, claimId)));
	if (!row) throw notFound('Claim');
	return row;
}

/** A page of an organisation’s claims, newest first. */
export async function listClaims(
	services: Services,
	organisationId: string,
	{ limit, cursor }: PageQuery,
): Promise<{ data: GiftAidClaim[]; nextCursor: string | null }> {
	const [after] = cursor ? decodeCursor(cursor, 1) : [];
	const rows = await services.database.db
		.select()
		.from(giftAidClaims)
		.where(
			and(
				eq(giftAidClaims.organisationId, organisationId),
				after ? lt(giftAidClaims.id, sql`${after}::uuid`) : undefined,
			),
		)
		.orderBy(desc(giftAidClaims.id))
		.limit(limit + 1);
	return pageOf(rows, limit, presentClaim, ({ id }) => [id]);
}
