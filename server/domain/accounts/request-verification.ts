import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import { issueMailToken } from './mail-tokens.ts';

/** Makes a link for an account and publishes the fact by which it is emailed. */
export async function publishLink(
	tx: Tx,
	services: Services,
	account: { userId: string; organisationId: string | null; email: string },
	link: {
		purpose: 'verify_email' | 'reset_password';
		name:
			| 'accounts.verification-requested'
			| 'accounts.password-reset-requested'
			| 'accounts.register-repeated';
	},
): Promise<void> {
	const { userId, organisationId, email } = account;
	const mailTokenId = await issueMailToken(tx, services, { userId, purpose: link.purpose, email });
	await services.facts.publish(
		tx,
		{ name: link.name, organisationId, eventId: null, payload: { userId, mailTokenId } },
		services,
	);
}

/** Sends an account the link that proves its email address. */
export const requestVerification = (
	tx: Tx,
	services: Services,
	account: { userId: string; organisationId: string | null; email: string },
): Promise<void> =>
	publishLink(tx, services, account, { purpose: 'verify_email', name: 'accounts.verification-requested' });
