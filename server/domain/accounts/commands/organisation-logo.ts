import { eq } from 'drizzle-orm';
import { organisations } from '#server/db/tables/accounts.ts';
import { logoImage, removeImage, storeImage } from '#server/platform/images.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';

/**
 * Sets an uploaded picture as the logo: cut square, made anew on white, without what else was in the file; or none. The one before
 * goes from the store.
 * @throws VALIDATION_FAILED about `file`
 */
export async function setLogo(
	services: Services,
	how: { organisationId: string; bytes: Uint8Array | null },
): Promise<void> {
	const stem = how.bytes && (await storeImage(services.files, how.bytes, logoImage)).stem;
	let before: string | null;
	try {
		before = await replaceLogo(services, how.organisationId, stem);
	} catch (error) {
		if (stem) await removeImage(services.files, stem, logoImage);
		throw error;
	}
	if (before !== null)
		await services.database.afterCommit(() => removeImage(services.files, before, logoImage));
}

/** @returns the one before: of two uploads at once each removes another's and none its own. */
function replaceLogo(
	services: Services,
	organisationId: string,
	logoFile: string | null,
): Promise<string | null> {
	return services.database.transaction(async (tx) => {
		const isIt = eq(organisations.id, organisationId);
		const [row] = await tx
			.select({ before: organisations.logoFile })
			.from(organisations)
			.where(isIt)
			.for('update');
		if (!row) throw notFound('Organisation');
		await tx.update(organisations).set({ logoFile, updatedAt: services.clock.now() }).where(isIt);
		return row.before;
	});
}
