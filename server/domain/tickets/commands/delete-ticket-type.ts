import { and, eq } from 'drizzle-orm';
import { capacityPools, ticketTypes } from '../../../db/tables/tickets.ts';
import type { Services } from '../../../services.ts';
import { stockStore } from '../stock-store.ts';
import {
	type EventScope,
	holdEvent,
	lockPools,
	lockTicketType,
	ofEvent,
	poolOfEvent,
	updatePriceRange,
} from '../type-rows.ts';

/**
 * Deletes a ticket type that was never ordered. Modules to the right hear of it first and refuse where it was: such a type is closed
 * instead. An order that comes in meanwhile waits for the pool and finds it gone.
 */
export async function deleteTicketType(
	services: Services,
	scope: EventScope,
	ticketTypeId: string,
): Promise<void> {
	await services.database.transaction(async (tx) => {
		await holdEvent(tx, scope);
		const row = await lockTicketType(tx, scope, ticketTypeId);
		await lockPools(tx, scope, [row.poolId]);
		await services.facts.publish(
			tx,
			{ ...scope, name: 'tickets.ticket-type-deleted', payload: { ticketTypeId } },
			services,
		);
		await tx.delete(ticketTypes).where(and(ofEvent(scope), eq(ticketTypes.id, row.id)));
		await tx.delete(capacityPools).where(and(poolOfEvent(scope), eq(capacityPools.id, row.poolId)));
		await updatePriceRange(tx, scope);
	});
	stockStore(services).forget(scope.eventId);
}
