import { eq } from 'drizzle-orm';
import { users } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { AppError, fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { endChallenges } from '../challenges.ts';
import { endMailTokens } from '../mail-tokens.ts';
import { hashPassword } from '../password-hash.ts';
import { isCommonPassword, tooEasyToGuess } from '../password-rules.ts';
import { lockScopeOf, provePassword } from '../prove-password.ts';
import { getUser } from '../queries.ts';
import { endOtherSessions, renewSession } from '../sessions.ts';

/**
 * Changes the password with the present one, or sets the first one of an account that signs in elsewhere. All other sessions end,
 * and links that were mailed to set a password are void.
 * @throws field errors about `currentPassword` and `newPassword`, AUTH_ACCOUNT_LOCKED
 */
export async function changePassword(
	services: Services,
	caller: { userId: string; sessionId: string },
	input: { currentPassword: string; newPassword: string },
	from: { address: string },
): Promise<{ token: string; expiresAt: Date }> {
	const user = await getUser(services.database.db, caller.userId);
	if (isCommonPassword(input.newPassword, { ...user, productName: services.config.productName })) {
		throw tooEasyToGuess('newPassword');
	}
	if (user.passwordHash !== null) {
		const scope = await lockScopeOf(services, { email: user.email, user }, from.address);
		await provePassword(services, scope, user, input.currentPassword).catch((error: unknown) => {
			if (!(error instanceof AppError) || error.code !== 'AUTH_INVALID_CREDENTIALS') throw error;
			throw fieldError('currentPassword', message`Current password is incorrect.`);
		});
	}
	const passwordHash = await hashPassword(input.newPassword);
	return services.database.transaction(async (tx) => {
		const now = services.clock.now();
		await tx.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, user.id));
		await endOtherSessions(tx, user.id, caller.sessionId, now);
		await endChallenges(tx, user.id);
		await endMailTokens(tx, user.id, ['reset_password'], now);
		await services.facts.publish(
			tx,
			{
				name: 'accounts.password-changed',
				organisationId: null,
				eventId: null,
				payload: { userId: user.id },
			},
			services,
		);
		return renewSession(tx, { sessionId: caller.sessionId }, now);
	});
}
