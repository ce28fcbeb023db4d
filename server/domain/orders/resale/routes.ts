import { handle, type Route } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/resale.ts';
import { getManagedOrderView } from '../paid-order.ts';
import { endListing } from './end-listing.ts';
import { listTicket } from './list-ticket.ts';
import { readResaleOptions } from './options.ts';

/** Buyers who offer tickets of their order for resale. */
export const resaleRoutes: Route[] = [
	handle(contract.getResale, ({ order }, services) => readResaleOptions(services, order)),
	handle(contract.listForResale, async ({ order, params, body }, services) => {
		await listTicket(services, { ...order, attendeeId: params.attendee }, body.backMinor);
		return getManagedOrderView(services, order);
	}),
	handle(contract.endResale, async ({ order, params }, services) => {
		await endListing(services, { ...order, attendeeId: params.attendee });
		return getManagedOrderView(services, order);
	}),
];
