import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { fundraiserPages } from '#server/db/tables/fundraisers.ts';
import { type Listener, listen } from '#server/domain/facts.ts';
import { removeImage, storeImage, supporterImage } from '#server/platform/images.ts';
import type { Services } from '#server/services.ts';
import type { SupporterPageCard } from '#shared/contracts/fundraisers.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { findFundraiser } from '../rows.ts';
import { lockPage, type PageRow, type PageScope } from './page-record.ts';

/** Where the picture of a page is; null: it has none. Names change with the picture, so that browsers may keep it for ever. */
export function presentPicture({ pictureFile }: Pick<PageRow, 'pictureFile'>): SupporterPageCard['picture'] {
	if (pictureFile === null) return null;
	const stem = `/files/${pictureFile}`;
	return {
		url: `${stem}-960.webp`,
		srcSet: supporterImage.widths.map((width) => `${stem}-${width}.webp ${width}w`).join(', '),
	};
}

interface PictureChange {
	/** The version that the owner read; another current one refuses the change. */
	ifMatch: number | undefined;
}

/**
 * Sets an uploaded picture on a page. Where the organiser approves pages, the page waits for them again.
 * @throws not-found, version conflict (412), VALIDATION_FAILED about `file`
 */
export async function uploadPicture(
	services: Services,
	scope: PageScope,
	how: PictureChange & { bytes: Uint8Array },
): Promise<void> {
	const { stem } = await storeImage(services.files, how.bytes, supporterImage);
	try {
		await setPicture(services, scope, how, stem);
	} catch (error) {
		await removeImage(services.files, stem, supporterImage);
		throw error;
	}
}

/** Takes the picture off a page. Without one nothing changes. @throws not-found, version conflict (412) */
export const removePicture = (services: Services, scope: PageScope, how: PictureChange): Promise<void> =>
	setPicture(services, scope, how, null);

async function setPicture(
	services: Services,
	scope: PageScope,
	{ ifMatch }: PictureChange,
	pictureFile: string | null,
): Promise<void> {
	await services.database.transaction(async (tx) => {
		const page = await lockPage(tx, scope);
		if (ifMatch !== undefined && ifMatch !== page.version) throw versionConflict(page.version);
		if (page.pictureFile === pictureFile) return;
		const fundraiser = await findFundraiser(tx, scope);
		if (!fundraiser) throw notFound('Fundraiser');
		const waits = pictureFile !== null && page.state === 'shown' && fundraiser.supporters === 'reviewed';
		await tx
			.update(fundraiserPages)
			.set({
				pictureFile,
				...(waits && { state: 'waiting' as const }),
				version: page.version + 1,
				updatedAt: sql`now()`,
			})
			.where(and(eq(fundraiserPages.organisationId, page.organisationId), eq(fundraiserPages.id, page.id)));
		await dropPictures(services, tx, scope.organisationId, [page.pictureFile]);
	});
}

/** Pictures that one fact names. */
const stemsOfFact = 500;

/**
 * Has the files of pictures removed once the transaction is committed, however often that takes.
 * @param organisationId null: of an organisation that is removed in this transaction
 */
export async function dropPictures(
	services: Services,
	tx: Tx,
	organisationId: string | null,
	files: readonly (string | null)[],
): Promise<void> {
	const stems = files.filter((stem) => stem !== null);
	if (stems.length === 0) return;
	await services.facts.publish(
		tx,
		{ name: 'fundraisers.pictures-dropped', organisationId, eventId: null, payload: { stems } },
		services,
	);
}

export const pictureListeners: Listener[] = [
	listen({
		fact: 'fundraisers.pictures-dropped',
		async afterCommit({ payload }, { files }) {
			for (const stem of payload.stems) await removeImage(files, stem, supporterImage);
		},
	}),
	listen({
		// Its pages are deleted with it.
		fact: 'events.event-deleted',
		async inTransaction(tx, { organisationId, eventId }, services) {
			if (organisationId === null || eventId === null) return;
			const { rows } = await tx.execute<{ stem: string }>(sql`
				SELECT picture_file AS stem FROM fundraiser_pages
				WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND picture_file IS NOT NULL`);
			await dropPictures(
				services,
				tx,
				organisationId,
				rows.map(({ stem }) => stem),
			);
		},
	}),
	listen({
		// Removals that were due before are published again: facts of the organisation are removed with it.
		fact: 'accounts.organisation-emptied',
		async inTransaction(tx, { organisationId }, services) {
			const { rows } = await tx.execute<{ stem: string }>(sql`
				SELECT picture_file AS stem FROM fundraiser_pages
				WHERE organisation_id = ${organisationId} AND picture_file IS NOT NULL
				UNION
				SELECT jsonb_array_elements_text(payload->'stems') FROM facts
				WHERE organisation_id = ${organisationId} AND name = 'fundraisers.pictures-dropped' AND dispatched_at IS NULL`);
			const stems = rows.map(({ stem }) => stem);
			for (let from = 0; from < stems.length; from += stemsOfFact)
				await dropPictures(services, tx, null, stems.slice(from, from + stemsOfFact));
		},
	}),
];
