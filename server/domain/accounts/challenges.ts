import { and, eq, gt, isNull } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { signInChallenges } from '#server/db/tables/accounts.ts';
import { newId } from '#shared/lib/ids.ts';
import { hashToken, isToken, newToken } from './tokens.ts';

const lifetimeMs = 10 * 60_000;

export type SignInChallenge = typeof signInChallenges.$inferSelect;

/** Stores that the first step of a login succeeded. The challenge only gives the right to submit the second factor. */
export async function beginChallenge(
	db: DbOrTx,
	of: { userId: string; isRemembered: boolean },
	now: Date,
): Promise<{ challenge: string; expiresAt: Date }> {
	const challenge = newToken();
	const expiresAt = new Date(now.getTime() + lifetimeMs);
	await db
		.insert(signInChallenges)
		.values({ id: newId(), ...of, tokenHash: hashToken(challenge), expiresAt, createdAt: now });
	return { challenge, expiresAt };
}

/** The challenge behind a text while it waits for its code. */
export async function findChallenge(
	db: DbOrTx,
	challenge: string,
	now: Date,
): Promise<SignInChallenge | null> {
	if (!isToken(challenge)) return null;
	const [row] = await db
		.select()
		.from(signInChallenges)
		.where(
			and(
				eq(signInChallenges.tokenHash, hashToken(challenge)),
				isNull(signInChallenges.usedAt),
				gt(signInChallenges.expiresAt, now),
			),
		);
	return row ?? null;
}

/** @returns false if the challenge was already used */
export async function useChallenge(tx: Tx, id: string, now: Date): Promise<boolean> {
	const used = await tx
		.update(signInChallenges)
		.set({ usedAt: now })
		.where(and(eq(signInChallenges.id, id), isNull(signInChallenges.usedAt)))
		.returning({ id: signInChallenges.id });
	return used.length > 0;
}

/** Ends what waits for a code, for after the password or the factors changed. */
export async function endChallenges(db: DbOrTx, userId: string): Promise<void> {
	await db.delete(signInChallenges).where(eq(signInChallenges.userId, userId));
}
