import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { type Listener, listen } from '../facts.ts';
import { stoppedReasons } from './review/review-reason.ts';

/** Stops what was to be sent to the guests of an event that was written before it was cancelled or postponed. */
async function stopScheduled(
	tx: Tx,
	event: { organisationId: string | null; eventId: string | null },
	reason: keyof typeof stoppedReasons,
): Promise<void> {
	await tx.execute(sql`
		UPDATE guest_messages m SET state = 'cancelled', review_reason = ${stoppedReasons[reason]}, version = m.version + 1, updated_at = now()
		FROM events e WHERE e.organisation_id = m.organisation_id AND e.id = m.event_id
			AND m.organisation_id = ${event.organisationId} AND m.event_id = ${event.eventId} AND m.state IN ('scheduled', 'in_review')
			AND (e.cancelled_at IS NULL OR m.updated_at < e.cancelled_at)`);
}

export const messageListeners: Listener[] = [
	listen({
		fact: 'events.event-cancelled',
		inTransaction: (tx, fact) => stopScheduled(tx, fact, 'cancelled'),
	}),
	listen({
		fact: 'events.event-postponed',
		inTransaction: (tx, fact) => stopScheduled(tx, fact, 'postponed'),
	}),
];
