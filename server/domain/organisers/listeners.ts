import { sql } from 'drizzle-orm';
import { type Listener, listen } from '../facts.ts';

/** What followers are to be told of. */
export const organiserListeners: Listener[] = [
	listen({
		fact: 'events.event-published',
		/** An event is told of once, however often it is published. Whether it is public is looked at when the email is written. */
		async inTransaction(tx, { organisationId, eventId }) {
			await tx.execute(sql`INSERT INTO follower_news (organisation_id, event_id) VALUES (${organisationId}, ${eventId})
				ON CONFLICT DO NOTHING`);
		},
	}),
];
