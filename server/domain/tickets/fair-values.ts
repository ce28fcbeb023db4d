import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';

/** Whether tickets of an event may have a fair value: its organisation issues donation receipts, or its fundraiser is live. */
export async function takesFairValues(db: DbOrTx, { organisationId, eventId }: EventScope): Promise<boolean> {
	const { rows } = await db.execute<{ takes: boolean }>(sql`
		SELECT takes_gifts OR EXISTS (SELECT FROM gift_receipt_settings WHERE organisation_id = ${organisationId}) AS takes
		FROM events WHERE organisation_id = ${organisationId} AND id = ${eventId}`);
	return rows[0]?.takes === true;
}

/** Refuses a fair value where no part of a price can be a donation. One that is there stays. @throws VALIDATION_FAILED */
export async function requireFairValues(
	db: DbOrTx,
	scope: EventScope,
	{ before, after }: { before: number | null; after: number | null },
): Promise<void> {
	if (after === null || after === before || (await takesFairValues(db, scope))) return;
	throw fieldError(
		'fairValueMinor',
		message`Set up donation receipts or publish a fundraiser first. Then part of a price can be a donation.`,
	);
}
