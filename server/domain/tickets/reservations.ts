import { and, eq, inArray, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { placeReservations, type reservationPurposes } from '#server/db/tables/tickets.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { newId } from '#shared/lib/ids.ts';
import type { PoolReserve } from './places.ts';

/** What places are held for without an order. */
interface Holder {
	purpose: Exclude<(typeof reservationPurposes)[number], 'saving'>;
	refId: string;
}

const heldFor = (organisationId: string, refs: string | readonly string[]) =>
	and(
		eq(placeReservations.organisationId, organisationId),
		inArray(placeReservations.refId, typeof refs === 'string' ? [refs] : [...refs]),
	);

/** Notes for what places are held that were taken from their pools (`PlaceBook.reserve`). */
export async function insertReservations(
	tx: Tx,
	{ organisationId, eventId }: EventScope,
	holder: Holder,
	reserved: readonly PoolReserve[],
): Promise<void> {
	if (reserved.length === 0) return;
	await tx.insert(placeReservations).values(
		reserved.map(({ poolId, places }) => ({
			id: newId(),
			organisationId,
			eventId,
			poolId,
			places,
			...holder,
		})),
	);
}

/** The places that are held for something, or for several things. */
export async function readReservations(
	db: DbOrTx,
	organisationId: string,
	refs: string | readonly string[],
): Promise<PoolReserve[]> {
	const rows = await db
		.select()
		.from(placeReservations)
		.where(and(heldFor(organisationId, refs), eq(placeReservations.state, 'live')));
	return rows.map(({ poolId, places }) => ({ poolId, places }));
}

/** Places of a pool that are held without an order, whatever for. */
export async function countReserved(
	db: DbOrTx,
	{ organisationId, id }: { organisationId: string; id: string },
): Promise<number> {
	const [row] = await db
		.select({ places: sql<number>`coalesce(sum(${placeReservations.places}), 0)::int` })
		.from(placeReservations)
		.where(
			and(
				eq(placeReservations.organisationId, organisationId),
				eq(placeReservations.poolId, id),
				eq(placeReservations.state, 'live'),
			),
		);
	return row?.places ?? 0;
}

/** Ends what is noted; the places themselves are used or given back by the caller. */
export async function endReservations(
	tx: Tx,
	organisationId: string,
	refs: string | readonly string[],
	state: 'used' | 'released',
): Promise<void> {
	await tx.update(placeReservations).set({ state }).where(heldFor(organisationId, refs));
}

/**
 * Notes that more places of pools are held for something, or fewer: below 0. The numbers of the pools are the caller's. What nothing is held of any
 * more is ended, and is held again once there is more.
 */
export async function changeReservations(
	tx: Tx,
	{ organisationId, eventId }: EventScope,
	{ purpose, refId }: Holder,
	changes: readonly PoolReserve[],
): Promise<void> {
	const more = changes.filter(({ places }) => places > 0);
	const fewer = changes.filter(({ places }) => places < 0);
	const values = (some: readonly PoolReserve[]) => sql`
		unnest(${plainArray(some.map(() => newId()))}::uuid[], ${plainArray(some.map(({ poolId }) => poolId))}::uuid[],
			${plainArray(some.map(({ places }) => places))}::int[]) AS n(id, pool_id, places)`;
	if (more.length > 0)
		await tx.execute(sql`
			INSERT INTO place_reservations AS r (id, organisation_id, event_id, pool_id, purpose, ref_id, places)
			SELECT n.id, ${organisationId}::uuid, ${eventId}::uuid, n.pool_id, ${purpose}, ${refId}::uuid, n.places FROM ${values(more)}
			ON CONFLICT (organisation_id, ref_id, pool_id) DO UPDATE
			SET places = excluded.places + CASE WHEN r.state = 'live' THEN r.places ELSE 0 END, state = 'live'`);
	if (fewer.length > 0)
		await tx.execute(sql`
			UPDATE place_reservations r SET places = greatest(r.places + n.places, 1),
				state = CASE WHEN r.places + n.places > 0 THEN 'live' ELSE 'used' END
			FROM ${values(fewer)}
			WHERE r.organisation_id = ${organisationId} AND r.ref_id = ${refId} AND r.pool_id = n.pool_id AND r.state = 'live'`);
}

/** Reservations of a ticket type rather than of single pools: in each pool that the type takes from. */
const typePurposes = ['group', 'door'] as const;

/** The same for raw SQL. */
export const isOfType = (alias: string) => `${alias}.purpose IN ('${typePurposes.join("', '")}')`;

/** Places that are held of a ticket type, and what for. */
export interface TypeReservation {
	purpose: (typeof typePurposes)[number];
	refId: string;
	places: number;
}

/** Places of a pool of a single ticket type that are held for groups and for devices at the door. They are the type's as what it sold is. */
export async function listTypeReservations(
	db: DbOrTx,
	{ organisationId, id }: { organisationId: string; id: string },
): Promise<TypeReservation[]> {
	const rows = await db
		.select({
			purpose: placeReservations.purpose,
			refId: placeReservations.refId,
			places: placeReservations.places,
		})
		.from(placeReservations)
		.where(
			and(
				eq(placeReservations.organisationId, organisationId),
				eq(placeReservations.poolId, id),
				inArray(placeReservations.purpose, [...typePurposes]),
				eq(placeReservations.state, 'live'),
			),
		);
	return rows as TypeReservation[];
}

/** Moves reservations of a ticket type from one pool to another; the numbers of the pools are the caller's. @param held as `listTypeReservations` has it */
export async function moveTypeReservations(
	tx: Tx,
	scope: EventScope,
	held: readonly TypeReservation[],
	from: string | null,
	to: string | null,
): Promise<void> {
	if (from === to) return;
	for (const { purpose, refId, places } of held)
		await changeReservations(tx, scope, { purpose, refId }, [
			...(from === null ? [] : [{ poolId: from, places: -places }]),
			...(to === null ? [] : [{ poolId: to, places }]),
		]);
}
