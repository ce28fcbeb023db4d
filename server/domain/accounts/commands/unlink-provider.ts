import { eq } from 'drizzle-orm';
import { userIdentities } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { getUser } from '../queries.ts';
import { publishSecurityChange } from '../security-changes.ts';

/** Cuts the tie to the provider. @throws while there is no password: it would be the only way in */
export async function unlinkProvider(services: Services, userId: string): Promise<void> {
	await services.database.transaction(async (tx) => {
		const user = await getUser(tx, userId);
		if (user.passwordHash === null) {
			throw ruleViolation(
				'only-way-in',
				message`Set a password first: the provider is the only way in to this account.`,
			);
		}
		const gone = await tx
			.delete(userIdentities)
			.where(eq(userIdentities.userId, userId))
			.returning({ issuer: userIdentities.issuer });
		if (gone.length > 0) await publishSecurityChange(tx, services, userId, 'provider-unlinked');
	});
}
