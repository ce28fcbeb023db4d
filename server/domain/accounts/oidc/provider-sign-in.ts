import { and, eq } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { userIdentities, users } from '#server/db/tables/accounts.ts';
import type { OidcPerson } from '#server/platform/oidc.ts';
import type { Services } from '#server/services.ts';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { revokeAllSessions } from '../claim.ts';
import { admit, type From, type SignInAnswer } from '../commands/sign-in.ts';
import { insertAccount } from '../insert-account.ts';
import { lockScopeOf } from '../prove-password.ts';
import { findUserByEmail, getUser } from '../queries.ts';
import { publishSecurityChange } from '../security-changes.ts';
import { refuseClosedSignUp } from '../sign-up-setting.ts';
import { beginAtProvider, comeBack } from './under-way.ts';

/** Begins a sign-in at the provider. */
export function beginProviderSignIn(services: Services, options: { isRemembered: boolean }) {
	return beginAtProvider(services, { ...options, userId: null });
}

/** Ends it with what the provider sent the browser back with. Works once. */
export async function completeProviderSignIn(
	services: Services,
	input: { query: string; browserKey: string },
	from: From,
): Promise<SignInAnswer> {
	const { person, isRemembered } = await comeBack(services, input, null);
	const userId = await services.database.transaction((tx) => resolvePerson(tx, services, person));
	const user = await getUser(services.database.db, userId);
	const scope = await lockScopeOf(services, { email: user.email, user }, from.address);
	return admit(services, user, { isRemembered }, from, scope);
}

/**
 * The account of a person at the provider: the one that is tied to them, else the one of their confirmed address, else a new one. An
 * account whose address nobody ever confirmed becomes theirs, and whoever made it is out (account pre-hijacking).
 */
async function resolvePerson(tx: Tx, services: Services, person: OidcPerson): Promise<string> {
	const now = services.clock.now();
	const { issuer, subject, email } = person;
	const [tied] = await tx
		.update(userIdentities)
		.set({ lastUsedAt: now })
		.where(and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject)))
		.returning({ userId: userIdentities.userId });
	if (tied) {
		const { disabledAt } = await getUser(tx, tied.userId);
		if (disabledAt) throw new AppError('AUTH_ACCOUNT_DISABLED');
		return tied.userId;
	}
	if (!email || !person.isEmailVerified) {
		throw ruleViolation(
			'address-not-verified',
			message`Your provider hasn’t verified your email. Verify it there, or log in with a password.`,
		);
	}
	const known = await findUserByEmail(tx, email);
	if (known?.disabledAt) throw new AppError('AUTH_ACCOUNT_DISABLED');
	const userId = known?.id ?? (await makeAccount(tx, services, person, email));
	if (known && !known.emailVerifiedAt) {
		await revokeAllSessions(tx, known, now);
		await tx
			.update(users)
			.set({ passwordHash: null, emailVerifiedAt: now, updatedAt: now })
			.where(eq(users.id, known.id));
	}
	const linked = await tx
		.insert(userIdentities)
		.values({ issuer, subject, userId, email, lastUsedAt: now, createdAt: now })
		.onConflictDoNothing()
		.returning({ userId: userIdentities.userId });
	if (linked.length === 0) {
		throw ruleViolation(
			'other-identity',
			message`The account with your email is connected to another login at this provider. Log in with its password.`,
		);
	}
	if (known?.emailVerifiedAt) await publishSecurityChange(tx, services, userId, 'provider-linked');
	return userId;
}

async function makeAccount(tx: Tx, services: Services, person: OidcPerson, email: string): Promise<string> {
	await refuseClosedSignUp(tx);
	const { firstName, lastName } = person;
	const made = await insertAccount(
		tx,
		{ email, passwordHash: null, firstName, lastName, isVerified: true },
		services.clock.now(),
	);
	// Somebody signed up with this very address between the two looks.
	if (!made) throw new AppError('SERVER_OVERLOADED', { retryAfterSeconds: 1 });
	return made.userId;
}
