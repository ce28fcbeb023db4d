import type { EventScope } from '#server/domain/event-scope.ts';
import { type Listener, listen } from '#server/domain/facts.ts';
import { lockPlaces } from '#server/domain/tickets/places.ts';
import { readReservations } from '#server/domain/tickets/reservations.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { GroupScope } from '#server/http/handler.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { publishGroupChange } from './bookings.ts';
import { endGroup, endLockedGroup, noteNotice } from './each.ts';
import { lockGroup } from './rows.ts';

const perRound = 200;
const columns = `organisation_id AS "organisationId", event_id AS "eventId", id AS "groupId"`;

const ending = 'groups.end-due';

/** Ends groups at their deadline, each in a transaction of its own. Safe on many workers. */
export const deadlinePoller = createFairPoller<GroupScope>({
	name: ending,
	idleMs: 1_000,
	...findDue<GroupScope>(
		ending,
		`SELECT ${columns} FROM group_bookings
			WHERE state = 'open' AND pays = 'each' AND deadline_at <= now() AND organisation_id <> ALL ($1::uuid[])
				AND ${isNotDelayed(ending, 'id')}
			ORDER BY deadline_at LIMIT ${perRound}`,
	),
	keyOf: ({ groupId }) => groupId,
	atOnce: 1,
	async run(services, [scope]) {
		const isEnded = await services.database.transaction(async (tx) => {
			await lockPlaces(tx, scope);
			const group = await lockGroup(tx, scope);
			// It was made later meanwhile.
			const { rows } = await tx.execute<{ now: string }>('SELECT now() AS now');
			const isDue = group.deadlineAt !== null && group.deadlineAt.getTime() <= Date.parse(rows[0]?.now ?? '');
			return isDue && (await endLockedGroup(services, tx, group));
		});
		stockStore(services).forget(scope.eventId);
		return isEnded ? 1 : 0;
	},
});

/** Ends all groups whose deadline has passed. @returns how many */
export const endDueGroups = runDue(deadlinePoller);

const noticing = 'groups.notice-deadlines';

/** Announces that the deadline of a group is near, where some of its places are open. Safe on many workers. */
export const noticePoller = createFairPoller<GroupScope>({
	name: noticing,
	idleMs: 10_000,
	...findDue<GroupScope>(
		noticing,
		`SELECT ${columns} FROM group_bookings
			WHERE notice_at IS NOT NULL AND notice_at <= now() AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(noticing, 'id')}
			ORDER BY notice_at LIMIT ${perRound}`,
	),
	keyOf: ({ groupId }) => groupId,
	atOnce: 1,
	async run(services, [scope]) {
		return services.database.transaction(async (tx) => {
			const group = await lockGroup(tx, scope);
			const isDue = group.noticeAt !== null && group.noticeAt <= services.clock.now();
			if (!isDue) return 0;
			const isOpen =
				group.state === 'open' && (await readReservations(tx, group.organisationId, group.id)).length > 0;
			if (isOpen) await publishGroupChange(services, tx, scope, 'closing');
			await noteNotice(tx, group);
			return 1;
		});
	},
});

/** Announces all deadlines that are near. @returns how many groups */
export const noticeDeadlines = runDue(noticePoller);

/** Ends the groups of events whose places are held. */
async function endGroupsOf(services: Services, { organisationId, eventId }: EventScope): Promise<void> {
	const { rows } = await services.database.pool.query<GroupScope>({
		name: 'groups.open-of-event',
		text: `SELECT ${columns} FROM group_bookings
			WHERE organisation_id = $1 AND event_id = $2 AND state = 'open' AND pays = 'each'`,
		values: [organisationId, eventId],
	});
	for (const scope of rows) await endGroup(services, scope);
}

/** Listener of groups for cancelled events: it releases their places. */
export const groupListeners: Listener[] = [
	listen({
		fact: 'events.event-cancelled',
		afterCommit: (fact, services) =>
			endGroupsOf(services, {
				organisationId: fact.organisationId as string,
				eventId: fact.eventId as string,
			}),
		async afterCommitMany(facts, services) {
			for (const { organisationId, eventId } of facts)
				await endGroupsOf(services, { organisationId: organisationId as string, eventId: eventId as string });
		},
	}),
];
