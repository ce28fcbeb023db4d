import type { Services } from '#server/services.ts';
import { type Listener, listen, type RecordedFact } from '../facts.ts';
import { findOrder, findOwnAddress } from '../orders/order-record.ts';
import { readBookedDates } from '../orders/series/rows.ts';
import { enqueueMails, type NewMail } from './commands/enqueue-mail.ts';

/** Queues one email for the buyer of a booking about all of its dates. */
async function enqueueDates(
	services: Services,
	fact: RecordedFact<'orders.dates-booked'> | RecordedFact<'orders.dates-cancelled'>,
	state: 'booked' | 'cancelled',
): Promise<void> {
	const organisationId = fact.organisationId as string;
	const { seriesOrderId } = fact.payload;
	const orderIds = 'orderIds' in fact.payload ? fact.payload.orderIds : undefined;
	const dates = await readBookedDates(services.database.db, { organisationId, seriesOrderId });
	const first = dates.find(({ orderId }) => orderIds?.includes(orderId) ?? true);
	const order = first && (await findOrder(services, first));
	if (!first || !order || order.buyer.email === '') return;
	const { eventId, orderId } = first;
	await enqueueMails(services.database.db, [
		{
			template: 'orders/dates',
			ref: { organisationId, eventId, orderId, seriesOrderId, state, ...(orderIds && { orderIds }) },
			recipient: order.buyer.email,
			locale: order.locale,
			...{ organisationId, eventId },
			dedupeKey: `orders/dates:${seriesOrderId}:${state}:${fact.id}`,
		},
	]);
}

/** Emails about bookings of several dates, and about guests who are moved to another date. */
export const seriesOrderListeners: Listener[] = [
	listen({
		fact: 'orders.dates-booked',
		afterCommit: (fact, services) => enqueueDates(services, fact, 'booked'),
	}),
	listen({
		fact: 'orders.dates-cancelled',
		afterCommit: (fact, services) => enqueueDates(services, fact, 'cancelled'),
	}),
	listen({
		fact: 'orders.order-moved',
		async afterCommit({ organisationId, eventId, payload }, services) {
			const { fromOrderId, toEventId, toOrderId, attendeeIds, notify, note } = payload;
			if (!notify || organisationId === null || eventId === null) return;
			const ref = { organisationId, eventId: toEventId, orderId: toOrderId };
			const order = await findOrder(services, ref);
			if (!order) return;
			const movedFrom = { eventId, orderId: fromOrderId, ...(note && { note }) };
			const mails: NewMail[] = [];
			const mail = { template: 'orders/confirmation' as const, locale: order.locale, organisationId };
			const dedupeKey = `orders/moved:${toOrderId}`;
			if (order.buyer.email !== '')
				mails.push({
					...{ ...mail, eventId: toEventId, recipient: order.buyer.email, dedupeKey },
					ref: { ...ref, movedFrom },
				});
			const own = Map.groupBy(
				attendeeIds.flatMap((id) => findOwnAddress(order, id) ?? []),
				({ email }) => email.toLowerCase(),
			);
			for (const [guest] of own.values())
				if (guest)
					mails.push({
						...{ ...mail, eventId: toEventId, recipient: guest.email, dedupeKey: `${dedupeKey}:${guest.id}` },
						ref: { ...ref, attendeeId: guest.id, movedFrom },
					});
			await enqueueMails(services.database.db, mails);
		},
	}),
];
