import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { cancelOrder } from '../commands/cancel-order.ts';
import { findOwnAddress, getOrder, type OrderRecord, type OrderScope } from '../order-record.ts';
import { isOfSameBuyer, readBooking } from './present.ts';
import { findSeriesOrderOf } from './rows.ts';

const hasTickets = ({ status }: OrderRecord) => status !== 'cancelled' && status !== 'expired';
const isPaid = ({ totalMinor, confirmedAt, status }: OrderRecord) =>
	totalMinor > 0 && confirmedAt !== null && status !== 'pending';

/**
 * Cancels the orders of a booking whose dates are ahead, in a unit of work of the caller: all or none.
 * @throws `dates-paid` where money would have to go back, and what `cancelOrder` throws
 */
export async function cancelAllDates(services: Services, scope: OrderScope): Promise<void> {
	const own = await getOrder(services, scope);
	const booked = await findSeriesOrderOf(services.database.db, scope);
	const booking = booked
		? (await readBooking(services, booked)).filter(
				({ date, order }) => date.endsAt > services.clock.now() && isOfSameBuyer(order, own),
			)
		: [];
	const open = booking.filter(({ order }) => hasTickets(order));
	if (open.some(({ order }) => isPaid(order)))
		throw ruleViolation(
			'dates-paid',
			message`Some of these dates are paid. Open each date and cancel it there, so that you see what comes back.`,
		);
	const cancelled: string[] = [];
	// By the ids of their events, as places are held.
	for (const { date, order } of open.toSorted((a, b) => (a.date.eventId < b.date.eventId ? -1 : 1))) {
		const isTold = order.attendees.some(({ id }) => findOwnAddress(order, id));
		const isChanged = await cancelOrder(services, date, { notify: isTold, isByBuyer: true });
		if (isChanged) cancelled.push(order.id);
	}
	if (booked && cancelled.length > 0)
		await services.database.transaction((tx) =>
			services.facts.publish(
				tx,
				{
					name: 'orders.dates-cancelled',
					...{ organisationId: scope.organisationId, eventId: scope.eventId },
					payload: { seriesOrderId: booked.seriesOrderId, orderIds: cancelled },
				},
				services,
			),
		);
}
