import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';

/**
 * Deletes the answers of deleted orders. Called after the orders are deleted, in the same transaction: an open answer holds their lock
 * until then.
 */
export async function forgetAnswers(tx: Tx, scope: EventScope, orderIds: string[]): Promise<void> {
	await tx.execute(sql`
		DELETE FROM answers
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND order_id = ANY(${plainArray(orderIds)}::uuid[])`);
	await tx.execute(sql`
		DELETE FROM answer_files
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND order_id = ANY(${plainArray(orderIds)}::uuid[])`);
}

/**
 * Removes what a person answered: on these tickets, and for these orders as a whole. Files go with their answers, and so do those that
 * were uploaded for the orders of these tickets and answer nothing yet: they may be the person's.
 */
export async function eraseAnswers(
	tx: Tx,
	scope: EventScope,
	{ attendeeIds, orderIds }: { attendeeIds: string[]; orderIds: string[] },
): Promise<void> {
	const ofEvent = sql`organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}`;
	await tx.execute(
		sql`DELETE FROM answers WHERE ${ofEvent} AND attendee_id = ANY(${plainArray(attendeeIds)}::uuid[])`,
	);
	await tx.execute(
		sql`DELETE FROM answers WHERE ${ofEvent} AND attendee_id IS NULL AND order_id = ANY(${plainArray(orderIds)}::uuid[])`,
	);
	await tx.execute(sql`
		DELETE FROM answer_files WHERE ${ofEvent} AND order_id IN (
			SELECT a.order_id FROM attendees a WHERE a.organisation_id = ${scope.organisationId} AND a.event_id = ${scope.eventId}
				AND a.id = ANY(${plainArray(attendeeIds)}::uuid[])
			UNION SELECT unnest(${plainArray(orderIds)}::uuid[])
		) AND (attendee_id = ANY(${plainArray(attendeeIds)}::uuid[]) OR attendee_id IS NULL
			AND (expires_at IS NOT NULL OR order_id = ANY(${plainArray(orderIds)}::uuid[])))`);
}
