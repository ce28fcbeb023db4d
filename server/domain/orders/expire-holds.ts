import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import { openGroups } from '../groups/held-places.ts';
import { takeTurn } from '../tickets/place-locks.ts';
import { movePlaces, openPlaces, type PlaceChange } from '../tickets/places.ts';
import { stockStore } from '../tickets/stock-store.ts';
import { countByType } from './rows.ts';

const ordersPerRound = 200;

/**
 * Expires holds of an event and releases their spots. Orders locked by another transaction (being confirmed, or expired by another
 * worker) are skipped.
 * @returns how many orders expired
 */
export async function expireHoldsOf(
	tx: Tx,
	scope: { organisationId: string; eventId: string },
): Promise<number> {
	await takeTurn(tx, scope);
	const { rows: due } = await tx.execute<{ id: string }>(sql`
		SELECT id FROM orders
		WHERE status = 'pending' AND expires_at <= now()
			AND organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
		ORDER BY expires_at LIMIT ${ordersPerRound}
		FOR UPDATE SKIP LOCKED`);
	if (due.length === 0) return 0;
	const ids = plainArray(due.map((row) => row.id));
	await tx.execute(sql`
		UPDATE orders SET status = 'expired', held_from = NULL, must_confirm_address = NULL, updated_at = now()
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id = ANY(${ids}::uuid[])`);
	const { rows: freed } = await tx.execute<FreedTicket>(sql`
		UPDATE attendees SET status = 'cancelled', updated_at = now(), version = version + 1
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND order_id = ANY(${ids}::uuid[]) AND status = 'held'
		RETURNING ticket_type_id, group_id`);
	if (freed.some(({ group_id }) => group_id !== null)) await freeGrouped(tx, scope, freed);
	else await movePlaces(tx, scope, changesOf(freed));
	return due.length;
}

interface FreedTicket extends Record<string, unknown> {
	ticket_type_id: string;
	group_id: string | null;
}

const changesOf = (freed: readonly FreedTicket[]): PlaceChange[] =>
	countByType(freed).map(([ticketTypeId, count]) => ({ ticketTypeId, confirmed: 0, held: -count }));

/** Gives back places of which some are a group's: these stay with it. */
async function freeGrouped(tx: Tx, scope: EventScope, freed: readonly FreedTicket[]): Promise<void> {
	const book = await openPlaces(tx, scope, [...new Set(freed.map((one) => one.ticket_type_id))]);
	const byGroup = Map.groupBy(freed, (one) => one.group_id);
	const groups = await openGroups(
		tx,
		scope,
		[...byGroup.keys()].filter((id) => id !== null),
		freed.map((one) => ({ groupId: one.group_id, ticketTypeId: one.ticket_type_id })),
	);
	for (const [groupId, some] of byGroup)
		groups.mover(book, groupId === null ? [] : [groupId])(changesOf(some));
	await groups.write();
	await book.write();
}

const name = 'orders.expire-holds';

/** Ends the holds that are over, event by event, each in a transaction of its own. Safe on many workers. */
export const holdPoller = createFairPoller<EventScope>({
	name,
	idleMs: 1_000,
	...findDue<EventScope>(
		'orders.events-of-due-holds',
		`SELECT DISTINCT organisation_id AS "organisationId", event_id AS "eventId" FROM (
				SELECT organisation_id, event_id FROM orders
				WHERE status = 'pending' AND expires_at <= now() AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'event_id')}
				ORDER BY expires_at LIMIT ${ordersPerRound}
			) AS due`,
	),
	keyOf: ({ eventId }) => eventId,
	atOnce: 1,
	async run(services, [scope]) {
		const ended = await services.database.transaction((tx) => expireHoldsOf(tx, scope));
		stockStore(services).forget(scope.eventId);
		return ended;
	},
});

/** Ends all holds that are over. @returns how many orders were ended */
export const expireHolds = runDue(holdPoller);
