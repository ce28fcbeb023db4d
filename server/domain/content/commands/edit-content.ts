import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { contentItems, contentRevisions } from '#server/db/tables/content.ts';
import type { Caller } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import type { ContentDraft } from '#shared/contracts/content-editing.ts';
import { AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { newId } from '#shared/lib/ids.ts';
import { type ItemRow, shownRevision } from '../editing.ts';
import { wordsOf } from '../shipped.ts';

interface Author {
	id: string;
	name: string;
}

/** How an author is named in the history. */
export const authorOf = (caller: Caller): Author => ({ id: caller.userId, name: caller.email });

const emptyBody: ContentDraft['body'] = { type: 'doc', content: [{ type: 'paragraph' }] };

async function lockItem(tx: Tx, itemId: string, ifMatch?: number): Promise<ItemRow> {
	const [item] = await tx.select().from(contentItems).where(eq(contentItems.id, itemId)).for('update');
	if (!item) throw notFound('Text');
	if (ifMatch !== undefined && item.version !== ifMatch) throw versionConflict(item.version);
	return item;
}

/** Every change counts the version up; what is no change of words leaves upgrades their right to renew the text. */
async function change(tx: Tx, services: Services, item: ItemRow, set: Partial<ItemRow>): Promise<void> {
	await tx
		.update(contentItems)
		.set({ ...set, version: item.version + 1, updatedAt: services.clock.now() })
		.where(eq(contentItems.id, item.id));
}

async function newestRevision(tx: Tx, itemId: string): Promise<string> {
	const { rows } = await tx.execute<{ id: string }>(
		sql`SELECT id FROM content_revisions WHERE item_id = ${itemId} ORDER BY number DESC LIMIT 1`,
	);
	return (rows[0] as { id: string }).id;
}

async function addRevision(tx: Tx, services: Services, itemId: string, draft: ContentDraft, author: Author) {
	const id = newId();
	const { slug: _, ...said } = draft;
	await tx.insert(contentRevisions).values({
		id,
		itemId,
		number: sql`(SELECT coalesce(max(number), 0) + 1 FROM content_revisions WHERE item_id = ${itemId})`,
		...said,
		words: wordsOf(draft),
		authorId: author.id,
		authorName: author.name,
		createdAt: services.clock.now(),
	});
	return id;
}

const slugTaken = () =>
	new AppError('RESOURCE_ALREADY_EXISTS', {
		userMessage: message`This URL is already used. Choose another one.`,
		details: [
			{ field: 'slug', message: message`This URL is already used.`, code: 'RESOURCE_ALREADY_EXISTS' },
		],
	});

/** Begins a draft. Its address comes from the title and can be changed until it is published. */
export async function createItem(
	services: Services,
	input: { kind: 'post' | 'help'; title: string },
	author: Author,
): Promise<string> {
	const id = newId();
	const made = input.title
		.normalize('NFKD')
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '-')
		.replaceAll(/^-|-$/g, '')
		.slice(0, 80)
		.replace(/-$/, '');
	const slug = `${made || 'text'}-${id.slice(-4)}`;
	await services.database.transaction(async (tx) => {
		await tx.insert(contentItems).values({ id, kind: input.kind, slug, isEdited: true });
		const draft = { slug, title: input.title, summary: '', tags: [], audience: '' as const, body: emptyBody };
		await addRevision(tx, services, id, draft, author);
	});
	return id;
}

/** Stores what was written as a new revision; the same text twice is one. */
export async function saveDraft(
	services: Services,
	how: { itemId: string; draft: ContentDraft; ifMatch: number | undefined; author: Author },
): Promise<void> {
	try {
		await services.database.transaction(async (tx) => {
			const item = await lockItem(tx, how.itemId, how.ifMatch);
			const { slug } = how.draft;
			if (slug !== item.slug && (item.kind === 'page' || item.publishedAt)) {
				throw ruleViolation(
					'address-kept',
					message`The URL of a published page can’t be changed: links lead to it.`,
				);
			}
			await addRevision(tx, services, item.id, how.draft, how.author);
			await change(tx, services, item, { slug, isEdited: true });
		});
	} catch (error) {
		if (isUniqueViolation(error, 'content_items_slug_unique')) throw slugTaken();
		throw error;
	}
}

/** Shows the newest revision to readers: now, or at an instant that is still ahead. */
export async function publishItem(
	services: Services,
	how: { itemId: string; at: Date | undefined; ifMatch: number | undefined },
): Promise<void> {
	await services.database.transaction(async (tx) => {
		const item = await lockItem(tx, how.itemId, how.ifMatch);
		if (item.archivedAt) throw ruleViolation('content-archived', message`Restore the text first.`);
		const now = services.clock.now();
		const newest = await newestRevision(tx, item.id);
		const isNew = !item.publishedAt || item.publishedAt > now;
		if (how.at && how.at > now) {
			await change(tx, services, item, {
				liveRevisionId: isNew ? null : shownRevision(item, now),
				scheduledRevisionId: newest,
				scheduledAt: how.at,
				publishedAt: isNew ? how.at : item.publishedAt,
			});
			return;
		}
		await change(tx, services, item, {
			liveRevisionId: newest,
			scheduledRevisionId: null,
			scheduledAt: null,
			publishedAt: isNew ? now : item.publishedAt,
		});
	});
}

/** Takes a plan back that has not come true. */
export async function unscheduleItem(services: Services, itemId: string): Promise<void> {
	await services.database.transaction(async (tx) => {
		const item = await lockItem(tx, itemId);
		const now = services.clock.now();
		if (!item.scheduledAt || item.scheduledAt <= now) return;
		const isNew = item.publishedAt !== null && item.publishedAt > now;
		await change(tx, services, item, {
			scheduledRevisionId: null,
			scheduledAt: null,
			publishedAt: isNew ? null : item.publishedAt,
		});
	});
}

/** Takes a text away from readers. The pages that the law asks for stay. */
export async function archiveItem(services: Services, itemId: string): Promise<void> {
	await services.database.transaction(async (tx) => {
		const item = await lockItem(tx, itemId);
		if (item.kind === 'page') {
			throw ruleViolation(
				'page-stays',
				message`This page is part of every installation. Edit its text instead.`,
			);
		}
		if (item.archivedAt) return;
		await change(tx, services, item, { archivedAt: services.clock.now(), isEdited: true });
	});
}

export async function restoreItem(services: Services, itemId: string): Promise<void> {
	await services.database.transaction(async (tx) => {
		const item = await lockItem(tx, itemId);
		if (item.archivedAt) await change(tx, services, item, { archivedAt: null });
	});
}

/** Deletes what readers never saw and nobody shipped. */
export async function deleteDraft(services: Services, itemId: string): Promise<void> {
	await services.database.transaction(async (tx) => {
		const item = await lockItem(tx, itemId);
		if (item.publishedAt || item.shippedKey) {
			throw ruleViolation(
				'content-was-published',
				message`This text has been published. Archive it instead.`,
			);
		}
		await tx.delete(contentItems).where(eq(contentItems.id, itemId));
	});
}
