import { and, eq } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { guestMessages } from '#server/db/tables/messages.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { isOfPlace, type MessagePlace } from './place.ts';

export type MessageRow = typeof guestMessages.$inferSelect;

/** A message to the guests of a place. @throws not-found */
export async function getMessageRow(
	db: DbOrTx,
	place: MessagePlace,
	messageId: string,
	{ isLocked = false } = {},
): Promise<MessageRow> {
	const query = db
		.select()
		.from(guestMessages)
		.where(and(isOfPlace(guestMessages, place), eq(guestMessages.id, messageId)));
	const [row] = await (isLocked ? query.for('no key update') : query);
	if (!row) throw notFound('Message');
	return row;
}
