import { sql } from 'drizzle-orm';
import { type Listener, listen } from '../facts.ts';
import { markConfirmed, markOrganisation, markWholeEvent } from './figures/marks.ts';

/** What figures are counted anew for. Changes without a fact are found by `findChanges`. */
export const analyticsListeners: Listener[] = [
	listen({
		fact: 'orders.order-confirmed',
		afterCommit: (fact, services) => markConfirmed(services, [fact]),
		afterCommitMany: (facts, services) => markConfirmed(services, facts),
	}),
	listen({
		fact: 'events.event-updated',
		async afterCommit({ organisationId, eventId, payload }, services) {
			if (organisationId && eventId && payload.fields.includes('timeZone'))
				await markWholeEvent(services, { organisationId, eventId });
		},
	}),
	listen({
		fact: 'tickets.admission-changed',
		async afterCommit({ organisationId, eventId }, services) {
			if (organisationId && eventId) await markWholeEvent(services, { organisationId, eventId });
		},
	}),
	listen({
		fact: 'developer.sandbox-moved',
		async afterCommit({ organisationId }, services) {
			if (organisationId) await markOrganisation(services, organisationId);
		},
	}),
	listen({
		fact: 'events.event-deleted',
		async inTransaction(tx, { organisationId, payload }) {
			const ofEvent = sql`organisation_id = ${organisationId} AND scope_id = ${payload.eventId}`;
			await tx.execute(sql`
				INSERT INTO figure_marks (organisation_id, scope_id, on_day, due_at)
				SELECT DISTINCT organisation_id, organisation_id, on_day, now() FROM event_day_figures WHERE ${ofEvent}
				ORDER BY organisation_id, on_day
				ON CONFLICT DO NOTHING`);
			await tx.execute(sql`DELETE FROM figure_marks WHERE ${ofEvent}`);
			await tx.execute(sql`DELETE FROM event_day_figures WHERE ${ofEvent}`);
			await tx.execute(sql`DELETE FROM event_day_sources WHERE ${ofEvent}`);
		},
	}),
];
