import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { organisations } from '#server/db/tables/accounts.ts';
import { events } from '#server/db/tables/events.ts';
import { newId } from '#shared/lib/ids.ts';
import { newEventCode } from '../event-code.ts';
import { insertNamed, takenSlugs } from '../names.ts';
import { withSuffix } from '../slug.ts';
import { insertEvent, type NewEvent } from './create-event.ts';
import { sharePicturesWith } from './pictures.ts';

/** A statement has at most 65,535 parameters, and a row up to a hundred. */
const rowsOfStatement = 100;

/**
 * Writes the rows of several events of one organisation, each under its slug where that is free and else under one like it, as `insertEvent`
 * does one by one.
 * @returns their ids, in the order of the events
 */
export async function insertEvents(
	tx: Tx,
	organisationId: string,
	made: readonly (NewEvent & { slug: string })[],
): Promise<string[]> {
	const taken = await takenSlugs(
		tx,
		made.map(({ slug }) => slug),
	);
	const named = made.map((event) => {
		const slug = taken.has(event.slug) ? withSuffix(event.slug) : event.slug;
		taken.add(slug);
		return { event, slug };
	});
	const ids: string[] = [];
	for (let from = 0; from < named.length; from += rowsOfStatement) {
		const some = named.slice(from, from + rowsOfStatement);
		ids.push(...((await insertTogether(tx, organisationId, some)) ?? (await insertSingly(tx, some))));
	}
	return ids;
}

type Named = { event: NewEvent & { slug: string }; slug: string };

/** @returns null where one of the names was taken this moment; then nothing is written */
async function insertTogether(
	tx: Tx,
	organisationId: string,
	some: readonly Named[],
): Promise<string[] | null> {
	const rows = some.map(({ event, slug }) => ({
		...event,
		organisationId,
		id: newId(),
		slug,
		code: newEventCode(),
		organiserName: sql`(SELECT ${organisations.name} FROM ${organisations} WHERE ${organisations.id} = ${organisationId})`,
	}));
	const isWritten = await insertNamed(tx, async (inner) => {
		await inner.insert(events).values(rows);
		return true;
	});
	if (!isWritten) return null;
	for (const [text, alike] of Map.groupBy(rows, ({ description }) => description ?? ''))
		await sharePicturesWith(
			tx,
			organisationId,
			alike.map(({ id }) => id),
			text,
		);
	return rows.map(({ id }) => id);
}

async function insertSingly(tx: Tx, some: readonly Named[]): Promise<string[]> {
	const ids: string[] = [];
	for (const { event } of some) ids.push((await insertEvent(tx, event)).id);
	return ids;
}
