import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import MarkdownIt from 'markdown-it';
import { contentItems, contentRevisions } from '#server/db/tables/content.ts';
import { createDatabaseMemo, type Memo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import { type ContentKind, contentKinds } from '#shared/contracts/content.ts';
import { contentDraft } from '#shared/contracts/content-editing.ts';
import { newId } from '#shared/lib/ids.ts';
import { markdownTree } from '#shared/lib/markdown-tree.ts';
import { fillIn, richTextWords } from '#shared/rules/rich-text.ts';
import { statedValues } from './stated-values.ts';

const markdown = new MarkdownIt({ html: false, linkify: false });
// Placeholders and paths stand in shipped texts; the schema of rich text judges the result.
markdown.validateLink = () => true;

/** Markdown as our shipped texts are written, as a tree that the schema of rich text judges. */
function richTextFromMarkdown(source: string): unknown {
	return markdownTree(markdown.parse(source, {}), {
		softBreak: 'space',
		headingLevel: (signs) => (signs === 2 ? 2 : 3),
		linkTarget: decodeURI,
	});
}

const directory = join(import.meta.dirname, 'shipped');
const folders: Record<ContentKind, string> = { page: 'pages', post: 'posts', help: 'help' };

/** A text that comes with the product. */
export interface ShippedText {
	key: string;
	kind: ContentKind;
	slug: string;
	publishedAt: Date;
	hash: string;
	draft: ReturnType<typeof contentDraft.parse>;
}

function readShipped(kind: ContentKind, file: string): ShippedText {
	const source = fillIn(readFileSync(join(directory, folders[kind], file), 'utf8'), statedValues);
	const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? [];
	const fields = Object.fromEntries(
		head.split('\n').map((line) => {
			const colon = line.indexOf(':');
			return [line.slice(0, colon), line.slice(colon + 1).trim()];
		}),
	);
	const slug = file.replace(/\.md$/, '');
	const draft = contentDraft.parse({
		slug,
		title: fields.title,
		summary: fields.summary ?? '',
		tags: (fields.tags ?? '')
			.split(',')
			.map((tag) => tag.trim())
			.filter(Boolean),
		audience: fields.audience ?? '',
		body: richTextFromMarkdown(body),
	});
	return {
		key: `${kind}/${slug}`,
		kind,
		slug,
		publishedAt: new Date(`${fields.published ?? '2025-09-01'}T09:00:00Z`),
		hash: createHash('sha256').update(source).digest('hex').slice(0, 32),
		draft,
	};
}

let texts: ShippedText[] | undefined;

/** All texts that come with the product, read once. */
export function shippedTexts(): ShippedText[] {
	texts ??= contentKinds.flatMap((kind) =>
		readdirSync(join(directory, folders[kind]))
			.filter((file) => file.endsWith('.md'))
			.sort()
			.map((file) => readShipped(kind, file)),
	);
	return texts;
}

/** Any number: all processes that put texts in wait for each other on it. */
const lock = 7_204_118;
const shippedOnce: Memo<Services, Promise<void>> = createDatabaseMemo((services) => {
	const running = putShipped(services, shippedTexts());
	// A database that was away is queried again by the next reader.
	running.catch(() => shippedOnce.forget(services));
	return running;
});

/**
 * Puts the shipped texts into the database, once for each process. A text that was edited, archived or whose address somebody
 * took is left as it is; one that was not is brought to the version of this release.
 */
export const ensureShipped = (services: Services): Promise<void> => shippedOnce(services);

export async function putShipped(services: Services, shipped: ShippedText[]): Promise<void> {
	await services.database.transaction(async (tx) => {
		await tx.execute(sql`SELECT pg_advisory_xact_lock(${lock})`);
		const rows = await tx.select().from(contentItems);
		const byKey = new Map(rows.map((row) => [row.shippedKey, row]));
		const taken = new Set(rows.map((row) => `${row.kind}/${row.slug}`));
		for (const text of shipped) {
			const known = byKey.get(text.key);
			if (known ? known.isEdited || known.shippedHash === text.hash : taken.has(text.key)) continue;
			const itemId = known?.id ?? newId();
			const revisionId = newId();
			const { slug, body, ...said } = text.draft;
			if (!known) {
				await tx.insert(contentItems).values({
					id: itemId,
					kind: text.kind,
					slug,
					shippedKey: text.key,
					shippedHash: text.hash,
					liveRevisionId: revisionId,
					publishedAt: text.publishedAt,
				});
			} else {
				await tx
					.update(contentItems)
					.set({ shippedHash: text.hash, liveRevisionId: revisionId, updatedAt: sql`now()` })
					.where(sql`${contentItems.id} = ${itemId}`);
			}
			await tx.insert(contentRevisions).values({
				id: revisionId,
				itemId,
				number: sql`(SELECT coalesce(max(number), 0) + 1 FROM content_revisions WHERE item_id = ${itemId})`,
				...said,
				body,
				words: wordsOf(text.draft),
				// A text that comes with a release was written then; readers see when it changed.
				createdAt: known ? services.clock.now() : text.publishedAt,
			});
		}
	});
}

/** What a search looks at. */
export function wordsOf(draft: ShippedText['draft']): string {
	return [draft.title, draft.summary, draft.tags.join(' '), richTextWords(draft.body)].join('\n');
}
