import { eq, sql } from 'drizzle-orm';
import { users } from '#server/db/tables/accounts.ts';
import { profileImage, removeImage, storeImage } from '#server/platform/images.ts';
import type { Services } from '#server/services.ts';
import type { Profile } from '#shared/contracts/settings.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { profileImageUrl } from '../present.ts';
import { getUser, type User } from '../queries.ts';

interface ProfileChange {
	firstName?: string | undefined;
	lastName?: string | undefined;
	profileImageFile?: string | null;
}

const present = (user: User): Profile => ({
	firstName: user.firstName,
	lastName: user.lastName,
	profileImageUrl: profileImageUrl(user),
	version: user.version,
});

export async function getProfile(services: Services, userId: string): Promise<Profile> {
	return present(await getUser(services.database.db, userId));
}

/** Changes name or photo of the version that was read. @throws a version conflict */
export async function updateProfile(
	services: Services,
	how: { userId: string; ifMatch: number | undefined; change: ProfileChange },
): Promise<Profile> {
	const { saved, oldFile } = await services.database.transaction(async (tx) => {
		const [row] = await tx.select().from(users).where(eq(users.id, how.userId)).for('update');
		if (!row) throw notFound('User');
		if (how.ifMatch !== undefined && how.ifMatch !== row.version) throw versionConflict(row.version);
		const [after] = await tx
			.update(users)
			.set({ ...how.change, version: sql`${users.version} + 1`, updatedAt: services.clock.now() })
			.where(eq(users.id, how.userId))
			.returning();
		if (!after) throw notFound('User');
		return { saved: after, oldFile: row.profileImageFile };
	});
	if (oldFile !== null && oldFile !== saved.profileImageFile)
		await services.database.afterCommit(() => removeImage(services.files, oldFile, profileImage));
	return present(saved);
}

/** Sets an uploaded picture as the photo: cut square, made anew, without what else was in the file. */
export async function uploadPhoto(
	services: Services,
	how: { userId: string; ifMatch: number | undefined; bytes: Uint8Array },
): Promise<Profile> {
	const { stem } = await storeImage(services.files, how.bytes, profileImage);
	try {
		return await updateProfile(services, { ...how, change: { profileImageFile: stem } });
	} catch (error) {
		await removeImage(services.files, stem, profileImage);
		throw error;
	}
}
