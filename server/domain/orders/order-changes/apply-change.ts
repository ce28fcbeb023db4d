import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray, textArray } from '#server/db/statement.ts';
import { openGroups } from '#server/domain/groups/held-places.ts';
import { post } from '#server/domain/ledger/post.ts';
import { openPlaces, type PlaceChange, type PoolReserve } from '#server/domain/tickets/places.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { RefundTarget } from '#shared/rules/payment-states.ts';
import { requestRefunds } from '../commands/request-refunds.ts';
import { replaceAfterChange } from '../documents/issue-documents.ts';
import { writeLines } from '../order-lines.ts';
import { getOrder, type OrderLine, type OrderRecord, type OrderScope } from '../order-record.ts';
import { newTicketCode } from '../sale/sale-statement.ts';
import { transfersOf } from '../sale-entries.ts';
import type { SoldTicket } from './change-lines.ts';
import type { OrderChangeRow } from './rows.ts';

/** What is written when a change is applied. */
export interface AppliedChange {
	change: OrderChangeRow;
	swapped: readonly SoldTicket[];
	added: readonly SoldTicket[];
	/** Held for it until now. */
	reserved: readonly PoolReserve[];
	/** Where what is paid too much goes; without it, back the way it was paid. */
	refundTo?: RefundTarget | undefined;
}

/**
 * Writes a change of an order that is held: its places, tickets, items, lines and books, its documents anew, and the refund of what comes back.
 * Everything that can stand against it is checked before the first row is written. The caller holds the turn of the event and the order.
 * @throws `hold-ended`: there is no room any more, or the event sells nothing; `gift-cards-not-offered`
 */
export async function writeChange(
	services: Services,
	tx: Tx,
	order: OrderRecord,
	applied: AppliedChange,
): Promise<void> {
	const { change, swapped, added, reserved } = applied;
	const scope: OrderScope = {
		organisationId: order.organisationId,
		eventId: order.eventId,
		orderId: order.id,
	};
	const before = new Map(order.attendees.map(({ id, ticketTypeId }) => [id, ticketTypeId]));
	const from = swapped.map(({ attendeeId }) => before.get(attendeeId) as string);
	const to = [...swapped, ...added].map(({ ticketTypeId }) => ticketTypeId);
	const book = await openPlaces(
		tx,
		scope,
		[...new Set([...from, ...to])],
		reserved.map(({ poolId }) => poolId),
	);
	const groups = await openGroups(tx, scope, groupIdsOf(order));
	const move = groups.mover(book, groupIdsOf(order));
	// What goes back makes room for what is taken, but for a place of a group.
	book.reserve(reserved.map(({ poolId, places }) => ({ poolId, places: -places })));
	move(from.map((ticketTypeId) => place(ticketTypeId, -1)));
	if (
		move(
			to.map((ticketTypeId) => place(ticketTypeId, 1)),
			{ mustBeOpen: change.madeBy === null },
		)
	)
		throw ruleViolation('hold-ended', message`These tickets are sold out. Nothing was changed.`);
	await writeTickets(tx, order, { swapped, added, groupId: groupIdsOf(order).find(groups.has) ?? null });
	await writeItems(tx, scope, from, to);
	await writeAmounts(services, tx, order, applied);
	await groups.write();
	await book.write();
	stockStore(services).forget(scope.eventId);
	await announce(services, tx, scope, change, swapped);
}

/** The groups that tickets of an order name. */
export const groupIdsOf = ({ attendees }: Pick<OrderRecord, 'attendees'>): string[] => [
	...new Set(attendees.flatMap(({ groupId }) => groupId ?? [])),
];

const place = (ticketTypeId: string, confirmed: number): PlaceChange => ({
	ticketTypeId,
	confirmed,
	held: 0,
});

async function writeTickets(
	tx: Tx,
	order: OrderRecord,
	{
		swapped,
		added,
		groupId,
	}: {
		swapped: readonly SoldTicket[];
		added: readonly SoldTicket[];
		/** Of a group whose guests pay for themselves, all tickets of an order are. */
		groupId: string | null;
	},
): Promise<void> {
	if (swapped.length > 0)
		await tx.execute(sql`
			UPDATE attendees a SET ticket_type_id = n.ticket_type_id, version = version + 1, updated_at = now()
			FROM unnest(${plainArray(swapped.map((one) => one.attendeeId))}::uuid[],
				${plainArray(swapped.map((one) => one.ticketTypeId))}::uuid[]) AS n(id, ticket_type_id)
			WHERE a.organisation_id = ${order.organisationId} AND a.event_id = ${order.eventId} AND a.id = n.id`);
	if (added.length > 0)
		await tx.execute(sql`
			INSERT INTO attendees (organisation_id, event_id, order_id, id, ticket_type_id, name, email, ticket_code, status, group_id)
			SELECT ${order.organisationId}::uuid, ${order.eventId}::uuid, ${order.id}::uuid, n.id, n.ticket_type_id,
				${order.buyer.name}, ${order.buyer.email}, n.code, 'active', ${groupId}::uuid
			FROM unnest(${plainArray(added.map((one) => one.attendeeId))}::uuid[],
				${plainArray(added.map((one) => one.ticketTypeId))}::uuid[], ${textArray(added.map(newTicketCode))}::text[])
				AS n(id, ticket_type_id, code)`);
}

/** How many of each type were ordered: fewer of those that were given up, more of those that were taken. */
async function writeItems(
	tx: Tx,
	{ organisationId, eventId, orderId }: OrderScope,
	from: readonly string[],
	to: readonly string[],
): Promise<void> {
	const isItem = sql`i.organisation_id = ${organisationId} AND i.event_id = ${eventId} AND i.order_id = ${orderId}`;
	const gone = [...Map.groupBy(from, (id) => id)].map(([id, some]) => ({ id, count: some.length }));
	if (gone.length > 0) {
		const lost = sql`unnest(${plainArray(gone.map(({ id }) => id))}::uuid[], ${plainArray(gone.map(({ count }) => count))}::int[])
			AS n(id, count)`;
		await tx.execute(sql`DELETE FROM order_items i USING ${lost}
			WHERE ${isItem} AND i.ticket_type_id = n.id AND i.places = n.count`);
		await tx.execute(sql`UPDATE order_items i SET quantity = i.quantity - n.count, places = i.places - n.count FROM ${lost}
			WHERE ${isItem} AND i.ticket_type_id = n.id`);
	}
	const come = [...Map.groupBy(to, (id) => id)].map(([id, some]) => ({ id, count: some.length }));
	await tx.execute(sql`
		INSERT INTO order_items AS i (organisation_id, event_id, order_id, ticket_type_id, quantity, places, unit_price_minor)
		SELECT ${organisationId}::uuid, ${eventId}::uuid, ${orderId}::uuid, n.id, n.count, n.count, 0
		FROM unnest(${plainArray(come.map(({ id }) => id))}::uuid[], ${plainArray(come.map(({ count }) => count))}::int[]) AS n(id, count)
		ON CONFLICT (organisation_id, event_id, order_id, ticket_type_id)
		DO UPDATE SET quantity = i.quantity + excluded.quantity, places = i.places + excluded.places`);
}

/** Returned and sold items: the lines, the books, the total, the documents, and what goes back. */
async function writeAmounts(
	services: Services,
	tx: Tx,
	order: OrderRecord,
	{ change, refundTo }: AppliedChange,
): Promise<void> {
	const { organisationId, eventId } = order;
	const { lines, differenceMinor } = change;
	if (lines.length === 0) return;
	const scope = { organisationId, eventId, orderId: order.id };
	await writeLines(tx, scope, lines);
	if (differenceMinor > 0)
		await tx.execute(sql`
			UPDATE orders SET total_minor = total_minor + ${differenceMinor}, fee_minor = fee_minor + ${change.feeMinor}, updated_at = now()
			WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND id = ${order.id}`);
	await post(tx, [
		{
			...{ organisationId, eventId, subjectId: order.id, sourceId: change.id, currency: order.currency },
			// As a whole more was sold, or something of it was returned.
			sourceKind: differenceMinor < 0 ? 'order_cancelled' : 'order',
			transfers: transfersOf(lines),
		},
	]);
	if (differenceMinor < 0)
		await requestRefunds(services, tx, {
			...{ order, amountMinor: -differenceMinor, refundTo },
			...{ reason: 'ticket_changed', note: '', userId: change.madeBy },
		});
	await replaceAfterChange(services, tx, await getOrder(services, scope));
}

async function announce(
	services: Services,
	tx: Tx,
	{ organisationId, eventId, orderId }: OrderScope,
	change: OrderChangeRow,
	swapped: readonly SoldTicket[],
): Promise<void> {
	const attendeeIds = swapped.map(({ attendeeId }) => attendeeId);
	await services.facts.publishAll(
		tx,
		[
			...(attendeeIds.length > 0
				? [
						{
							name: 'orders.guest-updated' as const,
							payload: { orderId, attendeeIds, fields: ['ticketTypeId'] },
						},
					]
				: []),
			// The tickets as they are now, by mail.
			{ name: 'orders.confirmation-requested' as const, payload: { orderId, requestId: change.id } },
		].map((fact) => ({ ...fact, organisationId, eventId })),
		services,
	);
}

/** The tickets that a noted change is about. Those that it adds are named by its lines: what is to be paid has some. */
export function ticketsOfChange({ wanted, lines }: OrderChangeRow): {
	swapped: SoldTicket[];
	added: SoldTicket[];
} {
	const swapped = wanted.tickets;
	const added = new Map<string, SoldTicket>();
	for (const { attendeeId, ticketTypeId, quantity } of lines as OrderLine[])
		if (attendeeId && ticketTypeId && quantity > 0 && !swapped.some((one) => one.attendeeId === attendeeId))
			added.set(attendeeId, { attendeeId, ticketTypeId });
	return { swapped, added: [...added.values()] };
}
