import { eq } from 'drizzle-orm';
import { AppError } from '#shared/errors/app-error.ts';
import { users } from '../../../db/tables/accounts.ts';
import type { Services } from '../../../services.ts';
import { emailKey } from '../email-identity.ts';
import {
	clearFailures,
	findLock,
	isFamiliar,
	type LockScope,
	recordFailure,
	rememberSource,
} from '../lockout.ts';
import { sourceOf } from '../network.ts';
import { hashPassword, verifyPassword } from '../password-hash.ts';
import { findUserByEmail } from '../queries.ts';
import { beginSession } from '../sessions.ts';

const nobodysId = '00000000-0000-0000-0000-000000000000';

function locked(until: Date, now: Date): AppError {
	return new AppError('AUTH_ACCOUNT_LOCKED', {
		message: `Too many failed sign-ins. This account is locked until ${until.toISOString()}.`,
		retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
		metadata: { lockedUntil: until.toISOString() },
	});
}

/**
 * Signs in with a password. An address without an account is treated as one with a wrong password in every respect: the same
 * work, the same answers, the same lock.
 * @throws AUTH_INVALID_CREDENTIALS, AUTH_ACCOUNT_LOCKED, and AUTH_ACCOUNT_DISABLED only to who knows the password
 */
export async function signIn(
	services: Services,
	input: { email: string; password: string; rememberMe: boolean },
	from: { address: string; userAgent: string },
): Promise<{ token: string; expiresAt: Date }> {
	const { db } = services.database;
	const now = services.clock.now();
	const user = await findUserByEmail(db, input.email);
	const source = sourceOf(services.secret, from.address);
	const isKnownPlace = await isFamiliar(db, user?.id ?? nobodysId, source, now);
	const scope: LockScope = { emailKey: emailKey(input.email), source: isKnownPlace ? source : null };

	const lockBefore = await findLock(db, scope, now);
	if (lockBefore) throw locked(lockBefore, now);
	const { isRight, needsRehash } = await verifyPassword(user?.passwordHash ?? null, input.password);
	if (!user || !isRight) {
		await recordFailure(db, scope, now);
		throw new AppError('AUTH_INVALID_CREDENTIALS');
	}
	// Guesses that ran side by side with this one may have locked meanwhile; then even the right one came too late.
	const lockAfter = await findLock(db, scope, now);
	if (lockAfter) throw locked(lockAfter, now);
	if (user.disabledAt) throw new AppError('AUTH_ACCOUNT_DISABLED');

	const freshHash = needsRehash ? await hashPassword(input.password) : null;
	return services.database.transaction(async (tx) => {
		if (freshHash) await tx.update(users).set({ passwordHash: freshHash }).where(eq(users.id, user.id));
		await clearFailures(tx, scope);
		await rememberSource(tx, user.id, source, now);
		return beginSession(
			tx,
			{ userId: user.id, isRemembered: input.rememberMe, userAgent: from.userAgent },
			now,
		);
	});
}
