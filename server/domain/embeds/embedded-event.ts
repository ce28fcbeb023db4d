import { existsForPublic, passwordNeeded } from '#server/domain/events/access.ts';
import { presentCardRow } from '#server/domain/events/present.ts';
import { findDateOfSeries } from '#server/domain/events/queries.ts';
import { findEventId } from '#server/domain/tickets/event-reference.ts';
import { presentTicketTypes } from '#server/domain/tickets/present.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { Services } from '#server/services.ts';
import type { EmbeddedEvent } from '#shared/contracts/embeds.ts';
import type { TicketType } from '#shared/contracts/tickets.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { eventState } from '#shared/rules/event-state.ts';
import { type SaleSummary, summariseSale } from '#shared/rules/sale-summary.ts';
import { type EmbedRow, findEmbedRow, listEmbeddedDates } from './embed-rows.ts';

/** The cached public view of an event may be this old; sales are decided by the database. */
export const publicAgeMs = 1_000;

const stateOfSale: Record<SaleSummary['state'], EmbeddedEvent['state']> = {
	open: 'open',
	none: 'unavailable',
	unavailable: 'unavailable',
	sold_out: 'sold-out',
	not_yet: 'not-yet',
	ended: 'sale-ended',
};

/** Obstacles to registering, in the order of their importance to guests. */
function stateOf(
	services: Services,
	event: EmbedRow,
	sale: SaleSummary,
	isSoldWhole: boolean,
): EmbeddedEvent['state'] {
	const times = { status: event.status, startsAt: event.starts_at, endsAt: event.ends_at };
	const phase = eventState(times, services.clock.now());
	if (phase === 'cancelled' || phase === 'postponed') return phase;
	if (phase === 'ended' || phase === 'archived') return 'over';
	if (event.external_url !== '') return 'elsewhere';
	const state = stateOfSale[sale.state];
	return state === 'open' && (isSoldWhole || !services.mailer.canSend) ? 'on-page' : state;
}

/** Every field is named: nothing else of a ticket type can leave. */
const presentTicket = (type: TicketType): EmbeddedEvent['tickets'][number] => ({
	id: type.id,
	name: type.name,
	description: type.description,
	kind: type.kind,
	totalMinor: type.totalMinor,
	currency: type.currency,
	minPerOrder: type.minPerOrder,
	maxPerOrder: type.maxPerOrder,
	admits: type.admits,
	isAdmission: type.isAdmission,
	needsApproval: type.needsApproval,
	salesStartAt: type.salesStartAt,
	state: type.state,
	left: type.left,
});

/**
 * An event as an embed on another site shows it: its public data, whoever the caller is.
 * @param reference id, slug or code of an event, or the slug of a series for its next date
 * @throws AppError not-found for drafts and invite-only events; RESOURCE_ACCESS_DENIED with the rule `password-needed`
 */
export async function getEmbeddedEvent(services: Services, reference: string): Promise<EmbeddedEvent> {
	const eventId =
		(await findEventId(services, reference)) ?? (await findDateOfSeries(services, reference))?.id;
	const stock = eventId && (await stockStore(services).get(eventId, publicAgeMs));
	const event = stock && (await findEmbedRow(services, stock));
	if (!event) throw notFound('Event');
	const { status, visibility, published_at: publishedAt, organisation_id: organisationId } = event;
	if (!existsForPublic({ status, visibility, publishedAt })) throw notFound('Event');
	if (visibility === 'password') throw passwordNeeded();
	const types = presentTicketTypes(stock, false);
	const sale = summariseSale(types);
	const state = stateOf(services, event, sale, stock.isSoldWhole);
	const { isSoldOut: _, isExternal: _e, series, ...card } = presentCardRow(event);
	return {
		...card,
		state,
		statusMessage: event.status_message,
		opensAt: state === 'not-yet' && sale.state === 'not_yet' ? sale.opensAt : null,
		externalUrl: state === 'elsewhere' ? event.external_url : '',
		tickets: types.map(presentTicket),
		dates: series ? await listEmbeddedDates(services, { organisationId, seriesId: series.id }) : [],
		isSandbox: event.is_sandbox,
	};
}
