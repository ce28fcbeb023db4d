import { and, eq, isNull } from 'drizzle-orm';
import { users } from '../../../db/tables/accounts.ts';
import type { Services } from '../../../services.ts';
import { emailKey } from '../email-identity.ts';
import {
	findMailToken,
	issueMailToken,
	linkExpired,
	linkInvalid,
	markMailTokenUsed,
	mayAskForMail,
} from '../mail-tokens.ts';
import { getUser } from '../queries.ts';
import { confirmEmailChange, endEmailChanges } from './change-email.ts';

/**
 * Proves an address with the secret from its mail: that of a new account, or one side of a change of address. A second click on
 * the same link is answered as the first: it proves nothing new, and people do click twice.
 */
export async function verifyEmail(
	services: Services,
	token: string,
): Promise<'verified' | 'waiting' | 'changed'> {
	return services.database.transaction(async (tx) => {
		const row = await findMailToken(tx, ['verify_email', 'leave_email', 'enter_email'], token);
		if (!row?.userId) throw linkInvalid();
		if (row.purpose !== 'verify_email') return confirmEmailChange(tx, services, row);
		const now = services.clock.now();
		const user = await getUser(tx, row.userId);
		if (emailKey(user.email) !== emailKey(row.email)) throw linkInvalid();
		if (user.emailVerifiedAt) return 'verified';
		if (row.usedAt) throw linkInvalid();
		if (row.expiresAt <= now) throw linkExpired();
		await markMailTokenUsed(tx, row.id, now);
		await endEmailChanges(tx, user.id, now);
		await tx
			.update(users)
			.set({ emailVerifiedAt: now, updatedAt: now })
			.where(and(eq(users.id, user.id), isNull(users.emailVerifiedAt)));
		return 'verified';
	});
}

/**
 * Sends the verification mail again; links sent before end.
 * @returns false when the address is verified already, and nothing is sent
 */
export async function resendVerification(services: Services, userId: string): Promise<boolean> {
	return services.database.transaction(async (tx) => {
		const user = await getUser(tx, userId);
		if (user.emailVerifiedAt) return false;
		if (!(await mayAskForMail(tx, services, user.id))) return true;
		const mailTokenId = await issueMailToken(tx, services, {
			userId: user.id,
			purpose: 'verify_email',
			email: user.email,
		});
		await services.facts.announce(
			tx,
			{
				name: 'accounts.verification-requested',
				organisationId: null,
				eventId: null,
				payload: { userId: user.id, mailTokenId },
			},
			services,
		);
		return true;
	});
}
