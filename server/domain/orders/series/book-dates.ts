import { hash } from 'node:crypto';
import type { Tx } from '#server/db/client.ts';
import type { SeriesScope } from '#server/domain/series/series-record.ts';
import { takeTurn } from '#server/domain/tickets/place-locks.ts';
import { lockPlaces } from '#server/domain/tickets/places.ts';
import { type EventStock, readEventStock } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { Services } from '#server/services.ts';
import { MAX_BOOKED_TICKETS } from '#shared/contracts/series-orders.ts';
import { AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { payOrder } from '../commands/pay-order.ts';
import { toSaleOrder } from '../commands/place-order.ts';
import type { OrderItem } from '../order-items.ts';
import type { SaleOrder } from '../sale/sale-order.ts';
import { sellInside } from '../sale/sell.ts';
import { bookedAsWhole, type DateToBook, dayTextOf, type OpenDates, openDates } from './bookable-dates.ts';
import { openSeriesOrder, type SeriesOrderScope, writeBookedOrders } from './rows.ts';

export interface BookDatesInput extends SeriesScope {
	buyer: { name: string; email: string };
	/** Ids of dates; left out: all published dates that are ahead. */
	events?: string[] | undefined;
	/** The same of each date. */
	items: { lineageId: string; quantity: number }[];
	paymentMethod?: 'transfer' | 'door' | undefined;
	/** What the buyer saw that all cost together. */
	totalMinor?: number | undefined;
	cameBy?: string | undefined;
	locale?: string | undefined;
	idempotencyKey: string;
	/** Of the buyer. */
	address: string;
}

/**
 * Books several dates of a series: an order for each, all of them or none, in one transaction with what remembers the key. Places of the dates
 * are held by the ids of their events, so that two bookings never wait for each other.
 * @returns the booking, or the one that the key made before
 * @throws `date-full` with the key of the date, what `openDates` throws, what a sale of one date throws (with the `key` of the date),
 *   `order-too-large`, `payment-method-needed`, `price-changed`, and what `payOrder` throws; 422 for a key used with another request
 */
export async function bookDates(services: Services, input: BookDatesInput): Promise<SeriesOrderScope> {
	const { organisationId } = input;
	const booked: string[] = [];
	const seriesOrderId = await services.database.unitOfWork(async (database) => {
		const unit = { ...services, database };
		const begun = await database.transaction(async (tx) => {
			const order = await openSeriesOrder(tx, input, {
				idempotencyKey: input.idempotencyKey,
				requestHash: requestHash(input),
			});
			if (!order.isNew) return { ...order, orders: [] };
			const open = await openDates(tx, input, input.events ?? null);
			const orders = await sellDates(unit, tx, input, open);
			const scope = { organisationId, seriesOrderId: order.seriesOrderId };
			await writeBookedOrders(
				tx,
				scope,
				orders.map(({ id: orderId, eventId }) => ({ orderId, eventId })),
			);
			if (orders.every(({ quote }) => quote === null))
				await unit.facts.publish(
					tx,
					{
						name: 'orders.dates-booked',
						...{ organisationId, eventId: orders[0]?.eventId as string },
						payload: { seriesOrderId: order.seriesOrderId },
					},
					unit,
				);
			return { ...order, orders };
		});
		await payLater(unit, input, begun.orders);
		booked.push(...begun.orders.map(({ eventId }) => eventId));
		return begun.seriesOrderId;
	});
	for (const eventId of booked) stockStore(services).forget(eventId);
	return { organisationId, seriesOrderId };
}

/** The request, however it was spelled. */
function requestHash(input: BookDatesInput): string {
	const { buyer, events, items, paymentMethod, totalMinor } = input;
	const content = [
		...[buyer.name, buyer.email, events ? [...events].sort() : null],
		[...items].map(({ lineageId, quantity }) => `${lineageId} ${quantity}`).sort(),
		...[paymentMethod ?? null, totalMinor ?? null],
	];
	return hash('sha256', JSON.stringify(content), 'hex');
}

/** Sells each date its order. @throws the refusal of the first date that can't be booked: nothing is written then */
async function sellDates(
	services: Services,
	tx: Tx,
	input: BookDatesInput,
	{ dates, booking }: OpenDates,
): Promise<SaleOrder[]> {
	const { organisationId } = input;
	const tickets = dates.length * input.items.reduce((sum, { quantity }) => sum + quantity, 0);
	if (tickets > MAX_BOOKED_TICKETS)
		throw ruleViolation(
			'order-too-large',
			message`Limit ${MAX_BOOKED_TICKETS} tickets per booking, of all dates together. Choose fewer dates or fewer tickets.`,
			{ limit: MAX_BOOKED_TICKETS },
		);
	for (const { eventId } of dates) await takeTurn(tx, { organisationId, eventId });
	const orders: SaleOrder[] = [];
	for (const date of dates) {
		const scope = { organisationId, eventId: date.eventId };
		// Held before they are read, so that no edit exchanges them.
		await lockPlaces(tx, scope);
		const stock = await readEventStock(tx, date.eventId);
		if (!stock) throw notFound('Event');
		// Made a course since the dates were read: what was chosen of it is not booked any more.
		if (input.events && stock.isSoldWhole && booking !== 'all') throw bookedAsWhole();
		const order: SaleOrder = {
			...toSaleOrder({
				...scope,
				buyer: input.buyer,
				items: itemsOf(input.items, stock, date),
				locale: input.locale,
				cameBy: input.cameBy,
				// One email covers all dates.
				isAnnounced: false,
			}),
			isOfBooking: true,
		};
		const { results } = await sellInside(services, tx, [order]);
		const [result] = results;
		if (result instanceof Error) throw refusalOf(result, date);
		orders.push(order);
	}
	return orders;
}

/** The tickets of a date, by what they are in all dates. @throws what does not fit into a booking of several dates */
function itemsOf(wanted: BookDatesInput['items'], stock: EventStock, date: DateToBook): OrderItem[] {
	const types = [...stock.types.values()];
	return wanted.map(({ lineageId, quantity }) => {
		const type = types.find((one) => (one.lineageId ?? one.id) === lineageId.toLowerCase());
		if (!type || type.isHidden)
			throw ruleViolation(
				'date-lacks-ticket',
				message`One of these tickets is not offered on ${dayTextOf(date)}. Leave that date out, or choose another ticket.`,
				metadataOf(date),
			);
		if (type.needsApproval)
			throw ruleViolation(
				'approval-one-by-one',
				message`“${type.name}” needs the organiser’s approval. Register for each date separately.`,
				metadataOf(date),
			);
		if (type.kind === 'donation')
			throw ruleViolation(
				'donation-one-by-one',
				message`You choose the price of “${type.name}”. Register for each date separately.`,
				metadataOf(date),
			);
		return { ticketTypeId: type.id, quantity };
	});
}

const metadataOf = ({ eventId, key, startsAt }: DateToBook) => ({
	...{ eventId, key },
	startsAt: startsAt.toISOString(),
});

/** Why a date can't be booked, with which date it is. */
function refusalOf(error: Error, date: DateToBook): Error {
	if (!(error instanceof AppError)) return error;
	const { rule, left } = error.metadata ?? {};
	if (rule === 'sold-out')
		return ruleViolation(
			'date-full',
			typeof left === 'number' && left > 0
				? message`Only ${left} tickets are left on ${dayTextOf(date)}. Choose fewer tickets or leave that date out.`
				: message`${dayTextOf(date)} is sold out. Leave that date out to book the others.`,
			{ ...metadataOf(date), left: left ?? 0 },
		);
	Object.assign(error, { metadata: { ...error.metadata, ...metadataOf(date) } });
	return error;
}

/**
 * Lets orders with a price wait for their money, each with its own reference. One card payment can't pay several orders.
 * @throws `price-changed` with the total, `payment-method-needed`, `method-not-offered`
 */
async function payLater(
	services: Services,
	input: BookDatesInput,
	orders: readonly SaleOrder[],
): Promise<void> {
	const priced = orders.flatMap(({ id, eventId, quote }) => (quote ? [{ id, eventId, quote }] : []));
	if (priced.length === 0) return;
	const totalMinor = priced.reduce((sum, { quote }) => sum + quote.totalMinor, 0);
	if (input.totalMinor !== totalMinor)
		throw ruleViolation('price-changed', message`The price has changed. Check it and try again.`, {
			totalMinor,
			currency: priced[0]?.quote.currency,
		});
	if (!input.paymentMethod)
		throw ruleViolation(
			'payment-method-needed',
			message`Choose to pay at the door or by bank transfer. To pay by card, book date by date.`,
		);
	for (const { id, eventId, quote } of priced)
		await payOrder(
			services,
			{ organisationId: input.organisationId, eventId, orderId: id },
			{
				method: input.paymentMethod,
				quoteHash: quote.hash,
				idempotencyKey: `${input.idempotencyKey}:${id}`,
				address: input.address,
			},
		);
}
