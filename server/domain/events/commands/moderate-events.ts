import { eq, type SQL, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { events } from '#server/db/tables/events.ts';

const touched = { version: sql`${events.version} + 1`, updatedAt: sql`now()` };

/** Puts an event onto the front page, or takes it off. */
export async function setFeatured(db: DbOrTx, eventId: string, isFeatured: boolean): Promise<void> {
	const featuredAt = isFeatured ? sql`coalesce(featured_at, now())` : null;
	await db.update(events).set({ featuredAt }).where(eq(events.id, eventId));
}

type Hiding = Required<Pick<typeof events.$inferInsert, 'moderation' | 'moderationReason' | 'visibility'>>;

/** Hides the events that match, whose visibility stays the one that their organiser chose for `showEvents`. */
export function hideEvents(tx: Tx, which: SQL | undefined, hiding: Hiding) {
	return tx
		.update(events)
		.set({
			...hiding,
			...touched,
			visibilityBefore: sql`coalesce(visibility_before, visibility)`,
			featuredAt: null,
		})
		.where(which)
		.returning({ organisationId: events.organisationId, version: events.version });
}

/** Gives the events that match the visibility back that they had before they were hidden. */
export async function showEvents(tx: Tx, which: SQL | undefined): Promise<void> {
	await tx
		.update(events)
		.set({
			...touched,
			moderation: null,
			moderationReason: '',
			visibility: sql`coalesce(visibility_before, visibility)`,
			visibilityBefore: null,
		})
		.where(which);
}
