import type { EventWithOrganiser } from '#server/domain/events/event-rows.ts';
import { poolsOf } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { ticketsLeft } from '#server/domain/tickets/ticket-sale.ts';
import type { Services } from '#server/services.ts';
import type { ResoldTickets } from '#shared/contracts/resale.ts';
import { listAwaitedTypes } from './changes.ts';
import { waitedTypes } from './offer-places.ts';
import { readAvailable } from './resale-listings.ts';
import { readListEvent } from './rows.ts';

/** The public's view of what is sold may be this old. */
const publicAgeMs = 1_000;

/** Listed tickets with an empty waitlist, of sold-out types: the waitlist can be joined for them. */
export async function getResoldTickets(
	services: Services,
	event: EventWithOrganiser,
): Promise<ResoldTickets> {
	const { db } = services.database;
	const { currency } = event;
	const scope = { organisationId: event.organisationId, eventId: event.id };
	// Where members make the offers, nobody is offered anything at once.
	if (event.resaleRules === null || event.waitlistMode !== 'auto' || event.status !== 'published')
		return { currency, ticketTypes: [] };
	const available = await readAvailable(db, scope);
	if (available.size === 0) return { currency, ticketTypes: [] };
	const [list, stock, awaited] = await Promise.all([
		readListEvent(db, scope),
		stockStore(services).get(event.id, publicAgeMs),
		listAwaitedTypes(db, scope),
	]);
	if (!list || list.isClosed || !stock?.payment.takesCards) return { currency, ticketTypes: [] };
	const onSale = waitedTypes(stock);
	const ticketTypes = [...stock.types.values()].flatMap((terms) => {
		const { id: ticketTypeId, name, isHidden } = terms;
		const resold = available.get(ticketTypeId);
		if (!resold || isHidden || !onSale.has(ticketTypeId) || awaited.includes(ticketTypeId)) return [];
		return ticketsLeft(poolsOf(stock, terms), terms.admits) === 0 ? [{ ticketTypeId, name, ...resold }] : [];
	});
	return { currency, ticketTypes };
}
