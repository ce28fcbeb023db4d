import { and, eq } from 'drizzle-orm';
import { userIdentities } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { getUser } from '../queries.ts';
import { publishSecurityChange } from '../security-changes.ts';
import { beginAtProvider, comeBack } from './under-way.ts';

/**
 * Starts connecting a provider to the account of the caller. Requires a verified email: otherwise someone who signed up with another
 * person’s address could retain access (account pre-hijacking).
 * @throws while the email is not verified
 */
export async function beginProviderLink(services: Services, userId: string) {
	const { emailVerifiedAt } = await getUser(services.database.db, userId);
	if (!emailVerifiedAt) throw ruleViolation('address-not-confirmed', message`Verify your email first.`);
	return beginAtProvider(services, { isRemembered: false, userId });
}

/**
 * Connects the provider’s identity to the account that started the flow. The caller has proved both, so the email addresses may differ.
 * The owner is notified by email. Idempotent for the same identity.
 * @throws if the identity is connected to another account, or the account to another identity of this provider
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
