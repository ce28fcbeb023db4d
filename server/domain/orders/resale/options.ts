import type { DbOrTx } from '#server/db/client.ts';
import type { EventWithOrganiser } from '#server/domain/events/event-rows.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { findOpenGroups } from '#server/domain/groups/queries.ts';
import { type EventStock, readEventStock } from '#server/domain/tickets/stock.ts';
import { countWaitingGuests } from '#server/domain/waitlist/rows.ts';
import type { Services } from '#server/services.ts';
import type { ResaleObstacle, ResaleOptions } from '#shared/contracts/resale.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { chargeStep } from '#shared/lib/provider-amounts.ts';
import { chargeProblem } from '#shared/rules/pricing/chargeable.ts';
import { groupIdsOf } from '../order-changes/apply-change.ts';
import { type ChangeableTicket, moneyObstacle, readTickets } from '../order-changes/obstacles.ts';
import { getOrder, type OrderRecord, type OrderScope } from '../order-record.ts';
import { resaleObstacle } from './obstacles.ts';

/** A valid ticket that its buyer holds and does not offer yet. */
export interface ResellableTicket {
	attendeeId: string;
	ticketTypeId: string;
	/** Its full price. */
	priceMinor: number;
	/** The fee that the event retains of it, in a step that can be refunded by card. */
	keepMinor: number;
	obstacle: ResaleObstacle | null;
}

/** An order whose buyer wants to resell tickets of it, with all that decides about it. */
export interface Resellable {
	order: OrderRecord;
	/** Why none of its tickets can be offered; null: it is decided for each. */
	obstacle: ResaleObstacle | null;
	/** Empty while there is an obstacle. */
	tickets: ResellableTicket[];
}

/**
 * Reads what the tickets of an order can be resold for.
 * @param db within a transaction that holds the money of the order, what it reads is exact
 */
export async function readResellable(services: Services, db: DbOrTx, scope: OrderScope): Promise<Resellable> {
	const [order, event] = await Promise.all([getOrder(services, scope), getWholeEvent(services, scope)]);
	const stock = await readEventStock(db, scope.eventId);
	if (!stock) throw notFound('Event');
	const obstacle =
		resaleObstacle(order, event, services.clock.now()) ??
		(stock.payment.takesCards ? await moneyObstacle(db, order) : 'no-resale');
	if (obstacle) return { order, obstacle, tickets: [] };
	// The place of a group is its own while it is open: it cannot go to others.
	const groups = await findOpenGroups(db, order, groupIdsOf(order));
	const grouped = new Set(
		order.attendees.filter(({ groupId }) => groups.has(groupId ?? '')).map(({ id }) => id),
	);
	const tickets = (await readTickets(db, order, stock, 'buyer'))
		.filter((ticket) => ticket.obstacle !== 'for-sale')
		.map((ticket) => toResellable(ticket, stock, event))
		.map((ticket) =>
			grouped.has(ticket.attendeeId) ? { ...ticket, obstacle: 'other-kind' as const } : ticket,
		);
	return { order, obstacle, tickets };
}

function toResellable(
	{ attendeeId, ticketTypeId, priceMinor, obstacle }: ChangeableTicket,
	stock: EventStock,
	event: EventWithOrganiser,
): ResellableTicket {
	const keepMinor = event.resaleRules?.keepMinor ?? 0;
	return {
		...{ attendeeId, ticketTypeId, priceMinor },
		keepMinor: Math.min(keepMinor - (keepMinor % chargeStep(stock.currency)), priceMinor),
		obstacle: ticketObstacle({ ticketTypeId, priceMinor, obstacle }, stock),
	};
}

function ticketObstacle(
	{ ticketTypeId, priceMinor, obstacle }: Omit<ChangeableTicket, 'attendeeId'>,
	stock: EventStock,
): ResaleObstacle | null {
	if (obstacle === 'checked-in' || obstacle === 'offered') return obstacle;
	const terms = stock.types.get(ticketTypeId);
	// Tickets that admit several or have a gift part are of another kind for changes too.
	if (obstacle === 'other-kind' || terms?.kind !== 'paid' || terms.needsApproval) return 'other-kind';
	if (priceMinor <= 0 || chargeProblem(priceMinor, stock.currency)) return 'no-price';
	return obstacle === null ? null : 'refunded';
}

/** The resale proceeds of each ticket of an order, and how many guests wait for one. */
export async function readResaleOptions(services: Services, scope: OrderScope): Promise<ResaleOptions> {
	const { db } = services.database;
	const { order, obstacle, tickets } = await readResellable(services, db, scope);
	const waiting = tickets.length > 0 ? await countWaitingGuests(db, scope) : new Map<string, number>();
	return {
		obstacle,
		currency: order.currency,
		tickets: tickets.map(({ ticketTypeId, keepMinor, ...ticket }) => ({
			...ticket,
			backMinor: ticket.priceMinor - keepMinor,
			waiting: waiting.get(ticketTypeId) ?? 0,
		})),
	};
}
