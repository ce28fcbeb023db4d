import type { Services } from '#server/services.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import type { placeSeriesOrder } from '#shared/contracts/series-orders.ts';
import { manageTokenOf } from '../commands/place-order.ts';
import { getOrder, type OrderRecord, type OrderScope } from '../order-record.ts';
import { presentOrder } from '../present.ts';
import { type BookedDate, findSeriesOrderOf, readBookedDates, type SeriesOrderScope } from './rows.ts';

/** The orders of a booking, read with their dates. */
export async function readBooking(
	services: Services,
	scope: SeriesOrderScope,
): Promise<{ date: BookedDate; order: OrderRecord }[]> {
	const dates = await readBookedDates(services.database.db, scope);
	return Promise.all(dates.map(async (date) => ({ date, order: await getOrder(services, date) })));
}

/** A booking for whoever placed it. */
export async function presentBooking(
	services: Services,
	scope: SeriesOrderScope,
): Promise<ResultOf<typeof placeSeriesOrder>> {
	const booking = await readBooking(services, scope);
	return {
		id: scope.seriesOrderId,
		totalMinor: booking.reduce((sum, { order }) => sum + order.totalMinor, 0),
		currency: booking[0]?.order.currency ?? '',
		orders: booking.map(({ date, order }) => ({
			...presentOrder(order),
			key: date.key,
			startsAt: date.startsAt.toISOString(),
			timeZone: date.timeZone,
			manageToken: manageTokenOf(services, order),
		})),
	};
}

/** The other orders of a booking, for the page of one of them; undefined: it was booked alone. Orders of another address by now are left out. */
export async function presentOtherDates(
	services: Services,
	order: OrderRecord,
): Promise<ManagedOrder['otherDates']> {
	const scope: OrderScope = {
		organisationId: order.organisationId,
		eventId: order.eventId,
		orderId: order.id,
	};
	const booked = await findSeriesOrderOf(services.database.db, scope);
	if (!booked) return undefined;
	const others = (await readBooking(services, booked)).filter((one) => isOfSameBuyer(one.order, order));
	const shown = others.filter((one) => one.order.id !== order.id);
	if (shown.length === 0) return undefined;
	return shown.map(({ date, order: other }) => ({
		orderCode: other.code,
		status: other.status,
		startsAt: date.startsAt.toISOString(),
		endsAt: date.endsAt.toISOString(),
		timeZone: date.timeZone,
		tickets: other.attendees.filter(({ status }) => status !== 'cancelled').length,
		manageToken: manageTokenOf(services, other),
	}));
}

/** Whether two orders of a booking still belong to one address: a link of one opens no order that was given another. */
export const isOfSameBuyer = (one: OrderRecord, other: OrderRecord): boolean =>
	one.buyer.email.toLowerCase() === other.buyer.email.toLowerCase();
