import { sql } from 'drizzle-orm';
import { plainArray } from '#server/db/statement.ts';
import { type DoorCaller, firstListId, seesNames } from '#server/domain/check-in/door-caller.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { manageTokenOf } from '#server/domain/orders/commands/place-order.ts';
import { getOrder, type OrderRecord } from '#server/domain/orders/order-record.ts';
import { getPaymentView } from '#server/domain/orders/payment-view.ts';
import type { Services } from '#server/services.ts';
import type { DoorSale } from '#shared/contracts/door-sales.ts';
import { type DoorSaleRow, getSaleRow } from './sale-rows.ts';
import { sellerOf } from './seller.ts';

/** How a sale stands, by its order. */
export const saleStateOf = (status: OrderRecord['status']): DoorSale['state'] =>
	status === 'confirmed' ? 'paid' : status === 'pending' ? 'waiting' : 'ended';

/** What a sale says by itself, with the order that it is of. */
export const presentSaleRow = (
	row: DoorSaleRow,
	order: Pick<OrderRecord, 'code' | 'status' | 'expiresAt'>,
) => ({
	id: row.id,
	kind: row.kind,
	state: saleStateOf(order.status),
	way: row.way,
	orderId: row.orderId,
	orderCode: order.code,
	currency: row.currency,
	totalMinor: row.totalMinor,
	dueMinor: row.dueMinor,
	givenMinor: row.givenMinor,
	changeMinor: row.givenMinor === null || row.dueMinor === null ? null : row.givenMinor - row.dueMinor,
	expiresAt: order.status === 'pending' ? (order.expiresAt?.toISOString() ?? null) : null,
	device: row.device,
	isOffline: row.isOffline,
	soldAt: row.soldAt.toISOString(),
});

/**
 * A sale as the device that made it sees it. Guest names of earlier orders are only included for callers who may see names.
 * @param listId the check-in list to look up its guests in; the first list if absent
 */
export async function presentSale(
	services: Services,
	row: DoorSaleRow,
	door: DoorCaller,
	listId = firstListId(door),
): Promise<DoorSale> {
	const { organisationId, eventId, orderId } = row;
	const scope = { organisationId, eventId, orderId };
	const [order, event] = await Promise.all([getOrder(services, scope), getWholeEvent(services, scope)]);
	const attendees = order.attendees.filter(({ status }) => status !== 'cancelled');
	const [{ transfer }, checkedIn] = await Promise.all([
		getPaymentView(services, order, event),
		readCheckedIn(
			services,
			{ organisationId, listId },
			attendees.map(({ id }) => id),
		),
	]);
	const hasNames = row.kind === 'sale' || seesNames(door);
	return {
		...presentSaleRow(row, order),
		attendees: attendees.map(({ id, name, ticketTypeName, isAdmission }) => ({
			...{ id, name: hasNames ? name : '', ticketTypeName, isAdmission, isCheckedIn: checkedIn.has(id) },
		})),
		url: `${services.config.appUrl}/checkout/${manageTokenOf(services, order)}`,
		transferCode: row.way === 'transfer' ? (transfer?.epc ?? null) : null,
	};
}

/** Which of these guests were let in at a list. */
async function readCheckedIn(
	services: Services,
	{ organisationId, listId }: { organisationId: string; listId: string },
	attendeeIds: readonly string[],
): Promise<Set<string>> {
	if (attendeeIds.length === 0) return new Set();
	const { rows } = await services.database.db.execute<{ id: string }>(sql`
		SELECT attendee_id AS id FROM check_ins
		WHERE organisation_id = ${organisationId} AND list_id = ${listId} AND attendee_id = ANY(${plainArray(attendeeIds)}::uuid[])
			AND verdict = 'accepted' AND annulled_at IS NULL`);
	return new Set(rows.map(({ id }) => id));
}

/** A sale that this device or another of its staff link or member made. @throws not-found */
export async function getSale(services: Services, door: DoorCaller, saleId: string): Promise<DoorSale> {
	const seller = sellerOf(door, { id: '', name: '' });
	return presentSale(services, await getSaleRow(services.database.db, seller, saleId), door);
}
