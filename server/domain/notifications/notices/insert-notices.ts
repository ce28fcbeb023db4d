import type { DbOrTx } from '#server/db/client.ts';
import { notices } from '#server/db/tables/notifications.ts';
import { newId } from '#shared/lib/ids.ts';

export type NewNotice = Omit<typeof notices.$inferInsert, 'id' | 'createdAt' | 'readAt'>;

/** Creates notices in the transaction of what they are about; one with a key that exists is left out. */
export async function insertNotices(db: DbOrTx, created: NewNotice[]): Promise<void> {
	if (created.length === 0) return;
	await db
		.insert(notices)
		.values(created.map((one) => ({ id: newId(), ...one })))
		.onConflictDoNothing({ target: [notices.userId, notices.dedupeKey] });
}
