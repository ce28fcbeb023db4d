import type { ScheduledJob } from '../module.ts';
import { holdEvent, updatePriceRange } from './type-rows.ts';

const perBatch = 200;

/** Jobs of ticket types. */
export const ticketJobs: ScheduledJob[] = [
	{
		// A tier ends by the clock or by what is sold: lists and searches learn it within a minute, the event's own page at once.
		name: 'tickets.update-price-ranges',
		cron: '* * * * *',
		async run({ database }) {
			for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
				const { rows } = await database.pool.query<{ organisation_id: string; event_id: string }>(
					`SELECT DISTINCT e.organisation_id, e.id AS event_id
					FROM ticket_types t JOIN events e ON e.organisation_id = t.organisation_id AND e.id = t.event_id
					WHERE t.price_tiers <> '[]'::jsonb AND e.status = 'published' AND NOT e.is_over AND e.id > $1
					ORDER BY e.id LIMIT ${perBatch}`,
					[after],
				);
				for (const { organisation_id: organisationId, event_id: eventId } of rows) {
					const scope = { organisationId, eventId };
					await database.transaction(async (tx) => {
						await holdEvent(tx, scope);
						await updatePriceRange(tx, scope);
					});
				}
				const last = rows.at(-1);
				if (!last || rows.length < perBatch) return;
				after = last.event_id;
			}
		},
	},
];
