import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { placeReservations, type reservationPurposes } from '#server/db/tables/tickets.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { newId } from '#shared/lib/ids.ts';
import type { PoolReserve } from './places.ts';

/** What places are held for without an order. */
interface Holder {
	purpose: Exclude<(typeof reservationPurposes)[number], 'saving'>;
	refId: string;
}

const heldFor = (organisationId: string, refId: string) =>
	and(eq(placeReservations.organisationId, organisationId), eq(placeReservations.refId, refId));

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

/** The places that are held for something. */
export async function readReservations(
	db: DbOrTx,
	organisationId: string,
	refId: string,
): Promise<PoolReserve[]> {
	const rows = await db
		.select()
		.from(placeReservations)
		.where(and(heldFor(organisationId, refId), eq(placeReservations.state, 'live')));
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
	refId: string,
	state: 'used' | 'released',
): Promise<void> {
	await tx.update(placeReservations).set({ state }).where(heldFor(organisationId, refId));
}
