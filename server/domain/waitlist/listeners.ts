import { type FactName, type Listener, listen } from '../facts.ts';
import { offerPlaces } from './offer-places.ts';

/** The waitlist of the event of a fact is brought up to date, where there is one. */
const reviews = (fact: FactName): Listener =>
	listen({
		fact,
		async afterCommit({ organisationId, eventId }, services) {
			if (!organisationId || !eventId) return;
			const { rows } = await services.database.pool.query({
				name: 'waitlist.has-live-entries',
				text: `SELECT FROM waitlist_entries WHERE organisation_id = $1 AND event_id = $2 AND state IN ('waiting', 'offered') LIMIT 1`,
				values: [organisationId, eventId],
			});
			if (rows.length > 0) await offerPlaces(services, { organisationId, eventId });
		},
	});

/** What waitlists do when something happens to their event. */
export const waitlistListeners: Listener[] = [
	reviews('events.event-updated'),
	reviews('events.event-published'),
	reviews('events.event-cancelled'),
	reviews('events.event-archived'),
];
