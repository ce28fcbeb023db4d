import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { eventPictures } from '#server/db/tables/events.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { removeImage, storeImage, textImage } from '#server/platform/images.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { MAX_EVENT_PICTURES, pictureStems } from '#shared/rules/description-markdown.ts';
import { lockEvent } from '../event-rows.ts';

interface NewPicture extends EventScope {
	bytes: Uint8Array;
	alt: string;
}

/**
 * Stores a picture that the description of an event may then name. The event itself does not change.
 * @throws VALIDATION_FAILED about the file, BUSINESS_RULE_VIOLATION `too-many-pictures`
 */
export async function addPicture(
	services: Services,
	how: NewPicture,
): Promise<{ stem: string; width: number; height: number }> {
	const scope = { organisationId: how.organisationId, eventId: how.eventId };
	// Before the picture is decoded, and once more under the lock.
	if (await isFull(services.database.db, scope)) await makeRoom(services, scope);
	const { stem, width, height } = await storeImage(services.files, how.bytes, textImage);
	try {
		await services.database.transaction(async (tx) => {
			await lockEvent(tx, scope);
			if (await isFull(tx, scope)) throw tooMany();
			await tx.insert(eventPictures).values({ ...scope, id: newId(), stem, width, height, alt: how.alt });
		});
	} catch (error) {
		await removeImage(services.files, stem, textImage);
		throw error;
	}
	return { stem, width, height };
}

const ofEvent = (scope: EventScope) => isOfEvent(eventPictures, scope);

const tooMany = () =>
	ruleViolation(
		'too-many-pictures',
		message`An event can have up to ${MAX_EVENT_PICTURES} pictures. Remove some from the description; they are deleted after a day.`,
		{ max: MAX_EVENT_PICTURES },
	);

async function isFull(db: DbOrTx, scope: EventScope): Promise<boolean> {
	const [row] = await db.select({ count: count() }).from(eventPictures).where(ofEvent(scope));
	return (row?.count ?? 0) >= MAX_EVENT_PICTURES;
}

/** Removes pictures that the description does not name; those of the last day may still be in a text that is not saved. */
async function makeRoom(services: Services, scope: EventScope): Promise<void> {
	const removed = await services.database.transaction(async (tx) => {
		const { description } = await lockEvent(tx, scope);
		const named = pictureStems(description);
		return tx
			.delete(eventPictures)
			.where(
				and(
					ofEvent(scope),
					sql`${eventPictures.createdAt} < now() - interval '1 day'`,
					sql`NOT ${eventPictures.stem} = ANY(${sql.param(named)}::text[])`,
				),
			)
			.returning({ stem: eventPictures.stem });
	});
	if (removed.length === 0) throw tooMany();
	await removeUnusedPictures(
		services,
		scope.organisationId,
		removed.map(({ stem }) => stem),
	);
}

/**
 * Gives an event the pictures of its organisation that its new text names: copied from another event, or of a template.
 * @param scope.eventId null: the text is that of a template
 */
export const sharePictures = (
	tx: Tx,
	scope: { organisationId: string; eventId: string | null },
	text: string,
): Promise<void> => sharePicturesWith(tx, scope.organisationId, [scope.eventId], text);

/** `sharePictures` with several events that have the same text. */
export async function sharePicturesWith(
	tx: Tx,
	organisationId: string,
	eventIds: readonly (string | null)[],
	text: string,
): Promise<void> {
	const stems = pictureStems(text);
	if (stems.length === 0) return;
	const named = eventIds.flatMap((eventId) => stems.map((stem) => ({ id: newId(), eventId, stem })));
	const column = (name: 'id' | 'eventId' | 'stem') => sql.param(named.map((one) => one[name]));
	// Locked: who removes the last row of a picture meanwhile waits, and then finds the new one.
	await tx.execute(sql`
		INSERT INTO event_pictures (organisation_id, id, event_id, stem, width, height, alt)
		SELECT ${organisationId}, named.id, named.event_id, p.stem, p.width, p.height, p.alt
		FROM unnest(${column('stem')}::text[], ${column('id')}::uuid[], ${column('eventId')}::uuid[]) AS named(stem, id, event_id)
		CROSS JOIN LATERAL (
			SELECT stem, width, height, alt FROM event_pictures
			WHERE organisation_id = ${organisationId} AND stem = named.stem LIMIT 1 FOR KEY SHARE
		) p
		ON CONFLICT DO NOTHING`);
}

/** Stems of the pictures of an event, before it is deleted. */
export async function listPictureStems(tx: Tx, scope: EventScope): Promise<string[]> {
	const rows = await tx.select({ stem: eventPictures.stem }).from(eventPictures).where(ofEvent(scope));
	return rows.map(({ stem }) => stem);
}

/** Removes the files of pictures that no row has any more. After the transaction that deleted the rows. */
export async function removeUnusedPictures(
	services: Services,
	organisationId: string,
	stems: readonly string[],
): Promise<void> {
	if (stems.length === 0) return;
	await services.database.afterCommit(async () => {
		const used = await services.database.db
			.select({ stem: eventPictures.stem })
			.from(eventPictures)
			.where(and(eq(eventPictures.organisationId, organisationId), inArray(eventPictures.stem, [...stems])));
		const isUsed = new Set(used.map(({ stem }) => stem));
		for (const stem of stems) if (!isUsed.has(stem)) await removeImage(services.files, stem, textImage);
	});
}
