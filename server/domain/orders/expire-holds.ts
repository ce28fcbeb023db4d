import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, runDue } from '#server/jobs/fair-poller.ts';
import { movePlaces, takeTurn } from '../tickets/places.ts';
import { stockStore } from '../tickets/stock-store.ts';
import { countByType } from './rows.ts';

const ordersPerRound = 200;

/**
 * Ends holds of an event that are over, and gives their places back. Orders that somebody else holds at this moment (they are being
 * confirmed, or another worker ends them) are left alone.
 * @returns how many orders were ended
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
	const { rows: freed } = await tx.execute<{ ticket_type_id: string }>(sql`
		UPDATE attendees SET status = 'cancelled', updated_at = now(), version = version + 1
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND order_id = ANY(${ids}::uuid[]) AND status = 'held'
		RETURNING ticket_type_id`);
	const changes = countByType(freed).map(([ticketTypeId, count]) => ({
		ticketTypeId,
		confirmed: 0,
		held: -count,
	}));
	await movePlaces(tx, scope, changes);
	return due.length;
}

const name = 'orders.expire-holds';

/** Ends the holds that are over, event by event, each in a transaction of its own. Safe on many workers. */
export const holdPoller = createFairPoller<EventScope>({
	name,
	idleMs: 1_000,
	async find({ database }, { without }) {
		const { rows } = await database.pool.query<EventScope>({
			name: 'orders.events-of-due-holds',
			text: `SELECT DISTINCT organisation_id AS "organisationId", event_id AS "eventId" FROM (
				SELECT organisation_id, event_id FROM orders
				WHERE status = 'pending' AND expires_at <= now() AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'event_id')}
				ORDER BY expires_at LIMIT ${ordersPerRound}
			) AS due`,
			values: [without],
		});
		return rows;
	},
	ownerOf: ({ organisationId }) => organisationId,
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
