import { and, desc, eq, inArray } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { hasWordsText } from '#server/db/search-words.ts';
import { contentItems, contentRevisions } from '#server/db/tables/content.ts';
import { decodeCursor, encodeCursor } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { ContentKind } from '#shared/contracts/content.ts';
import type {
	ContentDetail,
	ContentDraft,
	ContentItem,
	ContentState,
} from '#shared/contracts/content-editing.ts';
import { contentDraft } from '#shared/contracts/content-editing.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { fillIn, type Placeholders, richTextHtml } from '#shared/rules/rich-text.ts';
import { placeholdersOf } from './operator.ts';
import { ensureShipped } from './shipped.ts';

export type ItemRow = typeof contentItems.$inferSelect;
type RevisionRow = typeof contentRevisions.$inferSelect;

/** The state that readers would name; a plan whose instant has come counts as published. */
export function stateOf(item: ItemRow, now: Date): ContentState {
	if (item.archivedAt) return 'archived';
	if (!item.publishedAt) return 'draft';
	if (item.publishedAt > now) return 'scheduled';
	return 'published';
}

/** The revision that readers see now. */
export function shownRevision(item: ItemRow, now: Date): string | null {
	if (item.scheduledAt && item.scheduledAt <= now) return item.scheduledRevisionId;
	return item.liveRevisionId;
}

function present(
	item: ItemRow,
	newest: { id: string; title: string },
	now: Date,
	words: Placeholders,
): ContentItem {
	const isPlanned = item.scheduledAt !== null && item.scheduledAt > now;
	const newestShown = isPlanned ? item.scheduledRevisionId : shownRevision(item, now);
	return {
		id: item.id,
		kind: item.kind,
		slug: item.slug,
		title: fillIn(newest.title, words),
		state: stateOf(item, now),
		hasUnpublishedChanges: newestShown !== newest.id,
		isShipped: item.shippedKey !== null,
		isEdited: item.isEdited,
		publishedAt: item.publishedAt?.toISOString() ?? null,
		scheduledAt: isPlanned ? (item.scheduledAt?.toISOString() ?? null) : null,
		updatedAt: item.updatedAt.toISOString(),
		version: item.version,
	};
}

function draftOf(item: ItemRow, revision: RevisionRow): ContentDraft {
	const { title, summary, tags, audience, body } = revision;
	return contentDraft.parse({ slug: item.slug, title, summary, tags, audience, body });
}

/** An item with its newest revision and its history. */
export async function getItem(services: Services, db: DbOrTx, itemId: string): Promise<ContentDetail> {
	await ensureShipped(services);
	const [item] = await db.select().from(contentItems).where(eq(contentItems.id, itemId));
	if (!item) throw notFound('Text');
	const revisions = await db
		.select()
		.from(contentRevisions)
		.where(eq(contentRevisions.itemId, itemId))
		.orderBy(desc(contentRevisions.number))
		.limit(200);
	const newest = revisions[0] as RevisionRow;
	const now = services.clock.now();
	const shown = shownRevision(item, now);
	return {
		...present(item, newest, now, await placeholdersOf(services)),
		draft: draftOf(item, newest),
		revisions: revisions.map((one) => ({
			id: one.id,
			number: one.number,
			authorName: one.authorName,
			createdAt: one.createdAt.toISOString(),
			isLive: one.id === shown && stateOf(item, now) !== 'draft',
			isScheduled: item.scheduledAt !== null && item.scheduledAt > now && one.id === item.scheduledRevisionId,
		})),
	};
}

export interface ItemFilters {
	kind?: ContentKind | undefined;
	state?: ContentState | undefined;
	q?: string | undefined;
	limit: number;
	cursor?: string | undefined;
}

const stateSql = `CASE WHEN i.archived_at IS NOT NULL THEN 'archived' WHEN i.published_at IS NULL THEN 'draft'
	WHEN i.published_at > now() THEN 'scheduled' ELSE 'published' END`;

/** All texts, last changed first. */
export async function listItems(services: Services, filters: ItemFilters) {
	await ensureShipped(services);
	const [at, id] = filters.cursor ? decodeCursor(filters.cursor, 2) : [null, null];
	const q = filters.q?.replaceAll('\0', '').trim() ?? '';
	const words = await placeholdersOf(services);
	const values: unknown[] = [filters.kind ?? null, filters.state ?? null, at, id, filters.limit + 1];
	const use = (value: string) => `$${values.push(value)}`;
	const found = q
		? `AND ${hasWordsText(`replace(r.words, '{{product}}', ${use(words.product ?? '')}), i.slug`, q, use)}`
		: '';
	const { rows } = await services.database.pool.query<{ id: string; newest: string; title: string }>(
		`SELECT i.id, r.id AS newest, r.title FROM content_items i
			CROSS JOIN LATERAL (SELECT id, title, words FROM content_revisions WHERE item_id = i.id ORDER BY number DESC LIMIT 1) r
		WHERE ($1::text IS NULL OR i.kind = $1) AND ($2::text IS NULL OR ${stateSql} = $2)
			AND ($3::timestamptz IS NULL OR (i.updated_at, i.id) < ($3, $4::uuid)) ${found}
		ORDER BY i.updated_at DESC, i.id DESC LIMIT $5`,
		values,
	);
	const page = rows.slice(0, filters.limit);
	const now = services.clock.now();
	const items = await services.database.db
		.select()
		.from(contentItems)
		.where(
			inArray(
				contentItems.id,
				page.map(({ id }) => id),
			),
		);
	const byId = new Map(items.map((item) => [item.id, item]));
	const data = page.flatMap((row) => {
		const item = byId.get(row.id);
		return item ? [present(item, { id: row.newest, title: row.title }, now, words)] : [];
	});
	const last = data.at(-1);
	return {
		data,
		nextCursor: last && rows.length > page.length ? encodeCursor([last.updatedAt, last.id]) : null,
	};
}

/** What a text said at a time, as readers would see it. */
export async function getRevision(services: Services, itemId: string, revisionId: string) {
	const { db } = services.database;
	const [item] = await db.select().from(contentItems).where(eq(contentItems.id, itemId));
	const [revision] = await db
		.select()
		.from(contentRevisions)
		.where(and(eq(contentRevisions.itemId, itemId), eq(contentRevisions.id, revisionId)));
	if (!item || !revision) throw notFound('Revision');
	const draft = draftOf(item, revision);
	const words = await placeholdersOf(services);
	return {
		id: revision.id,
		number: revision.number,
		draft,
		title: fillIn(draft.title, words),
		summary: fillIn(draft.summary, words),
		html: richTextHtml(draft.body, words),
	};
}
