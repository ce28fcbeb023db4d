import { handle, type Route } from '#server/http/handler.ts';
import * as resale from '#shared/contracts/resale.ts';
import * as contracts from '#shared/contracts/waitlist.ts';
import { getVisibleEvent } from '../events/access.ts';
import { removeEntry } from './commands/answer-offer.ts';
import { joinWaitlist } from './commands/join-waitlist.ts';
import { offerToEntry } from './commands/offer-to-entry.ts';
import { getResoldTickets } from './resold-tickets.ts';
import { getListedEntry, listEntries } from './views.ts';

/** Joining, and what organisers do; what somebody does by their link is in server/domain/orders/waitlist. */
export const waitlistRoutes: Route[] = [
	handle(contracts.joinWaitlist, async ({ params, body, context }, services) => {
		const { event } = await getVisibleEvent(services, params.event, context);
		return joinWaitlist(services, { organisationId: event.organisationId, eventId: event.id }, body);
	}),
	handle(resale.getResoldTickets, async ({ params, context }, services) => {
		const { event } = await getVisibleEvent(services, params.event, context);
		return getResoldTickets(services, event);
	}),
	handle(contracts.listWaitlist, ({ scope, query }, services) => listEntries(services, scope, query)),
	handle(contracts.offerToEntry, async ({ params, scope, body, caller }, services) => {
		const entry = { ...scope, entryId: params.entry };
		await offerToEntry(services, entry, { userId: caller.userId, reason: body?.reason });
		return getListedEntry(services, entry);
	}),
	handle(contracts.removeEntry, async ({ params, scope }, services) => {
		await removeEntry(services, { ...scope, entryId: params.entry });
		return undefined;
	}),
];
