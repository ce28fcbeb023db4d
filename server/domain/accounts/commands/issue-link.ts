import type { Services } from '#server/services.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import { issueMailToken, type MailTokenPurpose, mailTokenLifetimeMs } from '../mail-tokens.ts';
import { findUserByEmail, getUser, type User } from '../queries.ts';
import { deriveMailToken } from '../tokens.ts';

const pages = { reset_password: 'reset-password', verify_email: 'verify-email' } as const;

type LinkPurpose = keyof typeof pages & MailTokenPurpose;

/** A link as its email would carry it, single use, to be passed on where no email can be sent. Ends the older ones. */
async function issueLink(
	services: Services,
	user: User,
	purpose: LinkPurpose,
): Promise<{ url: string; expiresAt: Date }> {
	const id = await services.database.transaction((tx) =>
		issueMailToken(tx, services, { userId: user.id, purpose, email: user.email }),
	);
	return {
		url: `${services.config.appUrl}/${pages[purpose]}?token=${deriveMailToken(services.secret, id)}`,
		expiresAt: new Date(services.clock.now().getTime() + mailTokenLifetimeMs[purpose]),
	};
}

/** For the operator's terminal. */
export async function issueResetLink(services: Services, email: string): Promise<string> {
	const user = await findUserByEmail(services.database.db, email);
	if (!user) throw notFound(`An account with the address ${email}`);
	return (await issueLink(services, user, 'reset_password')).url;
}

/**
 * For an administrator.
 * @throws AUTH_ACCOUNT_DISABLED: the link would lead nowhere
 */
export async function issueLinkFor(services: Services, userId: string, purpose: LinkPurpose) {
	const user = await getUser(services.database.db, userId);
	if (user.disabledAt) throw new AppError('AUTH_ACCOUNT_DISABLED');
	return issueLink(services, user, purpose);
}
