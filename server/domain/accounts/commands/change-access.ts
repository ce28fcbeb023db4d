import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { users } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { getUser } from '../queries.ts';
import { endAllSessions } from '../sessions.ts';

/** What an account may do, as an operator sets it. */
export interface AccessChange {
	isEmailVerified?: true;
	/** Nobody signs in to a disabled account, and its sessions end at once. */
	isDisabled?: boolean;
	isAdmin?: boolean;
}

/** Changes what an account may do. Repeating it leaves the first time unchanged. */
export async function changeAccess(tx: Tx, userId: string, change: AccessChange, now: Date): Promise<void> {
	const { isEmailVerified, isDisabled, isAdmin } = change;
	await tx
		.update(users)
		.set({
			updatedAt: now,
			...(isEmailVerified && { emailVerifiedAt: sql`coalesce(email_verified_at, ${now})` }),
			...(isDisabled !== undefined && {
				disabledAt: isDisabled ? sql`coalesce(disabled_at, ${now})` : null,
			}),
			...(isAdmin !== undefined && { isAdmin }),
		})
		.where(eq(users.id, userId));
	if (isDisabled) await endAllSessions(tx, userId, now);
}

/** Shuts an account or opens it again; who was signed in signs in anew. @throws not-found */
export function setDisabled(services: Services, userId: string, isDisabled: boolean): Promise<void> {
	return services.database.transaction(async (tx) => {
		await getUser(tx, userId);
		await changeAccess(tx, userId, { isDisabled }, services.clock.now());
	});
}
