import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { eventChangeSets, events } from '#server/db/tables/events.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';

const isWaiting = and(
	eq(eventChangeSets.state, 'applied'),
	eq(eventChangeSets.notify, true),
	isNull(eventChangeSets.notifiedAt),
);

const perRound = 20;

/**
 * Announces edits whose time for undoing is over: each once, however many workers look. Whoever undoes one meanwhile holds its event, and it
 * is passed over. Cancelling an event takes its full effect with it.
 * @returns how many were announced
 */
export async function announceDue(services: Services): Promise<number> {
	return services.database.transaction(async (tx) => {
		const due = await tx
			.select({
				changeSetId: eventChangeSets.id,
				organisationId: eventChangeSets.organisationId,
				eventId: eventChangeSets.eventId,
				kind: eventChangeSets.kind,
				message: events.statusMessage,
			})
			.from(eventChangeSets)
			.innerJoin(
				events,
				and(
					eq(events.organisationId, eventChangeSets.organisationId),
					eq(events.id, eventChangeSets.eventId),
				),
			)
			// Stored times are rounded to milliseconds: what is due now may lie half a millisecond ahead.
			.where(and(isWaiting, lte(eventChangeSets.notifyAt, sql`now() + interval '1 ms'`)))
			.orderBy(asc(eventChangeSets.notifyAt))
			.limit(perRound)
			.for('no key update', { skipLocked: true });
		if (due.length === 0) return 0;
		await tx
			.update(eventChangeSets)
			.set({ notifiedAt: sql`now()` })
			.where(
				and(
					inArray(eventChangeSets.organisationId, [...new Set(due.map((one) => one.organisationId))]),
					inArray(
						eventChangeSets.id,
						due.map((one) => one.changeSetId),
					),
				),
			);
		await services.facts.publishAll(
			tx,
			due.map(({ changeSetId, organisationId, eventId, kind, message }) => {
				const scope = { organisationId, eventId };
				return kind === 'cancel'
					? { ...scope, name: 'events.event-cancelled' as const, payload: { eventId, message } }
					: { ...scope, name: 'events.change-announced' as const, payload: { changeSetId } };
			}),
			services,
		);
		return due.length;
	});
}

/** Ends the time for undoing of an edit whose guests still wait to be told. One that was told, or tells nobody, stays as it is. */
export async function announceNow(
	{ database }: Services,
	scope: EventScope,
	changeSetId: string,
): Promise<void> {
	await database.db
		.update(eventChangeSets)
		.set({ notifyAt: sql`now()` })
		.where(
			and(
				eq(eventChangeSets.organisationId, scope.organisationId),
				eq(eventChangeSets.eventId, scope.eventId),
				eq(eventChangeSets.id, changeSetId),
				isWaiting,
			),
		);
}
