import type { Services } from '#server/services.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { clearFailures } from '../lockout.ts';
import { lockScopeOf, provePassword, proveSecondFactor } from '../prove-password.ts';
import { getUser } from '../queries.ts';
import { renewSession } from '../sessions.ts';
import { takeSignInTry } from '../sign-in-limit.ts';
import { hasTwoFactor } from '../two-factor/second-factor.ts';

/**
 * Re-authenticates the caller with everything that a login requires, before they change the account. The session gets a new token; the
 * old one is refused from then on.
 * @throws AUTH_INVALID_CREDENTIALS, AUTH_ACCOUNT_LOCKED, a field error for what is missing
 */
export async function confirmSignIn(
	services: Services,
	caller: { userId: string; sessionId: string },
	input: { password: string; code: string },
	from: { address: string },
): Promise<{ token: string; expiresAt: Date }> {
	const { db } = services.database;
	const user = await getUser(db, caller.userId);
	const needsCode = await hasTwoFactor(db, user.id);
	const needsPassword = user.passwordHash !== null;
	if (!needsPassword && !needsCode) {
		throw fieldError('password', message`This account has no password. Log out and log back in to continue.`);
	}
	if (needsPassword && input.password === '') {
		throw fieldError('password', message`This field is required.`, 'VALIDATION_REQUIRED_FIELD');
	}
	if (needsCode && input.code === '') {
		throw fieldError('code', message`This field is required.`, 'VALIDATION_REQUIRED_FIELD');
	}
	const scope = await lockScopeOf(services, { email: user.email, user }, from.address);
	takeSignInTry(services, scope);
	if (needsPassword) await provePassword(services, scope, user, input.password);
	if (needsCode) await proveSecondFactor(services, scope, user, input.code);
	await clearFailures(db, scope);
	return renewSession(
		db,
		{ sessionId: caller.sessionId, ...(needsCode && { hasSecondFactor: true }) },
		services.clock.now(),
	);
}
