import { and, eq } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import {
	type donationMatches,
	donations,
	fundraisers,
	type fundraiserUpdates,
} from '#server/db/tables/fundraisers.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { notFound } from '#shared/errors/app-error.ts';

export type FundraiserRow = typeof fundraisers.$inferSelect;
export type DonationRow = typeof donations.$inferSelect;
export type MatchRow = typeof donationMatches.$inferSelect;
export type UpdateRow = typeof fundraiserUpdates.$inferSelect;

export const ofFundraiser = (scope: EventScope) => isOfEvent(fundraisers, scope);

export async function findFundraiser(db: DbOrTx, scope: EventScope): Promise<FundraiserRow | null> {
	const [row] = await db.select().from(fundraisers).where(ofFundraiser(scope));
	return row ?? null;
}

/** Holds the fundraiser of an event: whoever changes it, or what it has raised, waits. */
export async function lockFundraiser(tx: Tx, scope: EventScope): Promise<FundraiserRow | null> {
	const [row] = await tx.select().from(fundraisers).where(ofFundraiser(scope)).for('no key update');
	return row ?? null;
}

/** @throws not-found */
export async function getDonation(
	db: DbOrTx,
	scope: EventScope & { donationId: string },
): Promise<DonationRow> {
	const [row] = await db
		.select()
		.from(donations)
		.where(and(isOfEvent(donations, scope), eq(donations.id, scope.donationId)));
	if (!row) throw notFound('Donation');
	return row;
}
