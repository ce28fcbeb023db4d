import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { eventChangeSets, events } from '#server/db/tables/events.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';

const isWaiting = and(
	eq(eventChangeSets.state, 'applied'),
	eq(eventChangeSets.notify, true),
	isNull(eventChangeSets.notifiedAt),
);

const perRound = 20;

const name = 'events.announce-changes';
type DueChange = Pick<typeof eventChangeSets.$inferSelect, 'organisationId' | 'id'>;

/**
 * Announces edits whose time for undoing is over: each once, however many workers look. Whoever undoes one meanwhile holds its event, and it
 * is passed over. Cancelling an event takes its full effect with it.
 */
export const announcePoller = createFairPoller<DueChange>({
	name,
	idleMs: 2_000,
	// Stored times are rounded to milliseconds: what is due now may lie half a millisecond ahead.
	...findDue<DueChange>(
		'events.changes-to-announce',
		`SELECT organisation_id AS "organisationId", id FROM event_change_sets
			WHERE state = 'applied' AND notify AND notified_at IS NULL AND series_change_id IS NULL AND notify_at <= now() + interval '1 ms'
				AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'id')}
			ORDER BY notify_at LIMIT ${perRound} FOR NO KEY UPDATE SKIP LOCKED`,
	),
	keyOf: ({ id }) => id,
	run: announce,
});

/** Announces all edits that are due. @returns how many */
export const announceDue = runDue(announcePoller);

async function announce(services: Services, changes: readonly [DueChange, ...DueChange[]]): Promise<number> {
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
			.where(and(isWaiting, areThese(changes)))
			.orderBy(asc(eventChangeSets.notifyAt))
			.for('no key update', { skipLocked: true });
		if (due.length === 0) return 0;
		await tx
			.update(eventChangeSets)
			.set({ notifiedAt: sql`now()` })
			.where(areThese(due.map(({ organisationId, changeSetId: id }) => ({ organisationId, id }))));
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

/** Edits of one organisation. */
const areThese = (changes: readonly DueChange[]) =>
	and(
		inArray(eventChangeSets.organisationId, [
			...new Set(changes.map(({ organisationId }) => organisationId)),
		]),
		inArray(
			eventChangeSets.id,
			changes.map(({ id }) => id),
		),
	);

/** Ends the undo period of an edit with a pending notification. Others are left unchanged. */
export async function announceNow(
	{ database }: Services,
	scope: EventScope,
	changeSetId: string,
): Promise<void> {
	await database.db
		.update(eventChangeSets)
		.set({ notifyAt: sql`now()` })
		.where(and(isOfEvent(eventChangeSets, scope), eq(eventChangeSets.id, changeSetId), isWaiting));
}
