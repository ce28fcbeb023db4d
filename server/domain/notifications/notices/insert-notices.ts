import type { DbOrTx } from '#server/db/client.ts';
import { notices } from '#server/db/tables/notifications.ts';
import { newId } from '#shared/lib/ids.ts';

export type NewNotice = Omit<typeof notices.$inferInsert, 'id' | 'createdAt' | 'readAt'>;

/** Puts notices under the bell of their readers, in the transaction of what they tell of. Told twice, they stand there once. */
export async function insertNotices(db: DbOrTx, told: NewNotice[]): Promise<void> {
	if (told.length === 0) return;
	await db
		.insert(notices)
		.values(told.map((one) => ({ id: newId(), ...one })))
		.onConflictDoNothing({ target: [notices.userId, notices.dedupeKey] });
}
