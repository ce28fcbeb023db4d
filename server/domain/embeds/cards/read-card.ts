import { getShownEvent } from '#server/domain/events/access.ts';
import { type CardRow, cardColumns } from '#server/domain/events/card-rows.ts';
import type { EventWithOrganiser } from '#server/domain/events/event-rows.ts';
import { presentCardRow } from '#server/domain/events/present.ts';
import { listPublicEvents } from '#server/domain/events/search/list-events.ts';
import { getPublicOrganiser } from '#server/domain/organisers/page.ts';
import type { Services } from '#server/services.ts';
import type { EventCard } from '#shared/contracts/events.ts';
import { notFound } from '#shared/errors/app-error.ts';

/** The events that the card of an organiser lists. */
const mostEvents = 5;

export interface ShownEvent {
	event: EventWithOrganiser;
	card: EventCard;
	/** Slug that the card is known by: of the series where that was requested, so that it goes on showing the next date. */
	slug: string;
}

/**
 * The event of a reference, or the next date of a series, as the public sees it.
 * @throws RESOURCE_NOT_FOUND for drafts and invitations, RESOURCE_ACCESS_DENIED for an event behind a password
 */
export async function readShownEvent(services: Services, reference: string): Promise<ShownEvent> {
	const { event } = await getShownEvent(services, reference, { caller: undefined, eventAccess: undefined });
	const { rows } = await services.database.pool.query<CardRow>({
		name: 'embeds.card',
		text: `SELECT ${cardColumns} FROM events e JOIN organisations o ON o.id = e.organisation_id
			WHERE e.organisation_id = $1 AND e.id = $2`,
		values: [event.organisationId, event.id],
	});
	const [row] = rows;
	if (!row) throw notFound('Event');
	const isSeries = event.seriesSlug?.toLowerCase() === reference.toLowerCase();
	return { event, card: presentCardRow(row), slug: (isSeries && event.seriesSlug) || event.slug };
}

export interface ShownOrganiser {
	name: string;
	slug: string;
	/** The next ones, soonest first; of a series its next date. */
	events: EventCard[];
}

/** @throws RESOURCE_NOT_FOUND, also for an organiser who shows no page */
export async function readShownOrganiser(services: Services, slug: string): Promise<ShownOrganiser> {
	if (!/^[a-z0-9-]{1,120}$/.test(slug)) throw notFound('Organiser');
	const organiser = await getPublicOrganiser(services, slug);
	const query = { organiser: organiser.slug, limit: mostEvents };
	const { rows } = await listPublicEvents(services, query as Parameters<typeof listPublicEvents>[1]);
	return { name: organiser.name, slug: organiser.slug, events: rows.map(presentCardRow) };
}
