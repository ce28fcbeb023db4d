import type { EventScope } from '#server/domain/event-scope.ts';
import { type Listener, listen } from '#server/domain/facts.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import { endAllotmentsOf } from './release-allotments.ts';

const name = 'door-sales.end-allotments';
const perRound = 200;

/** Ends what is reserved for devices once its event is over, event by event. Safe on many workers. */
export const allotmentPoller = createFairPoller<EventScope>({
	name,
	idleMs: 60_000,
	...findDue<EventScope>(
		name,
		`SELECT organisation_id AS "organisationId", id AS "eventId" FROM events e
			WHERE (organisation_id, id) IN (SELECT a.organisation_id, a.event_id FROM door_allotments a WHERE a.state = 'live')
				AND (ends_at <= now() OR status = 'cancelled') AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'id')}
			ORDER BY ends_at LIMIT ${perRound}`,
	),
	keyOf: ({ eventId }) => eventId,
	atOnce: 1,
	run: (services, [scope]) => endAllotmentsOf(services, scope),
});

/** Ends all allotments of events that are over. @returns how many */
export const endDueAllotments = runDue(allotmentPoller);

const scopeOf = ({ organisationId, eventId }: { organisationId: string | null; eventId: string | null }) => ({
	organisationId: organisationId as string,
	eventId: eventId as string,
});

/** What is reserved for devices ends with a cancelled event. */
export const allotmentListeners: Listener[] = [
	listen({
		fact: 'events.event-cancelled',
		async afterCommit(fact, services) {
			await endAllotmentsOf(services, scopeOf(fact));
		},
		async afterCommitMany(facts, services) {
			for (const fact of facts) await endAllotmentsOf(services, scopeOf(fact));
		},
	}),
];
