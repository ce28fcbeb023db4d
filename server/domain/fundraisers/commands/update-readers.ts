import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';

export type UpdateScope = EventScope & { updateId: string };

const readersAtOnce = 500;

/**
 * Updates with emails that are not queued yet, the oldest first.
 * @param isOther SQL: which updates, by `u.id`
 */
export async function findDueUpdates(
	{ database }: Services,
	isOther: string,
	without: readonly string[],
): Promise<UpdateScope[]> {
	const { rows } = await database.pool.query<UpdateScope>({
		name: 'fundraisers.due-updates',
		text: `SELECT u.organisation_id AS "organisationId", u.event_id AS "eventId", u.id AS "updateId" FROM fundraiser_updates u
			WHERE u.is_email_due AND u.organisation_id <> ALL ($1::uuid[]) AND ${isOther} ORDER BY u.id LIMIT 20`,
		values: [without],
	});
	return rows;
}

/** Takes the emails of an update. @returns false: another worker has, or it was removed */
export async function claimUpdateEmails(tx: Tx, { organisationId, updateId }: UpdateScope): Promise<boolean> {
	const { rows } = await tx.execute<{ id: string }>(sql`
		UPDATE fundraiser_updates SET is_email_due = false
		WHERE organisation_id = ${organisationId} AND id = ${updateId} AND is_email_due RETURNING id`);
	return rows.length > 0;
}

interface Reader extends Record<string, unknown> {
	/** Of the donation. */
	id: string;
	email: string;
	locale: string;
}

/** Donors who subscribed to the updates of a fundraiser and whose donation was not refunded whole, in batches; a donor may appear more than once. */
export async function* everyUpdateReader(tx: Tx, scope: EventScope): AsyncGenerator<Reader[]> {
	let after: string | null = null;
	for (;;) {
		const rows = await readReaders(tx, scope, after);
		if (rows.length > 0) yield rows;
		after = rows.at(-1)?.id ?? null;
		if (rows.length < readersAtOnce) return;
	}
}

async function readReaders(
	tx: Tx,
	{ organisationId, eventId }: EventScope,
	after: string | null,
): Promise<Reader[]> {
	const { rows } = await tx.execute<Reader>(sql`
		SELECT d.id, d.donor_email AS email, o.locale FROM donations d
		JOIN orders o ON o.organisation_id = d.organisation_id AND o.event_id = d.event_id AND o.id = d.order_id
		WHERE d.organisation_id = ${organisationId} AND d.event_id = ${eventId} AND d.wants_updates AND d.donor_email <> ''
			AND d.refunded_minor < d.amount_minor AND (${after}::uuid IS NULL OR d.id > ${after}::uuid)
		ORDER BY d.id LIMIT ${readersAtOnce}`);
	return rows;
}
