import { eq } from 'drizzle-orm';
import { users } from '../../../db/tables/accounts.ts';
import type { Services } from '../../../services.ts';
import { getUser } from '../queries.ts';
import { endAllSessions } from '../sessions.ts';

/** Shuts an account: nobody signs in to it, and its sessions end at once. Doing it twice changes nothing. */
export async function disableUser(services: Services, userId: string): Promise<void> {
	await services.database.transaction(async (tx) => {
		const user = await getUser(tx, userId);
		const now = services.clock.now();
		if (!user.disabledAt)
			await tx.update(users).set({ disabledAt: now, updatedAt: now }).where(eq(users.id, userId));
		await endAllSessions(tx, userId, now);
	});
}

/** Opens it again; who was signed in signs in anew. */
export async function enableUser(services: Services, userId: string): Promise<void> {
	await services.database.db
		.update(users)
		.set({ disabledAt: null, updatedAt: services.clock.now() })
		.where(eq(users.id, userId));
}
