import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import { issueMailToken } from './mail-tokens.ts';

/** Sends a new account the link that proves its email address. */
export async function requestVerification(
	tx: Tx,
	services: Services,
	account: { userId: string; organisationId: string; email: string },
): Promise<void> {
	const { userId, organisationId, email } = account;
	const mailTokenId = await issueMailToken(tx, services, { userId, purpose: 'verify_email', email });
	await services.facts.publish(
		tx,
		{
			name: 'accounts.verification-requested',
			organisationId,
			eventId: null,
			payload: { userId, mailTokenId },
		},
		services,
	);
}
