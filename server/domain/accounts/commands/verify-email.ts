import { and, eq, isNull } from 'drizzle-orm';
import { users } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { emailKey } from '../email-identity.ts';
import { findMailToken, linkExpired, linkInvalid, markMailTokenUsed, mayAskForMail } from '../mail-tokens.ts';
import { getUser } from '../queries.ts';
import { requestVerification } from '../request-verification.ts';
import { beginSession } from '../sessions.ts';
import { hasTwoFactor } from '../two-factor/second-factor.ts';
import { confirmEmailChange, endEmailChanges } from './change-email.ts';

export interface Verification {
	outcome: 'verified' | 'waiting' | 'changed';
	session: { token: string; expiresAt: Date } | null;
	draftToPublish: string | null;
}

/**
 * Verifies an address with the secret from its email: that of a new account, or one side of a change of address. The link of a
 * new account logs in once, unless the account has two factors, and hands over the draft that waited. A second click is answered
 * as verified, without a session: people do click twice.
 */
export async function verifyEmail(
	services: Services,
	token: string,
	from: { userAgent: string },
): Promise<Verification> {
	const only = (outcome: Verification['outcome']) => ({ outcome, session: null, draftToPublish: null });
	return services.database.transaction(async (tx) => {
		const row = await findMailToken(tx, ['verify_email', 'leave_email', 'enter_email'], token);
		if (!row?.userId) throw linkInvalid();
		if (row.purpose !== 'verify_email') return only(await confirmEmailChange(tx, services, row));
		const now = services.clock.now();
		const user = await getUser(tx, row.userId);
		if (emailKey(user.email) !== emailKey(row.email)) throw linkInvalid();
		if (user.emailVerifiedAt) return only('verified');
		if (user.disabledAt) throw new AppError('AUTH_ACCOUNT_DISABLED');
		if (row.usedAt) throw linkInvalid();
		if (row.expiresAt <= now) throw linkExpired();
		await markMailTokenUsed(tx, row.id, now);
		await endEmailChanges(tx, user.id, now);
		await tx
			.update(users)
			.set({ emailVerifiedAt: now, draftToPublish: null, updatedAt: now })
			.where(and(eq(users.id, user.id), isNull(users.emailVerifiedAt)));
		const session = (await hasTwoFactor(tx, user.id))
			? null
			: await beginSession(tx, { userId: user.id, isRemembered: false, ...from }, now);
		return { outcome: 'verified', session, draftToPublish: user.draftToPublish };
	});
}

/** Remembers the draft whose publishing was refused because the address is not verified: the link in the email publishes it. */
export async function rememberDraftToPublish(
	services: Services,
	userId: string,
	eventId: string,
): Promise<void> {
	await services.database.db
		.update(users)
		.set({ draftToPublish: eventId })
		.where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)));
}

/**
 * Sends the verification email again; links sent before end.
 * @returns false when the address is verified already, and nothing is sent
 */
export async function resendVerification(services: Services, userId: string): Promise<boolean> {
	return services.database.transaction(async (tx) => {
		const user = await getUser(tx, userId);
		if (user.emailVerifiedAt) return false;
		if (!(await mayAskForMail(tx, services, user.id))) return true;
		await requestVerification(tx, services, { userId: user.id, organisationId: null, email: user.email });
		return true;
	});
}
