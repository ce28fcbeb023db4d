import { lockEvents } from '#server/domain/events/event-rows.ts';
import { type Listener, listen } from '../facts.ts';
import { makeSeries } from './commands/make-series.ts';
import { noteRemoved } from './commands/remove-date.ts';

export const seriesListeners: Listener[] = [
	listen({
		/** A draft that is planned to repeat becomes the first date of a series, all of whose dates are published with it. */
		fact: 'events.event-published',
		async inTransactionMany(tx, facts, services) {
			const opened = facts.filter(({ payload }) => payload.isFirst);
			for (const [organisationId, own] of Map.groupBy(opened, (fact) => fact.organisationId)) {
				if (organisationId === null) continue;
				const eventIds = own.map(({ payload }) => payload.eventId);
				for (const { id, repeat, seriesId, createdBy } of await lockEvents(tx, organisationId, eventIds)) {
					if (repeat === null || seriesId !== null) continue;
					const of = { organisationId, eventId: id, repeat, userId: createdBy };
					await makeSeries(services, tx, { ...of, booking: 'each', isNew: true });
				}
			}
		},
	}),
	listen({
		/** A date that is deleted is not made again. */
		fact: 'events.event-deleted',
		async inTransaction(tx, { organisationId, payload }) {
			if (organisationId !== null) await noteRemoved(tx, { organisationId, eventId: payload.eventId });
		},
	}),
];
