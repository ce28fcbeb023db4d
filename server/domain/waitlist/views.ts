import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { ticketTypes } from '#server/db/tables/tickets.ts';
import { waitlistEntries, waitlistOffers } from '#server/db/tables/waitlist.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { readSavings } from '#server/domain/tickets/savings.ts';
import { decodeCursor, pageOf } from '#server/http/cursor.ts';
import type { WaitlistScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import type { ListedWaitlistEntry, WaitlistEntry } from '#shared/contracts/waitlist.ts';
import type { WaitlistEntryState } from '#shared/rules/waitlist.ts';
import { countListed, readOffered } from './resale-listings.ts';
import { canKeep, type EntryRow, findOpenOffer, getEntry, positionOf } from './rows.ts';

/** The names of ticket types of an event, by id. */
async function readTypeNames(services: Services, scope: EventScope): Promise<Map<string, string>> {
	const rows = await services.database.db
		.select({ id: ticketTypes.id, name: ticketTypes.name })
		.from(ticketTypes)
		.where(isOfEvent(ticketTypes, scope));
	return new Map(rows.map(({ id, name }) => [id, name]));
}

const typesOf = ({ ticketTypeIds }: EntryRow, names: ReadonlyMap<string, string>) =>
	ticketTypeIds.flatMap((id) => {
		const name = names.get(id);
		return name === undefined ? [] : [{ id, name }];
	});

/** An entry for whoever joined, but for the link of the order that took its offer. */
export async function getEntryView(
	services: Services,
	scope: WaitlistScope,
): Promise<Omit<WaitlistEntry, 'manageToken'>> {
	const { db } = services.database;
	const entry = await getEntry(db, scope);
	const [event, names, offer, position] = await Promise.all([
		getWholeEvent(services, scope),
		readTypeNames(services, scope),
		findOpenOffer(db, scope),
		positionOf(db, entry),
	]);
	const resold = offer?.isResale ? await readOffered(db, offer) : null;
	const { party, takesFewer, name, email, code, state } = entry;
	const now = services.clock.now();
	const isOver = event.endsAt <= now;
	const isOpen = event.status !== 'cancelled' && event.status !== 'archived' && event.waitlistMode !== 'off';
	return {
		...{ state, position, party, takesFewer, name, email, code },
		ticketTypes: typesOf(entry, names),
		offer: offer
			? {
					ticketTypeId: offer.ticketTypeId,
					ticketTypeName: names.get(offer.ticketTypeId) ?? '',
					quantity: offer.quantity,
					expiresAt: offer.expiresAt.toISOString(),
					resale: resold && {
						currency: event.currency,
						pricesMinor: resold.map(({ priceMinor }) => priceMinor),
					},
				}
			: null,
		canKeep: isOpen && !isOver && canKeep(entry),
		event: {
			...{ id: event.id, slug: event.slug, title: event.title, status: event.status },
			startsAt: event.startsAt.toISOString(),
			endsAt: event.endsAt.toISOString(),
			...{ timeZone: event.timeZone, isAllDay: event.isAllDay, isOver },
			...{ venueName: event.venueName, city: event.city },
			...{ organiserName: event.organiserName, isSandbox: event.isSandbox },
		},
	};
}

const ofEvent = ({ organisationId, eventId }: EventScope) =>
	and(eq(waitlistEntries.organisationId, organisationId), eq(waitlistEntries.eventId, eventId));

/** The order that took the offer of an entry; null: none did. */
export async function findOrderOf(services: Services, scope: WaitlistScope): Promise<string | null> {
	const [row] = await services.database.db
		.select({ orderId: waitlistOffers.orderId })
		.from(waitlistOffers)
		.where(
			and(
				eq(waitlistOffers.organisationId, scope.organisationId),
				eq(waitlistOffers.entryId, scope.entryId),
				eq(waitlistOffers.state, 'taken'),
			),
		);
	return row?.orderId ?? null;
}

/** Entries as the organiser sees them, with what they are offered and the orders that they made. */
async function present(
	services: Services,
	scope: EventScope,
	entries: readonly EntryRow[],
): Promise<ListedWaitlistEntry[]> {
	const { db } = services.database;
	const [names, offers, ahead] = await Promise.all([
		readTypeNames(services, scope),
		db
			.select()
			.from(waitlistOffers)
			.where(
				and(
					eq(waitlistOffers.organisationId, scope.organisationId),
					inArray(
						waitlistOffers.entryId,
						entries.map(({ id }) => id),
					),
					inArray(waitlistOffers.state, ['open', 'taken']),
				),
			),
		positionOfFirst(services, entries),
	]);
	const offerOf = new Map(offers.map((offer) => [offer.entryId, offer]));
	let position = ahead;
	return entries.map((entry) => {
		const { id, state, name, email, party, takesFewer, createdAt } = entry;
		const offer = offerOf.get(id);
		return {
			...{ id, state, name, email, party, takesFewer },
			position: state === 'waiting' ? position++ : null,
			ticketTypes: typesOf(entry, names),
			joinedAt: createdAt.toISOString(),
			offer:
				offer?.state === 'open'
					? {
							ticketTypeName: names.get(offer.ticketTypeId) ?? '',
							quantity: offer.quantity,
							expiresAt: offer.expiresAt.toISOString(),
						}
					: null,
			orderId: offer?.orderId ?? null,
		};
	});
}

/** The position of the first of some entries that waits: the others follow it without a gap. */
async function positionOfFirst(services: Services, entries: readonly EntryRow[]): Promise<number> {
	const first = entries.find(({ state }) => state === 'waiting');
	return first ? ((await positionOf(services.database.db, first)) ?? 1) : 1;
}

/** An entry as the organiser sees it. @throws not-found */
export async function getListedEntry(services: Services, scope: WaitlistScope): Promise<ListedWaitlistEntry> {
	const entry = await getEntry(services.database.db, scope);
	const [shown] = await present(services, scope, [entry]);
	return shown as ListedWaitlistEntry;
}

/** A page of the waitlist of an event, in the order in which tickets are offered. */
export async function listEntries(
	services: Services,
	scope: EventScope,
	query: { state?: WaitlistEntryState | undefined; limit: number; cursor?: string | undefined },
) {
	const { db } = services.database;
	const [queuedAt, id] = query.cursor ? decodeCursor(query.cursor, 2) : [];
	const rows = await db
		.select()
		.from(waitlistEntries)
		.where(
			and(
				ofEvent(scope),
				inArray(waitlistEntries.state, query.state ? [query.state] : ['waiting', 'offered']),
				queuedAt && id
					? sql`(${waitlistEntries.queuedAt}, ${waitlistEntries.id}) > (${queuedAt}::timestamptz, ${id}::uuid)`
					: undefined,
			),
		)
		.orderBy(asc(waitlistEntries.queuedAt), asc(waitlistEntries.id))
		.limit(query.limit + 1);
	const [shown, [waiting], savings, resaleTickets] = await Promise.all([
		present(services, scope, rows.slice(0, query.limit)),
		db
			.select({
				entries: sql<number>`count(*)::int`,
				tickets: sql<number>`coalesce(sum(${waitlistEntries.party}), 0)::int`,
			})
			.from(waitlistEntries)
			.where(and(ofEvent(scope), eq(waitlistEntries.state, 'waiting'))),
		readSavings(db, scope),
		countListed(db, scope),
	]);
	const { nextCursor } = pageOf(
		rows,
		query.limit,
		(row) => row,
		(row) => [row.queuedAt, row.id],
	);
	return {
		data: shown,
		nextCursor,
		waiting: waiting ?? { entries: 0, tickets: 0 },
		// A freed place is saved in each of the pools of its type.
		savedPlaces: Math.max(0, ...savings.values()),
		resaleTickets,
	};
}
