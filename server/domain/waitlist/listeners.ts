import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { type FactName, type Listener, listen, type RecordedFact } from '../facts.ts';
import { offerPlaces } from './offer-places.ts';

/** Brings the waitlists of the events of facts up to date, where there are any. */
async function review(facts: readonly RecordedFact[], services: Services): Promise<void> {
	const { rows } = await services.database.pool.query<EventScope>({
		name: 'waitlist.with-entries-or-listings',
		text: `SELECT f.organisation_id AS "organisationId", f.event_id AS "eventId"
			FROM (SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[])) AS f(organisation_id, event_id)
			WHERE EXISTS (SELECT FROM waitlist_entries w WHERE w.organisation_id = f.organisation_id AND w.event_id = f.event_id
				AND w.state IN ('waiting', 'offered'))
			OR EXISTS (SELECT FROM resale_listings l WHERE l.organisation_id = f.organisation_id AND l.event_id = f.event_id
				AND l.state = 'listed')`,
		values: [facts.map(({ organisationId }) => organisationId), facts.map(({ eventId }) => eventId)],
	});
	for (const scope of rows) await offerPlaces(services, scope);
}

// Heard of many at once too: with one listener that is not, each fact of its name is dispatched alone, to all who hear it.
const reviews = (fact: FactName): Listener =>
	listen({
		fact,
		afterCommit: (recorded, services) => review([recorded], services),
		afterCommitMany: (recorded, services) => review(recorded, services),
	});

/** What waitlists do when something happens to their event. */
export const waitlistListeners: Listener[] = [
	reviews('events.event-updated'),
	reviews('events.event-published'),
	reviews('events.event-cancelled'),
	reviews('events.event-archived'),
];
