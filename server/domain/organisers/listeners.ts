import { sql } from 'drizzle-orm';
import { plainArray } from '#server/db/statement.ts';
import { type Listener, listen } from '../facts.ts';

/** Records news for followers. */
export const organiserListeners: Listener[] = [
	listen({
		fact: 'events.event-published',
		/**
		 * An event is announced once, however often it is published, and a series once, by its first date ahead. Whether it is public is looked at
		 * when the email is written.
		 */
		async inTransactionMany(tx, facts) {
			for (const [organisationId, alike] of Map.groupBy(facts, (fact) => fact.organisationId))
				if (organisationId !== null)
					await tx.execute(sql`
						WITH published AS (SELECT id, series_id FROM events WHERE organisation_id = ${organisationId}
							AND id = ANY (${plainArray(alike.flatMap(({ eventId }) => eventId ?? []))}::uuid[]))
						INSERT INTO follower_news (organisation_id, event_id)
						SELECT ${organisationId}::uuid, id FROM published WHERE series_id IS NULL
						UNION ALL SELECT ${organisationId}::uuid, d.id FROM (SELECT DISTINCT series_id FROM published WHERE series_id IS NOT NULL) s
						CROSS JOIN LATERAL (SELECT id FROM events e WHERE e.organisation_id = ${organisationId} AND e.series_id = s.series_id
							AND e.status = 'published' AND e.ends_at > now() ORDER BY e.starts_at, e.id LIMIT 1) d
						WHERE NOT EXISTS (SELECT FROM events o JOIN follower_news n ON n.organisation_id = o.organisation_id AND n.event_id = o.id
							WHERE o.organisation_id = ${organisationId} AND o.series_id = s.series_id)
						ON CONFLICT DO NOTHING`);
		},
	}),
];
