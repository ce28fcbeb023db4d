import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { ContentCard, ContentKind, ContentPage, HelpAudience } from '#shared/contracts/content.ts';
import type { RichText } from '#shared/contracts/rich-text.ts';
import { notFound } from '#shared/errors/app-error.ts';
import {
	fillIn,
	firstImage,
	type Placeholders,
	readingMinutes,
	richTextHeadings,
	richTextHtml,
} from '#shared/rules/rich-text.ts';
import { placeholdersOf } from './operator.ts';
import { shareImagePathOf } from './share-image.ts';
import { ensureShipped } from './shipped.ts';

interface Row {
	id: string;
	kind: ContentKind;
	slug: string;
	title: string;
	summary: string;
	tags: string[];
	audience: string;
	body: RichText;
	authorName: string;
	publishedAt: Date;
	revisedAt: Date;
}

/** What readers see now: a planned revision counts from its instant on, without anybody having to do something. */
const published = `
	FROM content_items i JOIN content_revisions r
		ON r.id = CASE WHEN i.scheduled_at <= now() THEN i.scheduled_revision_id ELSE i.live_revision_id END
	WHERE i.archived_at IS NULL AND i.published_at <= now()`;

const columns = `i.id, i.kind, i.slug, r.title, r.summary, r.tags, r.audience, r.body, r.author_name AS "authorName",
	i.published_at AS "publishedAt", greatest(r.created_at, i.published_at) AS "revisedAt"`;

const words = `to_tsvector('english', r.words)`;

function card(services: Services, row: Row, placeholders: Placeholders): ContentCard {
	const title = fillIn(row.title, placeholders);
	const summary = fillIn(row.summary, placeholders);
	return {
		slug: row.slug,
		title,
		summary,
		tags: row.tags,
		audience: row.audience,
		publishedAt: row.publishedAt.toISOString(),
		updatedAt: row.revisedAt.toISOString(),
		readingMinutes: readingMinutes(row.body),
		shareImageUrl:
			ownPictureOf(row) ?? shareImagePathOf(services, shareTextOf(row.kind, row.slug, title, placeholders)),
	};
}

/** Messengers show a post with its first picture, where that is large enough for them. */
function ownPictureOf({ kind, body }: Row): string | null {
	const picture = kind === 'post' ? firstImage(body) : null;
	return picture && picture.width >= 600 && picture.height >= 300 ? `/files/${picture.stem}.jpg` : null;
}

export function shareTextOf(kind: ContentKind, slug: string, title: string, placeholders: Placeholders) {
	const lines = { page: placeholders.product ?? '', post: 'Plan great events', help: 'Help Center' };
	return { name: `${kind}-${slug}`, title, line: lines[kind] };
}

function whole(services: Services, row: Row, placeholders: Placeholders): ContentPage {
	return {
		...card(services, row, placeholders),
		html: richTextHtml(row.body, placeholders),
		headings: richTextHeadings(row.body, placeholders),
		author: row.authorName,
	};
}

async function findRow(services: Services, kind: ContentKind, slug: string): Promise<Row | null> {
	await ensureShipped(services);
	const { rows } = await services.database.pool.query<Row>({
		name: 'content.find',
		text: `SELECT ${columns} ${published} AND i.kind = $1 AND i.slug = $2`,
		values: [kind, slug],
	});
	return rows[0] ?? null;
}

/** A page as readers see it. */
export async function getPublished(
	services: Services,
	kind: ContentKind,
	slug: string,
): Promise<ContentPage> {
	const row = await findRow(services, kind, slug);
	if (!row) throw notFound('Page');
	return whole(services, row, await placeholdersOf(services));
}

/** A post or help article with up to three others that share tags, the most alike first. */
export async function getPublishedWithRelated(services: Services, kind: 'post' | 'help', slug: string) {
	const row = await findRow(services, kind, slug);
	if (!row) throw notFound(kind === 'post' ? 'Post' : 'Article');
	const placeholders = await placeholdersOf(services);
	const { rows } = await services.database.pool.query<Row>({
		name: 'content.related',
		text: `SELECT ${columns} ${published} AND i.kind = $1 AND i.id <> $2
			ORDER BY cardinality(ARRAY(SELECT unnest(r.tags) INTERSECT SELECT unnest($3::text[])))
				+ (r.audience = $4 AND $4 <> '')::int DESC, i.published_at DESC, i.id LIMIT 3`,
		values: [kind, row.id, row.tags, row.audience],
	});
	return {
		...whole(services, row, placeholders),
		related: rows.map((one) => card(services, one, placeholders)),
	};
}

/** Words as `websearch` reads them, the last one also as a beginning: people search while they type. */
const wordsQuery = `(CASE WHEN $1 ~ '[[:alnum:]]$' THEN
	websearch_to_tsquery('english', regexp_replace($1, '[[:alnum:]]+$', ''))
		&& to_tsquery('english', substring($1 from '[[:alnum:]]+$') || ':*')
	ELSE websearch_to_tsquery('english', $1) END)`;

export async function listPosts(
	services: Services,
	filters: { q?: string | undefined; tag?: string | undefined; limit: number; cursor?: string | undefined },
) {
	await ensureShipped(services);
	const placeholders = await placeholdersOf(services);
	const q = filters.q?.replaceAll('\0', '').trim() ?? '';
	const [at, id] = filters.cursor ? decodeCursor(filters.cursor, 2) : [null, null];
	const { rows } = await services.database.pool.query<Row>(
		`SELECT ${columns} ${published} AND i.kind = 'post'
			AND ($1 = '' OR ${words} @@ ${wordsQuery})
			AND ($2::text IS NULL OR $2 = ANY(r.tags))
			AND ($3::timestamptz IS NULL OR (i.published_at, i.id) < ($3, $4::uuid))
		ORDER BY i.published_at DESC, i.id DESC LIMIT $5`,
		[q, filters.tag ?? null, at, id, filters.limit + 1],
	);
	const { rows: tags } = await services.database.pool.query<{ tag: string; count: number }>(
		`SELECT tag, count(*)::int AS count FROM (SELECT unnest(r.tags) AS tag ${published} AND i.kind = 'post') AS t
		GROUP BY tag ORDER BY count DESC, tag LIMIT 30`,
	);
	return {
		...pageOf(
			rows,
			filters.limit,
			(row) => card(services, row, placeholders),
			(row) => [row.publishedAt, row.id],
		),
		tags,
	};
}

export async function listHelp(
	services: Services,
	filters: { q?: string | undefined; audience?: HelpAudience | undefined },
) {
	await ensureShipped(services);
	const placeholders = await placeholdersOf(services);
	const q = filters.q?.replaceAll('\0', '').trim() ?? '';
	const { rows } = await services.database.pool.query<Row>(
		`SELECT ${columns} ${published} AND i.kind = 'help'
			AND ($1 = '' OR ${words} @@ ${wordsQuery})
			AND ($2::text IS NULL OR r.audience = $2)
		ORDER BY CASE WHEN $1 = '' THEN 0 ELSE ts_rank(setweight(to_tsvector('english', r.title), 'A')
			|| setweight(${words}, 'D'), ${wordsQuery}) END DESC, r.title, i.id LIMIT 200`,
		[q, filters.audience ?? null],
	);
	return { data: rows.map((row) => card(services, row, placeholders)) };
}

/** Addresses of everything that can be read, for the site map. */
export async function listAddresses(
	services: Services,
): Promise<{ kind: ContentKind; slug: string; modified: Date }[]> {
	await ensureShipped(services);
	const { rows } = await services.database.pool.query<Row>(
		`SELECT ${columns} ${published} ORDER BY i.kind, i.id LIMIT 40000`,
	);
	return rows.map(({ kind, slug, revisedAt }) => ({ kind, slug, modified: revisedAt }));
}

export type PublishedRow = Row;
export { columns as publishedColumns, published as publishedSql };
