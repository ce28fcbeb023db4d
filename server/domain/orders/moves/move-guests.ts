import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { copyAnswers } from '#server/domain/questions/commands/copy-answers.ts';
import { takeTurn } from '#server/domain/tickets/place-locks.ts';
import { lockPlaces } from '#server/domain/tickets/places.ts';
import { type EventStock, poolsOf, readEventStock, type SaleTerms } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { changeOrders } from '../changes/change-batch.ts';
import { placeGuests } from '../commands/place-guests.ts';
import { expireHoldsOf } from '../expire-holds.ts';
import { dayTextOf } from '../series/bookable-dates.ts';
import { holdTickets, type MovingTicket, type OtherDate, openOtherDate } from './open-move.ts';

export interface MoveGuestsInput extends EventScope {
	/** Tickets; left out: all that are valid. */
	attendeeIds?: string[] | undefined;
	toEventId: string;
	/** Whether guests are emailed their new tickets. */
	notify: boolean;
	/** The organiser’s words in that email; empty: none. */
	note: string;
	/** Works it out and writes nothing. */
	isPreview: boolean;
}

export interface MoveOutcome {
	moved: number;
	orders: { fromOrderId: string; toOrderId: string }[];
	/** Places left there before, of the ticket types concerned; null: unlimited. */
	left: number | null;
}

/**
 * Moves guests to another date of their series: places are taken there, then given back here, all or none in one transaction. Each order that
 * guests leave becomes an order there, of the same buyer, with new tickets; the old tickets are cancelled and `moved_tickets` says where their
 * guests went. Moving back is the undo.
 * @throws what `openOtherDate` and `holdTickets` throw, `no-room-there`, `date-lacks-ticket`, `price-differs`, `ticket-admits-several`;
 *   INSUFFICIENT_QUOTA where the plan has no room
 */
export async function moveGuests(services: Services, input: MoveGuestsInput): Promise<MoveOutcome> {
	const outcome = await services.database.unitOfWork(async (database) => {
		const unit = { ...services, database };
		return database.transaction((tx) => moveInside(unit, tx, input));
	});
	if (!input.isPreview)
		for (const eventId of [input.eventId, input.toEventId]) stockStore(services).forget(eventId);
	return outcome;
}

async function moveInside(services: Services, tx: Tx, input: MoveGuestsInput): Promise<MoveOutcome> {
	const { organisationId, eventId } = input;
	const from = { organisationId, eventId };
	const date = await openOtherDate(tx, from, input.toEventId);
	const to = { organisationId, eventId: date.eventId };
	const both = [from, to].sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
	for (const scope of both) await takeTurn(tx, scope);
	const tickets = await holdTickets(tx, from, input.attendeeIds ?? null);
	for (const scope of both) await lockPlaces(tx, scope);
	await expireHoldsOf(tx, to);
	const here = await readEventStock(tx, from.eventId);
	const there = await readEventStock(tx, to.eventId);
	if (!here || !there) throw notFound('Event');
	const typeOf = typesThere(tickets, here, there, date);
	const left = roomThere(tickets, typeOf, there, date);
	if (input.isPreview) return { moved: tickets.length, orders: [], left };

	const parts = [...Map.groupBy(tickets, ({ orderId }) => orderId).values()].map((some) =>
		toOrder(some, typeOf, date),
	);
	const sold = await placeGuests(
		services,
		tx,
		parts.map(({ tickets: some, items }) => {
			const [first] = some as [MovingTicket];
			return {
				...to,
				...{ buyer: { name: first.buyerName, email: first.buyerEmail }, items, attendees: some },
				...{ locale: first.locale, source: first.source, createdBy: first.createdBy },
				cameBy: first.cameBy ?? undefined,
				isAnnounced: false,
			};
		}),
	);
	const moves = sold.flatMap(({ order, attendees }, index) =>
		(parts[index]?.tickets ?? []).map((ticket, place) => ({
			ticket,
			toOrderId: order.id,
			toAttendeeId: attendees[place]?.id as string,
		})),
	);
	await writeMoves(tx, from, to, moves);
	const orders = sold.map(({ order }, index) => ({
		fromOrderId: parts[index]?.orderId as string,
		toOrderId: order.id,
	}));
	await copyAnswers(services, tx, {
		...{ organisationId, fromEventId: from.eventId, toEventId: to.eventId },
		orders: orders.map(({ fromOrderId, toOrderId }) => ({ from: fromOrderId, to: toOrderId })),
		tickets: moves.map(({ ticket, toAttendeeId, toOrderId }) => ({
			...{ from: ticket.id, to: toAttendeeId, toOrderId },
		})),
	});
	const results = await changeOrders(
		services,
		tickets.map(({ id, orderId }) => ({
			kind: 'cancel' as const,
			scope: { ...from, orderId },
			...{ attendeeId: id, notify: false },
		})),
	);
	const failed = results.find((result) => result !== true);
	if (failed !== undefined) throw failed instanceof Error ? failed : new Error('a ticket was not cancelled');
	await services.facts.publishAll(
		tx,
		orders.map(({ fromOrderId, toOrderId }) => ({
			name: 'orders.order-moved' as const,
			...from,
			payload: {
				...{ fromOrderId, toOrderId, toEventId: to.eventId, notify: input.notify, note: input.note },
				attendeeIds: moves.flatMap((one) => (one.toOrderId === toOrderId ? one.toAttendeeId : [])),
			},
		})),
		services,
	);
	return { moved: tickets.length, orders, left };
}

/** The ticket type there by the one here: the same in the series, at the same price. @throws `date-lacks-ticket`, `price-differs` */
function typesThere(
	tickets: readonly MovingTicket[],
	here: EventStock,
	there: EventStock,
	date: OtherDate,
): (ticket: MovingTicket) => SaleTerms {
	const lineageOf = (type: SaleTerms) => type.lineageId ?? type.id;
	const byId = new Map<string, SaleTerms>();
	for (const id of new Set(tickets.map(({ ticketTypeId }) => ticketTypeId))) {
		const type = here.types.get(id);
		const other = type && [...there.types.values()].find((one) => lineageOf(one) === lineageOf(type));
		if (!type || !other)
			throw ruleViolation(
				'date-lacks-ticket',
				message`“${type?.name ?? ''}” is not offered on ${dayTextOf(date)}. Add the ticket type there first.`,
				{ ticketTypeId: id },
			);
		if (type.priceMinor !== other.priceMinor || here.currency !== there.currency)
			throw ruleViolation(
				'price-differs',
				message`“${type.name}” has another price on ${dayTextOf(date)}. Set the same price there, or choose another date.`,
				{ ticketTypeId: id },
			);
		byId.set(id, other);
	}
	return ({ ticketTypeId }) => byId.get(ticketTypeId) as SaleTerms;
}

/** Places left there, of the pools that all these guests want together. @throws `no-room-there` */
function roomThere(
	tickets: readonly MovingTicket[],
	typeOf: (ticket: MovingTicket) => SaleTerms,
	there: EventStock,
	date: OtherDate,
): number | null {
	const wanted = new Map<string, number>();
	for (const ticket of tickets)
		for (const pool of poolsOf(there, typeOf(ticket)))
			if (!pool.isPlan) wanted.set(pool.id, (wanted.get(pool.id) ?? 0) + 1);
	let least: number | null = null;
	for (const [poolId, count] of wanted) {
		const pool = there.pools.get(poolId);
		if (!pool || pool.size === null) continue;
		const left = Math.max(0, pool.size - pool.confirmed - pool.held);
		if (count > left)
			throw ruleViolation(
				'no-room-there',
				left === 1
					? message`Only 1 spot is left on ${dayTextOf(date)}; ${count} guests would move. Choose fewer guests, or raise the capacity there.`
					: message`Only ${left} spots are left on ${dayTextOf(date)}; ${count} guests would move. Choose fewer guests, or raise the capacity there.`,
				{ left, guests: count },
			);
		least = least === null ? left : Math.min(least, left);
	}
	return least;
}

/** The order there of guests who leave one order here, with its tickets in the order in which they are made. @throws `ticket-admits-several` */
function toOrder(
	some: readonly MovingTicket[],
	typeOf: (ticket: MovingTicket) => SaleTerms,
	date: OtherDate,
): {
	orderId: string;
	tickets: MovingTicket[];
	items: { ticketTypeId: string; quantity: number; line: number }[];
} {
	const byType = [...Map.groupBy(some, (ticket) => typeOf(ticket).id).values()];
	const items = byType.map((tickets, line) => {
		const type = typeOf(tickets[0] as MovingTicket);
		if (tickets.length % type.admits !== 0)
			throw ruleViolation(
				'ticket-admits-several',
				message`“${type.name}” is for ${type.admits} people on ${dayTextOf(date)}. Move all guests of such a ticket together.`,
				{ ticketTypeId: type.id },
			);
		return { ticketTypeId: type.id, quantity: tickets.length / type.admits, line };
	});
	return { orderId: some[0]?.orderId as string, tickets: byType.flat(), items };
}

/** Notes where guests went, and gives their new tickets what was noted about them. */
async function writeMoves(
	tx: Tx,
	from: EventScope,
	to: EventScope,
	moves: readonly { ticket: MovingTicket; toOrderId: string; toAttendeeId: string }[],
): Promise<void> {
	const old = plainArray(moves.map(({ ticket }) => ticket.id));
	const made = plainArray(moves.map(({ toAttendeeId }) => toAttendeeId));
	await tx.execute(sql`
		INSERT INTO moved_tickets (organisation_id, event_id, attendee_id, to_event_id, to_order_id, to_attendee_id)
		SELECT ${from.organisationId}, ${from.eventId}, m.id, ${to.eventId}, m.to_order, m.to_id
		FROM unnest(${old}::uuid[], ${plainArray(moves.map(({ toOrderId }) => toOrderId))}::uuid[], ${made}::uuid[]) AS m(id, to_order, to_id)`);
	await tx.execute(sql`
		UPDATE attendees n SET notes = a.notes, name = a.name, email = a.email
		FROM unnest(${old}::uuid[], ${made}::uuid[]) AS m(id, to_id)
		JOIN attendees a ON a.organisation_id = ${from.organisationId} AND a.event_id = ${from.eventId} AND a.id = m.id
		WHERE n.organisation_id = ${to.organisationId} AND n.event_id = ${to.eventId} AND n.id = m.to_id
			AND (n.notes, n.name, n.email) IS DISTINCT FROM (a.notes, a.name, a.email)`);
}
