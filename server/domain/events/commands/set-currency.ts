import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { events } from '../../../db/tables/events.ts';

/** Sets the currency that an event's prices are in; told by the tickets module with the first price of an event. */
export async function setEventCurrency(
	tx: Tx,
	scope: { organisationId: string; eventId: string },
	currency: string,
): Promise<void> {
	await tx
		.update(events)
		.set({ currency, version: sql`${events.version} + 1` })
		.where(and(eq(events.organisationId, scope.organisationId), eq(events.id, scope.eventId)));
}
