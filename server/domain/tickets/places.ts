import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { plainArray } from '../../db/statement.ts';

/*
 * The only SQL that changes how many places are confirmed and held. Sales take places in one statement together with the
 * rows of their orders (server/domain/orders/sale); everything else moves them inside a transaction with `movePlaces`.
 *
 * Order of locks, everywhere: order rows, then ticket types, then pools by id. Nobody waits in a circle.
 */

/** Places that a batch of orders wants from one pool. */
export interface PoolDemand {
	poolId: string;
	confirmed: number;
	held: number;
	/** The generation of the terms that were read; null for a shared pool, whose terms are those of its ticket types. */
	generation: number | null;
	opensAtMs: number | null;
	closesAtMs: number | null;
	/** False where an organiser adds guests: only the number of places holds for them. */
	mustBeOpen: boolean;
}

/** The parameters `$3` … `$9` of `takePlaces`; `$1` is the organisation, `$2` the event. */
export function demandValues(demand: readonly PoolDemand[]): unknown[] {
	const instant = (ms: number | null) => (ms === null ? null : `"${new Date(ms).toISOString()}"`);
	return [
		plainArray(demand.map((one) => one.poolId)),
		plainArray(demand.map((one) => one.generation)),
		plainArray(demand.map((one) => one.confirmed)),
		plainArray(demand.map((one) => one.held)),
		plainArray(demand.map((one) => instant(one.opensAtMs))),
		plainArray(demand.map((one) => instant(one.closesAtMs))),
		plainArray(demand.map((one) => one.mustBeOpen)),
	];
}

/**
 * The guard, as the head of a statement: takes all places that are wanted, or none. Rows are locked by id and judged again
 * after the lock (PostgreSQL re-checks a row that changed while it waited), so what was true when the places were counted
 * is true when they are taken. `go.ok` tells the rest of the statement whether to write; `taken` has the numbers afterwards.
 */
export const takePlaces = `
WITH demand AS (
	SELECT * FROM unnest($3::uuid[], $4::int[], $5::int[], $6::int[], $7::timestamptz[], $8::timestamptz[], $9::bool[])
		AS d(pool_id, generation, confirmed, held, opens_at, closes_at, must_be_open)
), locked AS MATERIALIZED (
	SELECT p.id
	FROM demand d
	JOIN capacity_pools p ON p.id = d.pool_id
	JOIN events e ON e.id = p.event_id
	WHERE p.organisation_id = $1::uuid AND p.event_id = $2::uuid
		AND (d.generation IS NULL OR p.generation = d.generation)
		AND (p.size IS NULL OR p.confirmed + p.held + d.confirmed + d.held <= p.size)
		AND (NOT d.must_be_open OR (
			NOT p.is_closed
			AND (d.opens_at IS NULL OR d.opens_at <= now())
			AND coalesce(d.closes_at, e.ends_at) > now()))
	ORDER BY p.id
	FOR NO KEY UPDATE OF p
), taken AS (
	UPDATE capacity_pools p SET confirmed = p.confirmed + d.confirmed, held = p.held + d.held
	FROM demand d
	WHERE p.id = d.pool_id AND (SELECT count(*) FROM locked) = cardinality($3::uuid[])
	RETURNING p.id, p.size, p.confirmed, p.held
), go AS MATERIALIZED (
	SELECT count(*) = cardinality($3::uuid[]) AS ok FROM taken
)`;

/** A change of the places of one ticket type: confirming a hold is `{confirmed: 1, held: -1}`. */
export interface PlaceChange {
	ticketTypeId: string;
	confirmed: number;
	held: number;
}

/** What stood in the way of taking places. */
export type PlaceProblem = { kind: 'closed' } | { kind: 'sold_out'; ticketTypeId: string; left: number };

interface Scope {
	organisationId: string;
	eventId: string;
}

/**
 * Locks the ticket types (their pools cannot be exchanged meanwhile) and the pools, and reads which type takes from which.
 * Without `ticketTypeIds`, all of the event.
 */
export async function lockPlaces(tx: Tx, scope: Scope, ticketTypeIds?: readonly string[]): Promise<void> {
	const some = ticketTypeIds ? sql`AND id = ANY(${plainArray(ticketTypeIds)}::uuid[])` : sql``;
	await tx.execute(sql`
		SELECT id FROM ticket_types WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} ${some}
		ORDER BY id FOR SHARE`);
	await tx.execute(sql`
		SELECT id FROM capacity_pools
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND id IN (SELECT unnest(ARRAY[pool_id, shared_pool_id]) FROM ticket_types
				WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} ${some})
		ORDER BY id FOR NO KEY UPDATE`);
}

/**
 * Moves places between free, held and confirmed. Giving back always works. Where more is taken than given, the pools must have
 * room and, with `mustBeOpen`, the event must sell: otherwise nothing is changed and the problem is returned.
 */
export async function movePlaces(
	tx: Tx,
	scope: Scope,
	changes: readonly PlaceChange[],
	options: { mustBeOpen?: boolean } = {},
): Promise<PlaceProblem | null> {
	if (changes.length === 0) return null;
	await lockPlaces(
		tx,
		scope,
		changes.map((change) => change.ticketTypeId),
	);
	const { rows } = await tx.execute<{
		id: string;
		ticket_type_id: string;
		left: number | null;
		is_closed: boolean;
	}>(sql`
		SELECT p.id, t.id AS ticket_type_id, p.size - p.confirmed - p.held AS left, p.is_closed
		FROM ticket_types t JOIN capacity_pools p ON p.id IN (t.pool_id, t.shared_pool_id)
		WHERE t.organisation_id = ${scope.organisationId} AND t.event_id = ${scope.eventId}
			AND t.id = ANY(${plainArray(changes.map((change) => change.ticketTypeId))}::uuid[])`);
	if (options.mustBeOpen && rows.some((row) => row.is_closed)) return { kind: 'closed' };

	const byPool = new Map<string, { confirmed: number; held: number }>();
	for (const change of changes) {
		for (const row of rows.filter((one) => one.ticket_type_id === change.ticketTypeId)) {
			const sum = byPool.get(row.id) ?? { confirmed: 0, held: 0 };
			sum.confirmed += change.confirmed;
			sum.held += change.held;
			byPool.set(row.id, sum);
			const wanted = sum.confirmed + sum.held;
			if (wanted > 0 && row.left !== null && wanted > row.left) {
				return { kind: 'sold_out', ticketTypeId: change.ticketTypeId, left: Math.max(0, row.left) };
			}
		}
	}
	const pools = [...byPool];
	await tx.execute(sql`
		UPDATE capacity_pools p SET confirmed = p.confirmed + d.confirmed, held = p.held + d.held
		FROM unnest(
			${plainArray(pools.map(([id]) => id))}::uuid[],
			${plainArray(pools.map(([, sum]) => sum.confirmed))}::int[],
			${plainArray(pools.map(([, sum]) => sum.held))}::int[]
		) AS d(id, confirmed, held)
		WHERE p.id = d.id AND p.organisation_id = ${scope.organisationId} AND p.event_id = ${scope.eventId}`);
	return null;
}
