import { eq } from 'drizzle-orm';
import { users } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { AppError, fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { hasAdministrator } from '../first-administrator.ts';
import { insertAccount } from '../insert-account.ts';
import { getLiveMailToken, markMailTokenUsed } from '../mail-tokens.ts';
import { hashPassword, verifyPassword } from '../password-hash.ts';
import { refuseCommonPassword } from '../password-rules.ts';
import { findUserByEmail } from '../queries.ts';
import { beginSession } from '../sessions.ts';

/**
 * Creates the first administrator with the one-time link printed at start. Access to the server log proves control of the installation,
 * so the email counts as verified. An existing account becomes an administrator if its password is given.
 */
export async function makeFirstAdministrator(
	services: Services,
	input: { token: string; email: string; password: string; firstName: string; lastName: string },
	from: { userAgent: string },
): Promise<{ token: string; expiresAt: Date }> {
	await services.database.transaction((tx) => getLiveMailToken(tx, services, 'first_admin', input.token));
	const existing = await findUserByEmail(services.database.db, input.email);
	if (existing) {
		const { isRight } = await verifyPassword(existing.passwordHash, input.password);
		if (!isRight) {
			throw fieldError(
				'password',
				message`This email already has an account. Enter its password to make it the admin.`,
			);
		}
	} else refuseCommonPassword(input.password, { ...input, productName: services.config.productName });
	const passwordHash = existing ? null : await hashPassword(input.password);

	return services.database.transaction(async (tx) => {
		const now = services.clock.now();
		const row = await getLiveMailToken(tx, services, 'first_admin', input.token);
		if (await hasAdministrator(tx)) {
			throw ruleViolation('administrator-exists', message`This installation already has an admin.`);
		}
		await markMailTokenUsed(tx, row.id, now);
		let userId = existing?.id;
		if (existing) {
			if (existing.disabledAt) throw new AppError('AUTH_ACCOUNT_DISABLED');
			await tx
				.update(users)
				.set({ isAdmin: true, emailVerifiedAt: existing.emailVerifiedAt ?? now, updatedAt: now })
				.where(eq(users.id, existing.id));
		} else {
			const made = await insertAccount(tx, { ...input, passwordHash, isAdmin: true, isVerified: true }, now);
			userId = made?.userId;
		}
		// Somebody signed up with this very address between the two looks.
		if (!userId)
			throw ruleViolation('address-taken', message`This email was just used for another account. Try again.`);
		return beginSession(tx, { userId, isRemembered: false, userAgent: from.userAgent }, now);
	});
}
