import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { type Listener, listen } from '../facts.ts';

/** Listeners of check-in, in the transaction of the change. */
export const checkInListeners: Listener[] = [
	listen({
		fact: 'questions.answered',
		// Devices are sent that these guests need no question any more; an answer of the order may decide it for all of them.
		async inTransaction(tx, { organisationId, eventId, payload }) {
			await tx.execute(sql`
				INSERT INTO door_changes (organisation_id, event_id, attendee_id)
				SELECT a.organisation_id, a.event_id, a.id FROM attendees a
				WHERE a.organisation_id = ${organisationId} AND a.event_id = ${eventId} AND a.order_id = ${payload.orderId}
					AND EXISTS (
						SELECT FROM questions q
						WHERE q.organisation_id = ${organisationId} AND q.event_id = ${eventId} AND q.is_asked_at_door AND q.archived_at IS NULL
					)
				ORDER BY a.id`);
		},
	}),
	listen({
		fact: 'orders.guest-erased',
		inTransaction: (tx, { organisationId, payload }) => forgetWords(tx, organisationId, payload.attendeeIds),
	}),
	listen({
		fact: 'orders.account-erased',
		inTransaction: (tx, { organisationId, payload }) => forgetWords(tx, organisationId, payload.attendeeIds),
	}),
];

/** When somebody came in, and how it was decided, stays; what was typed beside it may name them. */
async function forgetWords(tx: Tx, organisationId: string | null, attendeeIds: string[]): Promise<void> {
	const own = sql`organisation_id = ${organisationId} AND attendee_id = ANY(${plainArray(attendeeIds)}::uuid[])`;
	await tx.execute(sql`
		UPDATE check_ins SET scanned_text = '', settled_note = '', annulled_reason = ''
		WHERE ${own} AND (scanned_text, settled_note, annulled_reason) <> ('', '', '')`);
	await tx.execute(sql`UPDATE check_in_undos SET reason = '' WHERE ${own} AND reason <> ''`);
}
