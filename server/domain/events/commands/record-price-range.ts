import { and, eq, or, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { events } from '#server/db/tables/events.ts';

/**
 * Keeps the lowest and highest price of what an event offers, for lists and searches; nulls when nothing is on offer. Told by the
 * tickets module. The version rises only when the prices are others, and not for an event that is only being made.
 */
export async function recordPriceRange(
	tx: Tx,
	scope: { organisationId: string; eventId: string },
	range: { minPriceMinor: number | null; maxPriceMinor: number | null },
	isNew = false,
): Promise<void> {
	await tx
		.update(events)
		.set({ ...range, version: sql`${events.version} + ${isNew ? 0 : 1}` })
		.where(
			and(
				eq(events.organisationId, scope.organisationId),
				eq(events.id, scope.eventId),
				or(
					sql`${events.minPriceMinor} IS DISTINCT FROM ${range.minPriceMinor}`,
					sql`${events.maxPriceMinor} IS DISTINCT FROM ${range.maxPriceMinor}`,
				),
			),
		);
}
