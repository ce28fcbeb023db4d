import { and, eq, sql } from 'drizzle-orm';
import { events } from '#server/db/tables/events.ts';
import { pictureHue } from '#server/platform/image-hue.ts';
import { coverImage, removeImage, storeImage } from '#server/platform/images.ts';
import type { Services } from '#server/services.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { type Author, bySystem } from '../changes/author.ts';
import { withHistory } from '../changes/record-changes.ts';
import { lockEvent } from '../event-rows.ts';

interface CoverChange {
	organisationId: string;
	eventId: string;
	ifMatch: number | undefined;
	by?: Author;
}

/** Sets an uploaded picture as the cover; the picture gives the page its colour. */
export async function uploadCover(
	services: Services,
	how: CoverChange & { bytes: Uint8Array },
): Promise<void> {
	const { stem } = await storeImage(services.files, how.bytes, coverImage);
	try {
		await setCover(services, how, { coverFile: stem, themeHue: await pictureHue(how.bytes) });
	} catch (error) {
		await removeImage(services.files, stem, coverImage);
		throw error;
	}
}

/** Goes back to the generated cover. Without an uploaded one nothing changes. */
export async function removeCover(services: Services, how: CoverChange): Promise<void> {
	await setCover(services, how, { coverFile: null, themeHue: null, coverAlt: '' });
}

async function setCover(
	services: Services,
	how: CoverChange,
	cover: { coverFile: string | null; themeHue: number | null; coverAlt?: string },
): Promise<void> {
	const before = await services.database.transaction(async (tx) => {
		const row = await lockEvent(tx, how);
		if (how.ifMatch !== undefined && how.ifMatch !== row.version) throw versionConflict(row.version);
		if (row.coverFile === cover.coverFile) return null;
		await withHistory(services, tx, how, how.by ?? bySystem, () =>
			tx
				.update(events)
				.set({
					...cover,
					// Whoever looks at the page without seeing it should know at least whose picture it is.
					coverAlt: cover.coverAlt ?? (row.coverAlt || row.title),
					version: sql`${events.version} + 1`,
					updatedAt: services.clock.now(),
				})
				.where(and(eq(events.organisationId, how.organisationId), eq(events.id, how.eventId))),
		);
		return row.coverFile;
	});
	await services.database.afterCommit(() => removeUnusedCover(services, before));
}

/** Removes an uploaded cover from the store, unless a duplicate of the event still shows it. */
export async function removeUnusedCover(services: Services, stem: string | null): Promise<void> {
	if (stem === null) return;
	const users = await services.database.db
		.select({ id: events.id })
		.from(events)
		.where(eq(events.coverFile, stem))
		.limit(1);
	if (users.length === 0) await removeImage(services.files, stem, coverImage);
}
