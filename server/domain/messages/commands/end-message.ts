import { and, eq, sql } from 'drizzle-orm';
import { guestMessages } from '#server/db/tables/messages.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { getMessageRow, type MessageRow } from '../message-rows.ts';
import type { MessagePlace } from '../place.ts';
import { save } from './write-message.ts';

/**
 * Cancels a message. If it is being sent, emails already in the outbox are still sent and the others are not. Repeating it changes
 * nothing.
 * @throws `cannot-cancel-message`
 */
export async function cancelMessage(
	services: Services,
	place: MessagePlace,
	messageId: string,
): Promise<MessageRow> {
	return services.database.transaction(async (tx) => {
		const row = await getMessageRow(tx, place, messageId, { isLocked: true });
		if (row.state === 'cancelled') return row;
		if (row.state === 'sent' || row.state === 'refused')
			throw ruleViolation(
				'cannot-cancel-message',
				row.state === 'sent'
					? message`This message was sent. Write to your guests again to correct it.`
					: message`This message was refused, so it isn’t sent. Delete it instead.`,
				{ state: row.state },
			);
		if (row.state === 'sending')
			await tx.execute(sql`
				UPDATE guest_message_recipients SET skipped = 'cancelled'
				WHERE organisation_id = ${row.organisationId} AND message_id = ${row.id} AND mail_id IS NULL AND skipped IS NULL`);
		return save(services, tx, row, { state: 'cancelled', nextAt: null });
	});
}

/**
 * Deletes a message of which nothing was sent.
 * @throws `cannot-delete-message`, `message-of-rule`: one that a rule made would be made again
 */
export async function removeMessage(
	services: Services,
	place: MessagePlace,
	messageId: string,
): Promise<void> {
	await services.database.transaction(async (tx) => {
		const row = await getMessageRow(tx, place, messageId, { isLocked: true });
		const isOver = row.state === 'draft' || row.state === 'cancelled' || row.state === 'refused';
		if (!isOver || row.startedAt !== null)
			throw ruleViolation(
				'cannot-delete-message',
				row.startedAt === null
					? message`Cancel this message first, then delete it.`
					: message`Messages that were sent are kept, so that you can see who got them.`,
				{ state: row.state },
			);
		if (row.ruleId !== null)
			throw ruleViolation(
				'message-of-rule',
				message`This message is kept, so that it isn’t created again automatically.`,
				{ state: row.state },
			);
		await tx
			.delete(guestMessages)
			.where(and(eq(guestMessages.organisationId, row.organisationId), eq(guestMessages.id, row.id)));
	});
}
