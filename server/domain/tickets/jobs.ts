import { createFairJob, findInOrder } from '#server/jobs/fair-poller.ts';
import type { EventScope } from '../event-scope.ts';
import type { ScheduledJob } from '../module.ts';
import { holdEvent, updatePriceRange } from './type-rows.ts';

const perBatch = 200;

/** Jobs of ticket types. */
export const ticketJobs: ScheduledJob[] = [
	// A tier ends by the clock or by what is sold: lists and searches learn it within a minute, the event's own page at once.
	createFairJob<EventScope>({
		name: 'tickets.update-price-ranges',
		cron: '* * * * *',
		dueInSandboxes: true,
		...findInOrder<EventScope>(
			({ eventId }) => eventId,
			`SELECT DISTINCT e.organisation_id AS "organisationId", e.id AS "eventId"
			FROM ticket_types t JOIN events e ON e.organisation_id = t.organisation_id AND e.id = t.event_id
			WHERE t.price_tiers <> '[]'::jsonb AND e.status = 'published' AND NOT e.is_over AND e.id > $1
			ORDER BY e.id LIMIT ${perBatch}`,
		),
		keyOf: ({ eventId }) => eventId,
		atOnce: 1,
		async run({ database }, [scope]) {
			await database.transaction(async (tx) => {
				await holdEvent(tx, scope);
				await updatePriceRange(tx, scope);
			});
			return 1;
		},
	}),
];
