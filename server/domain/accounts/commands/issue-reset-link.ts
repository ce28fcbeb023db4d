import { notFound } from '#shared/errors/app-error.ts';
import type { Services } from '../../../services.ts';
import { issueMailToken } from '../mail-tokens.ts';
import { findUserByEmail } from '../queries.ts';
import { deriveMailToken } from '../tokens.ts';

/** A link that sets a new password, for the operator to hand over where no mail can be sent. Ends the older ones. */
export async function issueResetLink(services: Services, email: string): Promise<string> {
	const user = await findUserByEmail(services.database.db, email);
	if (!user) throw notFound(`An account with the address ${email}`);
	const id = await services.database.transaction((tx) =>
		issueMailToken(tx, services, { userId: user.id, purpose: 'reset_password', email: user.email }),
	);
	return `${services.config.appUrl}/reset-password?token=${deriveMailToken(services.secret, id)}`;
}
