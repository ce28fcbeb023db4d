import type { CurrentUser } from '#shared/contracts/accounts.ts';
import type { users } from '../../db/tables/accounts.ts';

/** A user as they see themselves. */
export function presentUser(
	user: typeof users.$inferSelect,
	organisations: CurrentUser['organisations'],
): CurrentUser {
	return {
		id: user.id,
		firstName: user.firstName,
		lastName: user.lastName,
		email: user.email,
		profileImageUrl: user.profileImageFile === null ? null : `/media/${user.profileImageFile}`,
		isAdmin: user.isAdmin,
		isEmailVerified: user.emailVerifiedAt !== null,
		organisations,
	};
}
