import { eq } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { userIdentities } from '#server/db/tables/accounts.ts';
import { endChallenges } from './challenges.ts';
import { endEmailChanges } from './commands/change-email.ts';
import { endAllSessions } from './sessions.ts';
import { removeTwoFactor } from './two-factor/second-factor.ts';

/**
 * Ends everything by which somebody could still be in the account: sessions, half-finished sign-ins, a change of address that is
 * under way. When the address was never confirmed before, whoever made the account may not be its owner: then the ways in that
 * they laid (second factor, providers) go as well. The password is the caller's business.
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
