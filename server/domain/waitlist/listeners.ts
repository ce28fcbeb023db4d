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

/** Brings up to date the events of orders that offered a ticket for resale which somebody was offered, and have it no more. */
async function reviewSellers(
	facts: readonly RecordedFact<'orders.order-cancelled'>[],
	services: Services,
): Promise<void> {
	const { rows } = await services.database.pool.query<EventScope>({
		name: 'waitlist.with-lost-listings',
		text: `SELECT DISTINCT l.organisation_id AS "organisationId", l.event_id AS "eventId" FROM unnest($1::uuid[], $2::uuid[]) AS f(organisation_id, order_id)
			JOIN resale_listings l ON l.organisation_id = f.organisation_id AND l.order_id = f.order_id
			WHERE l.state = 'withdrawn' AND l.offer_id IS NOT NULL AND l.buyer_order_id IS NULL`,
		values: [facts.map(({ organisationId }) => organisationId), facts.map(({ payload }) => payload.orderId)],
	});
	for (const scope of rows) await offerPlaces(services, scope);
}

// Handled in batches too: with one listener that does not, each fact of its name is dispatched alone, to all its listeners.
const reviews = (fact: FactName): Listener =>
	listen({
		fact,
		afterCommit: (recorded, services) => review([recorded], services),
		afterCommitMany: (recorded, services) => review(recorded, services),
	});

/** Listeners of waitlists for changes of their event. */
export const waitlistListeners: Listener[] = [
	reviews('events.event-updated'),
	reviews('events.event-published'),
	reviews('events.event-cancelled'),
	reviews('events.event-archived'),
	reviews('orders.resale-changed'),
	listen({
		fact: 'orders.order-cancelled',
		afterCommit: (fact, services) => reviewSellers([fact], services),
		afterCommitMany: (facts, services) => reviewSellers(facts, services),
	}),
];
