import { eq } from 'drizzle-orm';
import { userIdentities } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import type { AccountSecurity } from '#shared/contracts/auth.ts';
import { findEmailChange } from './commands/change-email.ts';
import { getUser } from './queries.ts';
import { listRequiring } from './team/two-factor-requirement.ts';
import { countRecoveryCodes } from './two-factor/recovery-codes.ts';
import { findTwoFactor } from './two-factor/second-factor.ts';

/** The login methods of an account, for its settings. */
export async function getAccountSecurity(services: Services, userId: string): Promise<AccountSecurity> {
	const { db } = services.database;
	const [user, twoFactor, left, change, identities, requiredBy] = await Promise.all([
		getUser(db, userId),
		findTwoFactor(db, userId),
		countRecoveryCodes(db, userId),
		findEmailChange(db, userId, services.clock.now()),
		db.select().from(userIdentities).where(eq(userIdentities.userId, userId)),
		listRequiring(db, userId),
	]);
	return {
		hasPassword: user.passwordHash !== null,
		email: user.email,
		isEmailVerified: user.emailVerifiedAt !== null,
		twoFactor: {
			isOn: twoFactor?.enabledAt != null,
			isRequired: user.isAdmin && !user.isDemo,
			requiredBy,
			enabledAt: twoFactor?.enabledAt?.toISOString() ?? null,
			recoveryCodesLeft: left,
		},
		emailChange: change && {
			newEmail: change.newEmail,
			isOldConfirmed: change.oldConfirmedAt !== null,
			isNewConfirmed: change.newConfirmedAt !== null,
			expiresAt: change.expiresAt.toISOString(),
		},
		provider: services.config.oidc
			? {
					name: services.config.oidc.name,
					isLinked: identities.some(({ issuer }) => isSame(issuer, services.config.oidc?.issuer)),
				}
			: null,
		identities: identities.map(({ issuer, email, lastUsedAt }) => ({
			issuer,
			email,
			lastUsedAt: lastUsedAt.toISOString(),
		})),
	};
}

/** Issuers are named with and without the slash at the end. */
const isSame = (one: string, other: string | undefined) =>
	one.replace(/\/$/, '') === other?.replace(/\/$/, '');
