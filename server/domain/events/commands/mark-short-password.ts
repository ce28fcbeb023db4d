import { and, eq } from 'drizzle-orm';
import { events } from '#server/db/tables/events.ts';
import type { Services } from '#server/services.ts';

/** Notes that the password of an event is shorter than new ones may be, which only its right guess shows. */
export async function markShortPassword(
	{ database }: Services,
	event: { organisationId: string; id: string },
): Promise<void> {
	await database.db
		.update(events)
		.set({ hasShortPassword: true })
		.where(and(eq(events.organisationId, event.organisationId), eq(events.id, event.id)));
}
