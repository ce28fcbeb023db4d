import { and, eq, ne, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { events } from '#server/db/tables/events.ts';

/** Sets whether an event takes gifts that are given each month. The event must be held. */
export async function setTakesMonthlyGifts(
	tx: Tx,
	scope: { organisationId: string; eventId: string },
	takesMonthlyGifts: boolean,
): Promise<void> {
	await tx
		.update(events)
		.set({ takesMonthlyGifts, version: sql`${events.version} + 1` })
		.where(
			and(
				eq(events.organisationId, scope.organisationId),
				eq(events.id, scope.eventId),
				ne(events.takesMonthlyGifts, takesMonthlyGifts),
			),
		);
}

/** Sets whether an event takes gifts; called by the fundraisers module. The event must be held. */
export async function setTakesGifts(
	tx: Tx,
	scope: { organisationId: string; eventId: string },
	takesGifts: boolean,
): Promise<void> {
	await tx
		.update(events)
		.set({ takesGifts, version: sql`${events.version} + 1` })
		.where(and(eq(events.organisationId, scope.organisationId), eq(events.id, scope.eventId)));
}
