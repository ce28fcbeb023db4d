import { orderCalendar } from '#server/domain/orders/calendar.ts';
import { ownTickets } from '#server/domain/orders/present.ts';
import { readBookedDates } from '#server/domain/orders/series/rows.ts';
import type { MailDate } from '#server/emails/orders/dates.ts';
import { orderDates } from '#server/emails/orders/dates.ts';
import { findWords } from './added-texts.ts';
import { type OrderRef, readOrder } from './orders.ts';
import { source } from './source.ts';

/** More entries than this are no help: clients take one file at a time. */
const maxCalendars = 5;

/** The booking of several dates that its order is one of. */
export const orderDatesSource = source({
	template: orderDates,
	async load(
		services,
		ref: OrderRef & { seriesOrderId: string; state: 'booked' | 'cancelled'; orderIds?: string[] },
		options,
	) {
		const scope = { organisationId: ref.organisationId, seriesOrderId: ref.seriesOrderId };
		const booked = await readBookedDates(services.database.db, scope);
		const dates: MailDate[] = [];
		const links: string[] = [];
		const calendars: string[] = [];
		let reader: { seriesId: string | null; name: string } | null = null;
		for (const date of booked) {
			if (ref.orderIds && !ref.orderIds.includes(date.orderId)) continue;
			const data = await readOrder(services, date, options);
			// An order that has another address by now is not theirs to read.
			if ('obsolete' in data || data.order.buyer.email !== options.recipient) continue;
			const { order, event, mailEvent, manageLink } = data;
			reader ??= { seriesId: event.seriesId, name: order.buyer.name };
			const isOpen = order.status === 'confirmed' && event.status !== 'cancelled';
			if (options.isForSending && ref.state === 'booked' && !isOpen) continue;
			dates.push({
				event: mailEvent,
				orderCode: order.code,
				tickets: ownTickets(order).map(({ name, ticketTypeName, ticketCode }) => ({
					name,
					type: ticketTypeName,
					code: options.showsSecrets ? ticketCode : null,
				})),
			});
			if (manageLink) links.push(manageLink);
			if (calendars.length < maxCalendars && order.confirmedAt !== null)
				calendars.push(
					orderCalendar(services, order, event, { method: ref.state === 'booked' ? 'PUBLISH' : 'CANCEL' }),
				);
		}
		if (dates.length === 0)
			return { obsolete: 'The orders were cancelled meanwhile, or have another address.' };
		// Of the series alone: what a single date adds is said of that date.
		const of = { organisationId: ref.organisationId, eventId: null, seriesId: reader?.seriesId ?? null };
		const words =
			ref.state === 'booked' ? await findWords(services, of, 'confirmation', reader?.name ?? '') : null;
		const manageLinks = links.length === dates.length ? links : null;
		return { state: ref.state, dates, manageLinks, calendars, words };
	},
});
