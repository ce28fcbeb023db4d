import { and, eq } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { capacityPools, ticketTypes } from '#server/db/tables/tickets.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { type Author, bySystem } from '#server/domain/events/changes/author.ts';
import { readEditState, requireEdits } from '#server/domain/events/changes/edit-state.ts';
import { withHistory } from '#server/domain/events/changes/record-changes.ts';
import type { Services } from '#server/services.ts';
import { stockStore } from '../stock-store.ts';
import {
	holdEvent,
	lockPools,
	lockTicketType,
	ofEvent,
	type PoolRow,
	poolOfEvent,
	updatePriceRange,
} from '../type-rows.ts';

/**
 * Deletes a ticket type that was never ordered. Modules to the right handle it first and refuse where it was: such a type is closed
 * instead. An order that comes in meanwhile waits for the pool and finds it gone.
 */
export async function deleteTicketType(
	services: Services,
	scope: EventScope,
	ticketTypeId: string,
	by: Author = bySystem,
): Promise<void> {
	await services.database.transaction((tx) =>
		withHistory(services, tx, scope, by, () => deleteTicketTypeWithin(services, tx, scope, ticketTypeId)),
	);
	stockStore(services).forget(scope.eventId);
}

/** `deleteTicketType` in the transaction of a caller, who lets `stockStore` forget the event after it. */
export async function deleteTicketTypeWithin(
	services: Services,
	tx: Tx,
	{ organisationId, eventId }: EventScope,
	ticketTypeId: string,
): Promise<void> {
	const scope = { organisationId, eventId };
	const event = await holdEvent(tx, scope);
	const row = await lockTicketType(tx, scope, ticketTypeId);
	const pool = (await lockPools(tx, scope, [row.poolId])).get(row.poolId) as PoolRow;
	requireEdits([{ change: 'ticket.delete' }], {
		...(await readEditState(services, tx, event)),
		confirmed: pool.confirmed,
		held: pool.held,
	});
	await services.facts.publish(
		tx,
		{ ...scope, name: 'tickets.ticket-type-deleted', payload: { ticketTypeId } },
		services,
	);
	await tx.delete(ticketTypes).where(and(ofEvent(scope), eq(ticketTypes.id, row.id)));
	await tx.delete(capacityPools).where(and(poolOfEvent(scope), eq(capacityPools.id, row.poolId)));
	await updatePriceRange(tx, scope);
}
