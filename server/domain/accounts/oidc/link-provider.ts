import { and, eq } from 'drizzle-orm';
import { userIdentities } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { getUser } from '../queries.ts';
import { publishSecurityChange } from '../security-changes.ts';
import { beginAtProvider, comeBack } from './under-way.ts';

/**
 * Sends somebody who is signed in to the provider, to tie it to their account. Only with a confirmed address: else whoever signed
 * up with a foreign one could leave a way in behind (account pre-hijacking).
 * @throws while the address is not confirmed
 */
export async function beginProviderLink(services: Services, userId: string) {
	const { emailVerifiedAt } = await getUser(services.database.db, userId);
	if (!emailVerifiedAt) throw ruleViolation('address-not-confirmed', message`Verify your email first.`);
	return beginAtProvider(services, { isRemembered: false, userId });
}

/**
 * Ties the person at the provider to the account that began it. Whoever ends it holds both, so the addresses need not be the same.
 * The owner is told by mail. A second time with the same person changes nothing.
 * @throws when they belong to another account, or another person at this provider is tied to this one
 */
export async function completeProviderLink(
	services: Services,
	userId: string,
	input: { query: string; browserKey: string },
): Promise<void> {
	const { person } = await comeBack(services, input, userId);
	const { issuer, subject, email } = person;
	await services.database.transaction(async (tx) => {
		const now = services.clock.now();
		const made = await tx
			.insert(userIdentities)
			.values({ issuer, subject, userId, email: email ?? '', lastUsedAt: now, createdAt: now })
			.onConflictDoNothing()
			.returning({ userId: userIdentities.userId });
		if (made.length > 0) return publishSecurityChange(tx, services, userId, 'provider-linked');
		const [tied] = await tx
			.select({ userId: userIdentities.userId })
			.from(userIdentities)
			.where(and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject)));
		if (tied?.userId === userId) return;
		throw tied
			? ruleViolation(
					'tied-elsewhere',
					message`This login is connected to another account here. Disconnect it there first.`,
				)
			: ruleViolation(
					'already-tied',
					message`Your account is connected to another login at this provider. Disconnect it first.`,
				);
	});
}
