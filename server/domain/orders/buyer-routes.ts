import { findSeriesByName } from '#server/domain/series/find-series.ts';
import { keepWaiting, leaveWaitlist } from '#server/domain/waitlist/commands/answer-offer.ts';
import { findOrderOf, getEntryView } from '#server/domain/waitlist/views.ts';
import { handle, type Route, type WaitlistScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import * as resale from '#shared/contracts/resale.ts';
import * as seriesOrders from '#shared/contracts/series-orders.ts';
import * as waitlist from '#shared/contracts/waitlist.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { manageTokenOf } from './commands/place-order.ts';
import { getOrder } from './order-record.ts';
import { getManagedOrderView } from './paid-order.ts';
import { endListing, listTicket } from './resale/list-ticket.ts';
import { readResaleOptions } from './resale/options.ts';
import { bookDates } from './series/book-dates.ts';
import { cancelAllDates } from './series/cancel-dates.ts';
import { presentBooking } from './series/present.ts';

/** Buyers who offer tickets of their order for resale. */
const resaleRoutes: Route[] = [
	handle(resale.getResale, ({ order }, services) => readResaleOptions(services, order)),
	handle(resale.listForResale, async ({ order, params, body }, services) => {
		await listTicket(services, { ...order, attendeeId: params.attendee }, body.backMinor);
		return getManagedOrderView(services, order);
	}),
	handle(resale.endResale, async ({ order, params }, services) => {
		await endListing(services, { ...order, attendeeId: params.attendee });
		return getManagedOrderView(services, order);
	}),
];

/** An entry for whoever joined, with the link of the order that took its offer. */
async function viewOf(services: Services, scope: WaitlistScope) {
	const [view, orderId] = await Promise.all([getEntryView(services, scope), findOrderOf(services, scope)]);
	const order = orderId && (await getOrder(services, { ...scope, orderId }));
	return { ...view, manageToken: order ? manageTokenOf(services, order) : null };
}

/** Routes of waiting guests by their link. It leads on to their order, so it is here. */
const waitlistEntryRoutes: Route[] = [
	handle(waitlist.getWaitlistEntry, ({ waitlistEntry }, services) => viewOf(services, waitlistEntry)),
	handle(waitlist.leaveWaitlist, async ({ waitlistEntry }, services) => {
		await leaveWaitlist(services, waitlistEntry);
		return viewOf(services, waitlistEntry);
	}),
	handle(waitlist.keepWaiting, async ({ waitlistEntry }, services) => {
		await keepWaiting(services, waitlistEntry);
		return viewOf(services, waitlistEntry);
	}),
];

const seriesOrderRoutes: Route[] = [
	handle(seriesOrders.placeSeriesOrder, async ({ params, body, context }, services) => {
		const series = await findSeriesByName(services, params.series);
		if (!series) throw notFound('Series');
		const { address } = context;
		const booked = await bookDates(services, {
			...series,
			...body,
			address,
			idempotencyKey: context.needKey(),
		});
		return presentBooking(services, booked);
	}),
	handle(seriesOrders.cancelAllDates, async ({ order }, services) => {
		await cancelAllDates(services, order);
		return getManagedOrderView(services, order);
	}),
];

/** Routes for buyers by their links: resale, the waitlist, bookings of several dates of a series. */
export const buyerRoutes: Route[] = [...resaleRoutes, ...waitlistEntryRoutes, ...seriesOrderRoutes];
