import { type SQL, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { newId } from '#shared/lib/ids.ts';

/*
 * Places of a pool that came free while somebody on the waitlist waits for them. They stay held, in the one `saving` of their pool, until they
 * are offered or released, so sales need not know of the waitlist: to them the pool is full.
 */

/** A statement that adds places to the savings of pools. `from` selects a new id, the pool and the places. */
export const addToSavings = ({ organisationId, eventId }: EventScope, from: SQL): SQL => sql`
	INSERT INTO place_reservations AS r (id, organisation_id, event_id, pool_id, purpose, ref_id, places, due_at)
	SELECT s.id, ${organisationId}::uuid, ${eventId}::uuid, s.pool_id, 'saving', s.pool_id, s.places, now() FROM (${from}) AS s(id, pool_id, places)
	ON CONFLICT (organisation_id, ref_id, pool_id) DO UPDATE
	SET places = excluded.places + CASE WHEN r.state = 'live' THEN r.places ELSE 0 END, state = 'live', due_at = now()`;

const ofEvent = ({ organisationId, eventId }: EventScope, of = '') =>
	sql`${sql.raw(of)}organisation_id = ${organisationId} AND ${sql.raw(of)}event_id = ${eventId}`;

/** Moves reservations of ended offers to the savings of their pools, never free in between. The pools are locked. */
export async function moveToSavings(tx: Tx, scope: EventScope, refIds: readonly string[]): Promise<void> {
	if (refIds.length === 0) return;
	const { rows } = await tx.execute<{ pool_id: string; places: number }>(sql`
		UPDATE place_reservations r SET state = 'released' WHERE ${ofEvent(scope, 'r.')} AND r.ref_id = ANY(${plainArray(refIds)}::uuid[])
			AND r.state = 'live' AND EXISTS (SELECT FROM capacity_pools p WHERE p.organisation_id = r.organisation_id AND p.id = r.pool_id)
		RETURNING pool_id, places`);
	const sums = [...Map.groupBy(rows, (row) => row.pool_id)].map(([poolId, some]) => ({
		poolId,
		places: some.reduce((sum, { places }) => sum + places, 0),
	}));
	if (sums.length === 0) return;
	await tx.execute(
		addToSavings(
			scope,
			sql`SELECT * FROM unnest(${plainArray(sums.map(() => newId()))}::uuid[], ${plainArray(sums.map(({ poolId }) => poolId))}::uuid[],
				${plainArray(sums.map(({ places }) => places))}::int[])`,
		),
	);
}

/** The places that are saved, by pool. */
export async function readSavings(db: DbOrTx, scope: EventScope): Promise<Map<string, number>> {
	const { rows } = await db.execute<{ pool_id: string; places: number }>(sql`
		SELECT pool_id, places FROM place_reservations WHERE ${ofEvent(scope)} AND state = 'live' AND purpose = 'saving'`);
	return new Map(rows.map((row) => [row.pool_id, row.places]));
}

/** Sets what is saved by pool; the numbers of the pools are the caller's. @param dueAt when the waitlist looks at them next; null: once something changes */
export async function writeSavings(
	tx: Tx,
	scope: EventScope,
	savings: ReadonlyMap<string, number>,
	dueAt: Date | null,
): Promise<void> {
	if (savings.size === 0) return;
	await tx.execute(sql`
		UPDATE place_reservations r SET places = greatest(n.places, 1), state = CASE WHEN n.places > 0 THEN 'live' ELSE 'released' END,
			due_at = ${dueAt?.toISOString() ?? null}::timestamptz
		FROM unnest(${plainArray([...savings.keys()])}::uuid[], ${plainArray([...savings.values()])}::int[]) AS n(pool_id, places)
		WHERE ${ofEvent(scope, 'r.')} AND r.purpose = 'saving' AND r.pool_id = n.pool_id`);
}

/** The savings of an event are looked at again: who waits for them is another by now. */
export async function reviewSavings(tx: Tx, scope: EventScope): Promise<void> {
	await tx.execute(
		sql`UPDATE place_reservations SET due_at = now() WHERE ${ofEvent(scope)} AND purpose = 'saving' AND state = 'live'`,
	);
}

/** Notes of which ticket types places are waited for: what of them comes free is saved. The pools are held. */
export async function writeAwaited(
	tx: Tx,
	scope: EventScope,
	ticketTypeIds: readonly string[],
): Promise<void> {
	await tx.execute(sql`
		UPDATE capacity_pools p SET is_awaited = NOT p.is_awaited
		WHERE ${ofEvent(scope, 'p.')} AND p.is_awaited <> (p.size IS NOT NULL AND EXISTS (
			SELECT FROM ticket_types t WHERE t.organisation_id = p.organisation_id AND t.event_id = p.event_id
				AND t.id = ANY(${plainArray(ticketTypeIds)}::uuid[]) AND p.id IN (t.pool_id, t.shared_pool_id, t.plan_pool_id)))`);
}
