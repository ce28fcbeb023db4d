import type { users } from '#server/db/tables/accounts.ts';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

/** A user as they see themselves. */
export function presentUser(
	user: typeof users.$inferSelect,
	organisations: CurrentUser['organisations'],
	state: { isTwoFactorOn: boolean },
): CurrentUser {
	return {
		id: user.id,
		firstName: user.firstName,
		lastName: user.lastName,
		email: user.email,
		profileImageUrl: profileImageUrl(user),
		isAdmin: user.isAdmin,
		needsTwoFactor: user.isAdmin && !user.isDemo && !state.isTwoFactorOn,
		isEmailVerified: user.emailVerifiedAt !== null,
		organisations,
	};
}

/** Where the photo is read, in the size that a menu and a settings page show. */
export function profileImageUrl(user: { profileImageFile: string | null }): string | null {
	return user.profileImageFile === null ? null : `/files/${user.profileImageFile}-256.webp`;
}

/** Where an organisation's logo is read, in the size that pages show. */
export function logoUrl(logoFile: string | null): string | null {
	return logoFile === null ? null : `/files/${logoFile}-256.webp`;
}

export const presentSession = (session: { token: string; expiresAt: Date }) => ({
	token: session.token,
	expiresAt: session.expiresAt.toISOString(),
});

export const presentSignIn = (
	answer: { token: string; expiresAt: Date } | { challenge: string; expiresAt: Date },
) =>
	'token' in answer
		? presentSession(answer)
		: { challenge: answer.challenge, expiresAt: answer.expiresAt.toISOString() };
