import { eq } from 'drizzle-orm';
import { users } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { revokeAllSessions } from '../claim.ts';
import { constantTimeResponse } from '../constant-time-response.ts';
import { emailKey } from '../email-identity.ts';
import { clearAllFailures, forgetSources, rememberSource } from '../lockout.ts';
import { getLiveMailToken, linkInvalid, markMailTokenUsed, mayAskForMail } from '../mail-tokens.ts';
import { sourceOf } from '../network.ts';
import { hashPassword } from '../password-hash.ts';
import { refuseCommonPassword } from '../password-rules.ts';
import { findUserByEmail, getUser } from '../queries.ts';
import { publishLink } from '../request-verification.ts';

/** Sends a password reset link if the email has an account. The response is the same either way. */
export async function requestPasswordReset(services: Services, email: string): Promise<void> {
	await constantTimeResponse(() =>
		services.database.transaction(async (tx) => {
			const user = await findUserByEmail(tx, email);
			if (!user || user.disabledAt || !(await mayAskForMail(tx, services, user.id))) return;
			const account = { userId: user.id, organisationId: null, email: user.email };
			const name = 'accounts.password-reset-requested';
			await publishLink(tx, services, account, { purpose: 'reset_password', name });
		}),
	);
}

/**
 * Sets a new password with the secret of a link. A link that came by email shows that the address is right, so it counts as
 * verified; without a mail server an administrator passed it on, which shows nothing. All sessions, other links and locks end,
 * whoever made them; and the owner gets an email.
 */
export async function resetPassword(
	services: Services,
	input: { token: string; password: string },
	from: { address: string },
): Promise<void> {
	// Before the hash, so that made-up links cost no work; the transaction below looks again.
	const owner = await services.database.transaction(async (tx) => {
		const row = await getLiveMailToken(tx, services, 'reset_password', input.token);
		return getUser(tx, row.userId as string);
	});
	refuseCommonPassword(input.password, { ...owner, productName: services.config.productName });
	const passwordHash = await hashPassword(input.password);
	await services.database.transaction(async (tx) => {
		const now = services.clock.now();
		const row = await getLiveMailToken(tx, services, 'reset_password', input.token);
		const user = await getUser(tx, row.userId as string);
		if (emailKey(user.email) !== emailKey(row.email)) throw linkInvalid();
		if (user.disabledAt) throw new AppError('AUTH_ACCOUNT_DISABLED');
		await markMailTokenUsed(tx, row.id, now);
		await tx
			.update(users)
			.set({
				passwordHash,
				emailVerifiedAt: user.emailVerifiedAt ?? (services.mailer.canSend ? now : null),
				updatedAt: now,
			})
			.where(eq(users.id, user.id));
		await revokeAllSessions(tx, user, now);
		await clearAllFailures(tx, user.emailKey);
		await forgetSources(tx, user.id);
		await rememberSource(tx, user.id, sourceOf(services.secret, from.address), now);
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
	});
}
