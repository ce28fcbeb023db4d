import { eq } from 'drizzle-orm';
import { users } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { beginChallenge, findChallenge, useChallenge } from '../challenges.ts';
import { clearFailures, type LockScope, rememberSource } from '../lockout.ts';
import { sourceOf } from '../network.ts';
import { hashPassword } from '../password-hash.ts';
import { lockScopeOf, provePassword, proveSecondFactor } from '../prove-password.ts';
import { findUserByEmail, getUser, type User } from '../queries.ts';
import { publishSecurityChange } from '../security-changes.ts';
import { beginSession } from '../sessions.ts';
import { takeSignInTry } from '../sign-in-limit.ts';
import { hasTwoFactor } from '../two-factor/second-factor.ts';

export interface From {
	address: string;
	userAgent: string;
}

/** A session; or, where the account wants a code as well, the right to send it. */
export type SignInAnswer = { token: string; expiresAt: Date } | { challenge: string; expiresAt: Date };

/**
 * Signs in with a password. An address without an account is treated as one with a wrong password in every respect: the same
 * work, the same answers, the same lock.
 * @throws AUTH_INVALID_CREDENTIALS, AUTH_ACCOUNT_LOCKED, RATE_LIMIT_TOO_MANY_REQUESTS, and AUTH_ACCOUNT_DISABLED only to who
 * knows the password
 */
export async function signIn(
	services: Services,
	input: { email: string; password: string; rememberMe: boolean },
	from: From,
): Promise<SignInAnswer> {
	const user = await findUserByEmail(services.database.db, input.email);
	const scope = await lockScopeOf(services, { email: input.email, user }, from.address);
	takeSignInTry(services, scope);
	const { needsRehash } = await provePassword(services, scope, user, input.password);
	if (!user) throw new AppError('AUTH_INVALID_CREDENTIALS');
	if (user.disabledAt) throw new AppError('AUTH_ACCOUNT_DISABLED');
	if (needsRehash) {
		const passwordHash = await hashPassword(input.password);
		await services.database.db.update(users).set({ passwordHash }).where(eq(users.id, user.id));
	}
	return admit(services, user, { isRemembered: input.rememberMe }, from, scope);
}

/** Lets in whose first factor was right: at once, or after the code where the account has two factors. */
export async function admit(
	services: Services,
	user: User,
	options: { isRemembered: boolean },
	from: From,
	scope: LockScope,
): Promise<SignInAnswer> {
	const { db } = services.database;
	// Failures are forgotten only at the end: a right password must not buy more guesses at the code.
	if (await hasTwoFactor(db, user.id))
		return beginChallenge(db, { userId: user.id, ...options }, services.clock.now());
	return services.database.transaction(async (tx) => {
		const now = services.clock.now();
		await clearFailures(tx, scope);
		await rememberSource(tx, user.id, sourceOf(services.secret, from.address), now);
		return beginSession(tx, { userId: user.id, ...options, userAgent: from.userAgent }, now);
	});
}

/**
 * Ends a sign-in with the code of the authenticator app, or one of the codes on paper.
 * @throws AUTH_TOKEN_EXPIRED (400) when the first half is too long ago, AUTH_INVALID_CREDENTIALS about `code`, AUTH_ACCOUNT_LOCKED
 */
export async function completeSignIn(
	services: Services,
	input: { challenge: string; code: string },
	from: From,
): Promise<{ token: string; expiresAt: Date }> {
	const { db } = services.database;
	const challenge = await findChallenge(db, input.challenge, services.clock.now());
	if (!challenge) throw tooLate();
	const user = await getUser(db, challenge.userId);
	const scope = await lockScopeOf(services, { email: user.email, user }, from.address);
	takeSignInTry(services, scope);
	const kind = await proveSecondFactor(services, scope, user, input.code);
	if (user.disabledAt) throw new AppError('AUTH_ACCOUNT_DISABLED');
	return services.database.transaction(async (tx) => {
		const now = services.clock.now();
		if (!(await useChallenge(tx, challenge.id, now))) throw tooLate();
		if (kind === 'recovery') await publishSecurityChange(tx, services, user.id, 'recovery-code-used');
		await clearFailures(tx, scope);
		await rememberSource(tx, user.id, sourceOf(services.secret, from.address), now);
		return beginSession(
			tx,
			{
				userId: user.id,
				isRemembered: challenge.isRemembered,
				userAgent: from.userAgent,
				hasSecondFactor: true,
			},
			now,
		);
	});
}

function tooLate(): AppError {
	return new AppError('AUTH_TOKEN_EXPIRED', {
		status: 400,
		userMessage: message`This login took too long. Try again.`,
	});
}
