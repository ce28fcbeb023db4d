import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairJob, createFairPoller, findDue, findInOrder, runDue } from '#server/jobs/fair-poller.ts';
import type { ScheduledJob } from '../module.ts';
import { offerPlaces } from './offer-places.ts';

const name = 'waitlist.offer-places';
const perRound = 200;
/** Entries are forgotten so long after they ended. */
const retentionDays = 90;

/** The events of a table whose work is due, the longest due first. */
const due = (table: string, condition: string, at: string) =>
	`(SELECT organisation_id, event_id FROM ${table} WHERE ${condition} AND ${at} <= now() AND organisation_id <> ALL ($1::uuid[])
		AND ${isNotDelayed(name, 'event_id')} ORDER BY ${at} LIMIT ${perRound})`;

/** Offers tickets that became available and expires unused offers, event by event. Safe on many workers. */
export const offerPoller = createFairPoller<EventScope>({
	name,
	idleMs: 1_000,
	...findDue<EventScope>(
		'waitlist.events-with-work',
		`SELECT DISTINCT organisation_id AS "organisationId", event_id AS "eventId" FROM (
			${due('place_reservations', `state = 'live' AND due_at IS NOT NULL`, 'due_at')}
			UNION ALL ${due('waitlist_offers', `state = 'open'`, 'expires_at')}
			-- Tickets that guests resell, whose orders ended without a payment.
			UNION ALL (SELECT l.organisation_id, l.event_id FROM resale_listings l
				JOIN orders o ON o.organisation_id = l.organisation_id AND o.event_id = l.event_id AND o.id = l.buyer_order_id
				WHERE l.state = 'listed' AND l.buyer_order_id IS NOT NULL AND o.status <> 'pending' AND l.organisation_id <> ALL ($1::uuid[])
					AND ${isNotDelayed(name, 'l.event_id')} LIMIT ${perRound})
		) AS due`,
	),
	keyOf: ({ eventId }) => eventId,
	atOnce: 1,
	async run(services, [scope]) {
		await offerPlaces(services, scope);
		return 1;
	},
});

/** Does all that is due of waitlists. @returns how many events */
export const offerDuePlaces = runDue(offerPoller);

/** Jobs of waitlists. */
export const waitlistJobs: ScheduledJob[] = [
	// Sales end, events are over, ticket types change and tickets for resale are used without anything coming free. Places are saved for
	// those who were passed over from an instant on that only a saving names; of tickets that guests resell it is found here.
	createFairJob<EventScope>({
		name: 'waitlist.review-lists',
		cron: '*/5 * * * *',
		dueInSandboxes: true,
		...findInOrder<EventScope>(
			({ eventId }) => eventId,
			`SELECT organisation_id AS "organisationId", event_id AS "eventId" FROM waitlist_entries
			WHERE state IN ('waiting', 'offered') AND event_id > $1
			UNION SELECT organisation_id, event_id FROM resale_listings WHERE state = 'listed' AND event_id > $1
			ORDER BY 2 LIMIT ${perRound}`,
		),
		keyOf: ({ eventId }) => eventId,
		atOnce: 1,
		async run(services, [scope]) {
			await offerPlaces(services, scope);
			return 1;
		},
	}),
	{
		name: 'waitlist.forget-entries',
		cron: '50 3 * * *',
		async run({ database }) {
			await deleteInBatches(database.pool, {
				table: 'waitlist_entries',
				where: `ended_at < now() - interval '${retentionDays} days'`,
			});
		},
	},
];
