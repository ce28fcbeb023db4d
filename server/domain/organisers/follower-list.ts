import { and, count, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { events } from '#server/db/tables/events.ts';
import { followers } from '#server/db/tables/organisers.ts';
import { decodeCursor, encodeCursor } from '#server/http/cursor.ts';
import { tableFile } from '#server/http/export/table-file.ts';
import type { Services } from '#server/services.ts';
import { type Follower, mostCountedFollowers } from '#shared/contracts/organisers.ts';
import { everyFollower, type FollowerRow, ofState } from './followers.ts';

/** Titles of the events whose questions some followers agreed to, by their ids. */
async function readTitles(
	db: DbOrTx,
	organisationId: string,
	rows: readonly FollowerRow[],
): Promise<Map<string, string>> {
	const ids = [...new Set(rows.flatMap(({ eventId }) => eventId ?? []))];
	if (ids.length === 0) return new Map();
	const found = await db
		.select({ id: events.id, title: events.title })
		.from(events)
		.where(and(eq(events.organisationId, organisationId), inArray(events.id, ids)));
	return new Map(found.map(({ id, title }) => [id, title]));
}

/** Followers of a state, the newest first, and how many there are, counted up to `mostCountedFollowers`. */
export async function listFollowers(
	services: Services,
	organisationId: string,
	query: { state: FollowerRow['state']; cursor?: string | undefined; limit: number },
): Promise<{ data: Follower[]; nextCursor: string | null; count: number }> {
	const { db } = services.database;
	const [before] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const isListed = ofState(organisationId, query.state);
	const counted = db
		.select({ one: sql`1`.as('one') })
		.from(followers)
		.where(isListed)
		.limit(mostCountedFollowers)
		.as('counted');
	const [rows, [total]] = await Promise.all([
		db
			.select()
			.from(followers)
			.where(and(isListed, before ? lt(followers.id, before) : undefined))
			.orderBy(desc(followers.id))
			.limit(query.limit + 1),
		db.select({ count: count() }).from(counted),
	]);
	const page = rows.slice(0, query.limit);
	const titles = await readTitles(db, organisationId, page);
	const last = page.at(-1);
	return {
		data: page.map((row) => present(row, titles)),
		nextCursor: last && rows.length > page.length ? encodeCursor([last.id]) : null,
		count: total?.count ?? 0,
	};
}

function present(row: FollowerRow, titles: ReadonlyMap<string, string>): Follower {
	const { id, email, name, state, cameFrom, consentText } = row;
	const title = row.eventId === null ? undefined : titles.get(row.eventId);
	return {
		...{ id, email, name, state, cameFrom, consentText },
		leftBy: state === 'left' ? row.leftBy : null,
		event: row.eventId === null || title === undefined ? null : { id: row.eventId, title },
		consentedAt: row.consentedAt.toISOString(),
		confirmedAt: row.confirmedAt?.toISOString() ?? null,
		leftAt: row.leftAt?.toISOString() ?? null,
	};
}

async function* asCells(
	db: DbOrTx,
	organisationId: string,
	pages: AsyncGenerator<FollowerRow[]>,
): AsyncGenerator<string[][]> {
	for await (const rows of pages) {
		const titles = await readTitles(db, organisationId, rows);
		yield rows.map((row) => [
			row.email,
			row.name,
			row.state,
			row.cameFrom,
			(row.eventId && titles.get(row.eventId)) || '',
			row.consentText,
			row.consentedAt.toISOString(),
			row.confirmedAt?.toISOString() ?? '',
			row.leftAt?.toISOString() ?? '',
			(row.state === 'left' && row.leftBy) || '',
		]);
	}
}

/** Followers of a state, or all, as a file, in the order in which they came: what each agreed to, when, and how it ended. */
export function exportFollowers(
	services: Services,
	organisationId: string,
	{ format, state }: { format: 'csv' | 'xlsx'; state: FollowerRow['state'] | 'all' },
): Response {
	const { db } = services.database;
	return tableFile(services, organisationId, {
		name: 'followers',
		header: [
			...['Email', 'Name', 'State', 'Came from', 'Event'],
			...['Agreed to', 'Agreed at', 'Confirmed at', 'Ended at', 'Ended by'],
		],
		kinds: { 'Agreed at': 'instant', 'Confirmed at': 'instant', 'Ended at': 'instant' },
		pages: asCells(db, organisationId, everyFollower(db, organisationId, 500, state)),
		format,
	});
}
