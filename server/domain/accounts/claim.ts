import { eq } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { userIdentities } from '#server/db/tables/accounts.ts';
import { endChallenges } from './challenges.ts';
import { endEmailChanges } from './commands/change-email.ts';
import { endAllSessions } from './sessions.ts';
import { removeTwoFactor } from './two-factor/second-factor.ts';

/**
 * Ends all sessions, half-finished logins and pending changes of email address. If the address was never verified, second factors and
 * providers are removed too, since the account may have been created by someone else. The password is left to the caller.
 */
export async function revokeAllSessions(
	db: DbOrTx,
	user: { id: string; emailVerifiedAt: Date | null },
	now: Date,
): Promise<void> {
	await endAllSessions(db, user.id, now);
	await endChallenges(db, user.id);
	await endEmailChanges(db, user.id, now);
	if (user.emailVerifiedAt) return;
	await removeTwoFactor(db, user.id);
	await db.delete(userIdentities).where(eq(userIdentities.userId, user.id));
}
