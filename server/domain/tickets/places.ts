import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { newId } from '#shared/lib/ids.ts';
import { type Scope, takeTurn, turnKind } from './place-locks.ts';
import { addToSavings } from './savings.ts';

/** Places that a batch of orders wants from one pool. */
export interface PoolDemand {
	poolId: string;
	confirmed: number;
	held: number;
	/** The generation of the terms that were read; null for a shared pool, whose terms are those of its ticket types. */
	generation: number | null;
	opensAtMs: number | null;
	closesAtMs: number | null;
	/** Places of the pool that may be taken before: beyond, the price that was worked out no longer holds. Null: any number. */
	takenAtMost: number | null;
	/** When the price that was worked out ends; null: never. */
	priceUntilMs: number | null;
	/** False where an organiser adds guests and at the door: only the number of places holds for them. */
	mustBeOpen: boolean;
}

/** The parameters `$3` … `$11` of `takePlaces`; `$1` is the organisation, `$2` the event. */
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
		plainArray(demand.map((one) => one.takenAtMost)),
		plainArray(demand.map((one) => instant(one.priceUntilMs))),
	];
}

/**
 * The guard, as the head of a statement: takes all places that are wanted, or none. Rows are locked by id and judged again
 * after the lock (PostgreSQL re-checks a row that changed while it waited), so what was true when the places were counted
 * is true when they are taken. `go.ok` says to the rest of the statement whether to write; `taken` has the numbers afterwards.
 */
export const takePlaces = `
WITH turn AS MATERIALIZED (
	SELECT pg_advisory_xact_lock_shared(hashtextextended($2::uuid::text, ${turnKind}))
), demand AS (
	SELECT * FROM unnest($3::uuid[], $4::int[], $5::int[], $6::int[], $7::timestamptz[], $8::timestamptz[], $9::bool[], $10::int[],
		$11::timestamptz[]) AS d(pool_id, generation, confirmed, held, opens_at, closes_at, must_be_open, taken_at_most, price_until)
), locked AS MATERIALIZED (
	SELECT p.id
	FROM demand d
	JOIN capacity_pools p ON p.id = d.pool_id
	JOIN events e ON e.organisation_id = p.organisation_id AND e.id = p.event_id
	WHERE (SELECT count(*) FROM turn) = 1 AND p.organisation_id = $1::uuid AND p.event_id = $2::uuid
		AND (d.generation IS NULL OR p.generation = d.generation)
		AND (p.size IS NULL OR p.confirmed + p.held + d.confirmed + d.held <= p.size)
		AND (d.taken_at_most IS NULL OR p.confirmed + p.held <= d.taken_at_most)
		AND (d.price_until IS NULL OR d.price_until > now())
		AND (NOT d.must_be_open OR (
			NOT p.is_closed
			AND (d.opens_at IS NULL OR d.opens_at <= now())
			AND coalesce(d.closes_at, e.ends_at) > now()))
	ORDER BY p.id
	FOR NO KEY UPDATE OF p
), taken AS (
	UPDATE capacity_pools p SET confirmed = p.confirmed + d.confirmed, held = p.held + d.held
	FROM demand d
	WHERE p.organisation_id = $1::uuid AND p.id = d.pool_id AND (SELECT count(*) FROM locked) = cardinality($3::uuid[])
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

/** Why places could not be taken. */
export type PlaceProblem = { kind: 'closed' } | { kind: 'sold_out'; ticketTypeId: string; left: number };

/** Takes the turn of those who move places, and locks all pools of the event. */
export async function lockPlaces(tx: Tx, scope: Scope): Promise<void> {
	await takeTurn(tx, scope);
	await lockPools(tx, scope);
}

async function lockPools(
	tx: Tx,
	scope: Scope,
	ticketTypeIds?: readonly string[],
	poolIds: readonly string[] = [],
): Promise<void> {
	const some = ticketTypeIds ? sql`AND id = ANY(${plainArray(ticketTypeIds)}::uuid[])` : sql``;
	await tx.execute(sql`
		SELECT id FROM capacity_pools
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND id IN (SELECT unnest(ARRAY[pool_id, shared_pool_id, plan_pool_id]) FROM ticket_types
				WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} ${some}
				UNION ALL SELECT unnest(${plainArray(poolIds)}::uuid[]))
		ORDER BY id FOR NO KEY UPDATE`);
}

interface BookedPool {
	id: string;
	/** Null: no limit. */
	left: number | null;
	isClosed: boolean;
	confirmed: number;
	held: number;
}

/** Pools that are held in a transaction: changes are noted one after the other, and written together. */
export interface PlaceBook {
	/**
	 * Notes the changes of one order. Giving back always works. Where more is taken than given, the pools must have room and, with
	 * `mustBeOpen`, the event must sell: otherwise nothing is noted and the problem is answered.
	 */
	move(changes: readonly PlaceChange[], options?: { mustBeOpen?: boolean }): PlaceProblem | null;
	/** Holds places of single pools, or gives held ones back. False: there is no room, and nothing is noted. */
	reserve(changes: readonly PoolReserve[]): boolean;
	/** The places that changes take from each pool beyond those they return. */
	demandOf(changes: readonly PlaceChange[]): PoolReserve[];
	/**
	 * Writes what was noted, and answers the numbers afterwards. What a pool that somebody waits for gets back is saved for the waitlist.
	 * @param options.isForNow what is given back is taken again in the same transaction, or nobody is to wait for it
	 */
	write(options?: { isForNow?: boolean }): Promise<PoolNumbers[]>;
}

/** Places of a pool that are held without an order; below 0: given back. */
export interface PoolReserve {
	poolId: string;
	places: number;
}

/** Numbers of a pool as they stand after a change. */
export interface PoolNumbers {
	id: string;
	size: number | null;
	confirmed: number;
	held: number;
}

/** Holds the pools of these ticket types, then reads which type takes from which: until they are let go, no edit can exchange them. */
async function holdPools(tx: Tx, scope: Scope, ticketTypeIds: readonly string[], poolIds: readonly string[]) {
	await lockPools(tx, scope, ticketTypeIds, poolIds);
	const reserved =
		poolIds.length === 0
			? sql``
			: sql`UNION ALL SELECT p.id, NULL, p.size - p.confirmed - p.held, p.is_closed FROM capacity_pools p
				WHERE p.organisation_id = ${scope.organisationId} AND p.event_id = ${scope.eventId}
					AND p.id = ANY(${plainArray(poolIds)}::uuid[])`;
	const { rows } = await tx.execute<{
		id: string;
		ticket_type_id: string | null;
		left: number | null;
		is_closed: boolean;
	}>(sql`
		SELECT p.id, t.id AS ticket_type_id, p.size - p.confirmed - p.held AS left, p.is_closed
		FROM ticket_types t JOIN capacity_pools p ON p.organisation_id = t.organisation_id AND p.id IN (t.pool_id, t.shared_pool_id, t.plan_pool_id)
		WHERE t.organisation_id = ${scope.organisationId} AND t.event_id = ${scope.eventId}
			AND t.id = ANY(${plainArray(ticketTypeIds)}::uuid[]) ${reserved}`);
	return rows;
}

/**
 * Begins a book over the pools of these ticket types, which are held until the transaction ends. The turn is taken before.
 * @param poolIds further pools, of places that are held without an order
 */
export async function openPlaces(
	tx: Tx,
	scope: Scope,
	ticketTypeIds: readonly string[],
	poolIds: readonly string[] = [],
): Promise<PlaceBook> {
	const isEmpty = ticketTypeIds.length === 0 && poolIds.length === 0;
	const rows = isEmpty ? [] : await holdPools(tx, scope, ticketTypeIds, poolIds);
	const pools = new Map<string, BookedPool>();
	const ofType = new Map<string, BookedPool[]>();
	for (const row of rows) {
		const pool = pools.get(row.id) ?? {
			id: row.id,
			left: row.left,
			isClosed: row.is_closed,
			confirmed: 0,
			held: 0,
		};
		pools.set(row.id, pool);
		if (row.ticket_type_id !== null)
			ofType.set(row.ticket_type_id, [...(ofType.get(row.ticket_type_id) ?? []), pool]);
	}
	const each = (changes: readonly PlaceChange[]) =>
		changes.flatMap((change) => (ofType.get(change.ticketTypeId) ?? []).map((pool) => ({ pool, change })));

	return {
		move(changes, { mustBeOpen = false } = {}) {
			const moves = each(changes);
			if (mustBeOpen && moves.some(({ pool }) => pool.isClosed)) return { kind: 'closed' };
			const wanted = new Map<BookedPool, number>();
			for (const { pool, change } of moves) {
				const sum = (wanted.get(pool) ?? 0) + change.confirmed + change.held;
				wanted.set(pool, sum);
				if (sum > 0 && pool.left !== null && sum > pool.left)
					return { kind: 'sold_out', ticketTypeId: change.ticketTypeId, left: Math.max(0, pool.left) };
			}
			for (const { pool, change } of moves) {
				pool.confirmed += change.confirmed;
				pool.held += change.held;
				if (pool.left !== null) pool.left -= change.confirmed + change.held;
			}
			return null;
		},
		reserve(changes) {
			const moves = changes.flatMap(({ poolId, places }) => {
				const pool = pools.get(poolId);
				return pool ? [{ pool, places }] : [];
			});
			if (moves.some(({ pool, places }) => places > 0 && pool.left !== null && places > pool.left))
				return false;
			for (const { pool, places } of moves) {
				pool.held += places;
				if (pool.left !== null) pool.left -= places;
			}
			return true;
		},
		demandOf(changes) {
			const wanted = new Map<string, number>();
			for (const { pool, change } of each(changes))
				wanted.set(pool.id, (wanted.get(pool.id) ?? 0) + change.confirmed + change.held);
			return [...wanted].flatMap(([poolId, places]) => (places > 0 ? [{ poolId, places }] : []));
		},
		write: ({ isForNow = false } = {}) =>
			writePools(
				tx,
				scope,
				[...pools.values()]
					.filter((pool) => pool.confirmed !== 0 || pool.held !== 0)
					.map(({ id, confirmed, held }) => ({
						...{ id, confirmed, held },
						freed: isForNow ? 0 : Math.max(0, -confirmed - held),
					})),
			),
	};
}

interface PoolChange {
	id: string;
	confirmed: number;
	held: number;
	/** Places that come free: where somebody waits for them they stay held, in the `saving` of the pool. */
	freed: number;
}

async function writePools(tx: Tx, scope: Scope, changed: readonly PoolChange[]): Promise<PoolNumbers[]> {
	if (changed.length === 0) return [];
	const isSaved = 'is_awaited AND p.size IS NOT NULL AND d.freed > 0';
	const { rows } = await tx.execute<PoolNumbers & Record<string, unknown>>(sql`
		WITH written AS (
			UPDATE capacity_pools p SET confirmed = p.confirmed + d.confirmed,
				held = p.held + d.held + CASE WHEN ${sql.raw(isSaved)} THEN d.freed ELSE 0 END
			FROM unnest(
				${plainArray(changed.map((pool) => pool.id))}::uuid[],
				${plainArray(changed.map((pool) => pool.confirmed))}::int[],
				${plainArray(changed.map((pool) => pool.held))}::int[],
				${plainArray(changed.map((pool) => pool.freed))}::int[],
				${plainArray(changed.map(() => newId()))}::uuid[]
			) AS d(id, confirmed, held, freed, saving_id)
			WHERE p.id = d.id AND p.organisation_id = ${scope.organisationId} AND p.event_id = ${scope.eventId}
			RETURNING p.id, p.size, p.confirmed, p.held, d.saving_id, CASE WHEN ${sql.raw(isSaved)} THEN d.freed ELSE 0 END AS saved
		), saved AS (
			${addToSavings(scope, sql`SELECT saving_id, id, saved FROM written WHERE saved > 0`)}
		)
		SELECT id, size, confirmed, held FROM written`);
	return rows;
}

/** Saves what a pool gets more by a new size, where somebody waits for it. The pool is held, and has the new size already. */
export const saveGrowth = (
	tx: Tx,
	scope: Scope,
	pool: { id: string; size: number | null },
	size: number | null,
): Promise<void> =>
	saveFreedPlaces(tx, scope, [
		{ poolId: pool.id, places: pool.size === null || size === null ? 0 : size - pool.size },
	]);

/** Saves places that came free other than by a book, where somebody waits for them: a pool was enlarged. The pools are held. */
export async function saveFreedPlaces(tx: Tx, scope: Scope, freed: readonly PoolReserve[]): Promise<void> {
	await writePools(
		tx,
		scope,
		freed
			.filter(({ places }) => places > 0)
			.map(({ poolId, places }) => ({ id: poolId, confirmed: 0, held: 0, freed: places })),
	);
}

/** Gives places back, or moves them between held and confirmed, for all these types at once. Needs no room. */
export async function movePlaces(tx: Tx, scope: Scope, changes: readonly PlaceChange[]): Promise<void> {
	const book = await openPlaces(
		tx,
		scope,
		changes.map((change) => change.ticketTypeId),
	);
	book.move(changes);
	await book.write();
}
