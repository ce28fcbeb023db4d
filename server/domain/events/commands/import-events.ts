import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { organisations } from '#server/db/tables/accounts.ts';
import { events } from '#server/db/tables/events.ts';
import { newEventCode } from '#server/domain/events/event-code.ts';
import { isUsableSlug } from '#server/domain/events/reserved-slugs.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { localDaysOf } from '#shared/rules/event-times.ts';
import type { DraftSeries, EventDraft } from '../import/draft.ts';
import { insertNamed, takenSlugs } from '../names.ts';
import { slugFromTitle, withSuffix } from '../slug.ts';

/**
 * A free slug for each draft: its title; for one that many years or towns share, the title with the year, then with the town;
 * else with a random end.
 */
async function chooseSlugs(tx: Tx, drafts: readonly EventDraft[]): Promise<string[]> {
	const wishes = drafts.map((draft) => {
		const plain = slugFromTitle(draft.title);
		const year = draft.startsAtLocal.slice(0, 4);
		const dated = plain.includes(year) ? plain : `${plain}-${year}`;
		const placed = draft.city === '' ? dated : `${dated}-${slugFromTitle(draft.city)}`;
		return [...new Set([plain, dated, placed])].filter((slug) => isUsableSlug(slug));
	});
	const taken = await takenSlugs(tx, [...new Set(wishes.flat())]);
	return wishes.map((list, index) => {
		const free = list.find((slug) => !taken.has(slug));
		const slug = free ?? withSuffix(list[1] ?? list[0] ?? slugFromTitle(drafts[index]?.title ?? ''));
		taken.add(slug);
		return slug;
	});
}

export interface ImportOptions {
	organisationId: string;
	/** Come in as drafts, for somebody to look at first; cancelled events come in as cancelled. */
	asDrafts?: boolean;
	/** Makes a series of the dates of one repeating entry, those that were there before as well as new ones. */
	series?: (tx: Tx, dates: ImportedDate[]) => Promise<unknown>;
}

/** A date of a repeating entry that is an event now. */
export interface ImportedDate {
	eventId: string;
	isNew: boolean;
	seriesId: string | null;
	draft: EventDraft & { series: DraftSeries };
}

/** Tries before a batch gives up on finding free slugs and codes for its last events. */
const tries = 6;

/**
 * Stores a batch of imported events, all or none. Events of a source that are there already stay as they are, whatever has been
 * changed in them since. Events that register elsewhere, and events that are over, get no ticket; the others get the free
 * "Standard" ticket like any new event. Publishing is not announced one by one: nobody waits for thousands of messages.
 * @param drafts some hundreds at most
 */
export async function importEvents(
	services: Services,
	drafts: readonly EventDraft[],
	options: ImportOptions,
): Promise<{ added: number; known: number }> {
	return services.database.transaction(async (tx) => {
		let waiting = await withoutKnown(tx, drafts, options.organisationId);
		let added = 0;
		const fresh = new Set<string>();
		for (let attempt = 0; waiting.length > 0 && attempt < tries; attempt++) {
			// Without rows, another event took a slug or a code this moment: the next attempt chooses others.
			const stored = await insertNamed(tx, (inner) => insertEvents(services, inner, waiting, options));
			added += stored?.length ?? 0;
			for (const { id } of stored ?? []) fresh.add(id);
			await offerTickets(services, tx, stored ?? [], options.organisationId);
			waiting = stored ? [] : await withoutKnown(tx, waiting, options.organisationId);
		}
		if (options.series && fresh.size > 0)
			for (const dates of await datesOfEntries(tx, drafts, options.organisationId, fresh))
				await options.series(tx, dates);
		return { added, known: drafts.length - added };
	});
}

/** The dates of repeating entries of which some are new, by entry. */
async function datesOfEntries(
	tx: Tx,
	drafts: readonly EventDraft[],
	organisationId: string,
	fresh: ReadonlySet<string>,
): Promise<ImportedDate[][]> {
	const repeating = new Map<string, ImportedDate['draft']>();
	for (const draft of drafts)
		if (draft.series && !repeating.has(draft.sourceId))
			repeating.set(draft.sourceId, { ...draft, series: draft.series });
	if (repeating.size === 0) return [];
	const rows = await tx
		.select({ eventId: events.id, seriesId: events.seriesId, name: events.sourceName, id: events.sourceId })
		.from(events)
		.where(
			and(
				eq(events.organisationId, organisationId),
				inArray(events.sourceName, [...new Set([...repeating.values()].map(({ sourceName }) => sourceName))]),
				inArray(events.sourceId, [...repeating.keys()]),
			),
		);
	const dates = rows.flatMap(({ eventId, seriesId, id }): ImportedDate[] => {
		const draft = repeating.get(id ?? '');
		return draft ? [{ eventId, seriesId, isNew: fresh.has(eventId), draft }] : [];
	});
	return [...Map.groupBy(dates, ({ draft }) => draft.series.id).values()].filter((of) =>
		of.some(({ isNew }) => isNew),
	);
}

const sourceKey = (name: string | null, id: string | null) => `${name}\n${id}`;

/** The drafts that are not stored yet, each source once. */
async function withoutKnown(
	tx: Tx,
	drafts: readonly EventDraft[],
	organisationId: string,
): Promise<EventDraft[]> {
	if (drafts.length === 0) return [];
	const rows = await tx
		.select({ name: events.sourceName, id: events.sourceId })
		.from(events)
		.where(
			and(
				eq(events.organisationId, organisationId),
				inArray(events.sourceName, [...new Set(drafts.map(({ sourceName }) => sourceName))]),
				inArray(
					events.sourceId,
					drafts.map(({ sourceId }) => sourceId),
				),
			),
		);
	const known = new Set(rows.map(({ name, id }) => sourceKey(name, id)));
	return drafts.filter((draft) => {
		const key = sourceKey(draft.sourceName, draft.sourceId);
		const isNew = !known.has(key);
		known.add(key);
		return isNew;
	});
}

interface StoredEvent {
	id: string;
	sourceName: string | null;
	sourceId: string | null;
	status: string;
	externalUrl: string;
	endsAt: Date;
}

async function insertEvents(
	services: Services,
	tx: Tx,
	drafts: readonly EventDraft[],
	options: ImportOptions,
): Promise<StoredEvent[]> {
	const now = services.clock.now();
	const slugs = await chooseSlugs(tx, drafts);
	return tx
		.insert(events)
		.values(
			drafts.map((draft, index) => {
				const {
					warnings: _told,
					series: _series,
					startsAtLocal: _start,
					endsAtLocal: _end,
					...fields
				} = draft;
				const status = options.asDrafts && draft.status === 'published' ? ('draft' as const) : draft.status;
				return {
					...fields,
					...localDaysOf(draft.startsAt, draft.endsAt, draft.timeZone),
					startsAt: new Date(draft.startsAt),
					endsAt: new Date(draft.endsAt),
					id: newId(),
					organisationId: options.organisationId,
					slug: slugs[index] as string,
					code: newEventCode(),
					status,
					publishedAt: status === 'draft' ? null : now,
					cancelledAt: status === 'cancelled' ? now : null,
					organiserName: sql`(SELECT ${organisations.name} FROM ${organisations} WHERE ${organisations.id} = ${options.organisationId})`,
				};
			}),
		)
		.onConflictDoNothing()
		.returning({
			id: events.id,
			sourceName: events.sourceName,
			sourceId: events.sourceId,
			status: events.status,
			externalUrl: events.externalUrl,
			endsAt: events.endsAt,
		});
}

/** What can still be registered for here is offered as any new event is. */
async function offerTickets(
	services: Services,
	tx: Tx,
	stored: StoredEvent[],
	organisationId: string,
): Promise<void> {
	const now = services.clock.now();
	for (const event of stored) {
		if (event.externalUrl !== '' || event.status === 'cancelled' || event.endsAt <= now) continue;
		await services.facts.publish(
			tx,
			{ name: 'events.event-created', organisationId, eventId: event.id, payload: { eventId: event.id } },
			services,
		);
	}
}
