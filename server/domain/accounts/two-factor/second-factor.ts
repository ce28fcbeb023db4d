import { and, eq, isNotNull, lt } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { recoveryCodes, twoFactors } from '#server/db/tables/accounts.ts';
import { unseal } from '#server/platform/seal.ts';
import type { Services } from '#server/services.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

export type TwoFactor = typeof twoFactors.$inferSelect;

export async function findTwoFactor(db: DbOrTx, userId: string): Promise<TwoFactor | null> {
	const [row] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId));
	return row ?? null;
}

/** Whether signing in to the account takes a code. */
export async function hasTwoFactor(db: DbOrTx, userId: string): Promise<boolean> {
	return (await findTwoFactor(db, userId))?.enabledAt != null;
}

/**
 * Checks a code of the authenticator app or of the paper, and uses it up: the same one again is wrong, also at the same instant.
 * @returns how the code was right, or null
 */
export async function takeSecondFactor(
	services: Services,
	userId: string,
	typed: string,
): Promise<'app' | 'recovery' | null> {
	const { db } = services.database;
	const now = services.clock.now();
	const digits = typed.replace(/\s/g, '');
	if (/^\d{6}$/.test(digits)) return (await takeAppCode(services, userId, digits)) ? 'app' : null;
	if (!(await hasTwoFactor(db, userId))) return null;
	return (await useRecoveryCode(db, userId, typed, now)) ? 'recovery' : null;
}

async function takeAppCode(services: Services, userId: string, digits: string): Promise<boolean> {
	const { db } = services.database;
	const row = await findTwoFactor(db, userId);
	const secret = row?.enabledAt
		? unseal(services.secret, 'accounts.two-factor', userId, row.sealedSecret)
		: null;
	const step = secret && stepOfCode(secret, digits, services.clock.now());
	if (step === null) return false;
	const taken = await db
		.update(twoFactors)
		.set({ lastStep: step })
		.where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.enabledAt), lt(twoFactors.lastStep, step)))
		.returning({ userId: twoFactors.userId });
	return taken.length > 0;
}

/** Takes the second factor away, paper codes included. */
export async function removeTwoFactor(db: DbOrTx, userId: string): Promise<void> {
	await db.delete(twoFactors).where(eq(twoFactors.userId, userId));
	await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}
