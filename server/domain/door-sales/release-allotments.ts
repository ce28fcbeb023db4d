import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { doorAllotments } from '#server/db/tables/door-sales.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { lockPlaces, openPlaces } from '#server/domain/tickets/places.ts';
import { endReservations, readReservations } from '#server/domain/tickets/reservations.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { type AllotmentRow, isRow } from './allotments.ts';

/** Ends allotments that are held, and gives back their places. The places of the event are held. @param isForNow nobody is to wait for them */
async function endRows(
	tx: Tx,
	scope: EventScope,
	rows: readonly AllotmentRow[],
	{ isForNow }: { isForNow: boolean },
): Promise<void> {
	if (rows.length === 0) return;
	const ids = rows.map(({ id }) => id);
	const reserved = await readReservations(tx, scope.organisationId, ids);
	const book = await openPlaces(tx, scope, [], [...new Set(reserved.map(({ poolId }) => poolId))]);
	book.reserve(reserved.map(({ poolId, places }) => ({ poolId, places: -places })));
	await book.write({ isForNow });
	await endReservations(tx, scope.organisationId, ids, 'released');
	await tx
		.update(doorAllotments)
		.set({ state: 'ended', updatedAt: sql`now()` })
		.where(and(eq(doorAllotments.organisationId, scope.organisationId), inArray(doorAllotments.id, ids)));
}

const rowsAtOnce = 500;

/** What is reserved in an event, held; at most so many rows. */
const holdLive = (tx: Tx, scope: EventScope) =>
	tx
		.select()
		.from(doorAllotments)
		.where(and(isOfEvent(doorAllotments, scope), eq(doorAllotments.state, 'live')))
		.orderBy(doorAllotments.id)
		.limit(rowsAtOnce)
		.for('update');

/** Releases what is reserved for all devices of an event. Repeated, nothing changes. */
export async function releaseAllotments(services: Services, scope: EventScope): Promise<void> {
	let ended = 0;
	do {
		ended = await services.database.transaction(async (tx) => {
			await lockPlaces(tx, scope);
			const rows = await holdLive(tx, scope);
			await endRows(tx, scope, rows, { isForNow: false });
			return rows.length;
		});
	} while (ended === rowsAtOnce);
	stockStore(services).forget(scope.eventId);
}

/**
 * Releases the tickets reserved for a device. They go back on sale, or to the waitlist. Idempotent.
 * @throws not-found
 */
export async function releaseAllotment(services: Services, scope: EventScope, id: string): Promise<void> {
	await services.database.transaction(async (tx) => {
		await lockPlaces(tx, scope);
		const [row] = await tx
			.select()
			.from(doorAllotments)
			.where(
				and(isRow({ organisationId: scope.organisationId, id }), eq(doorAllotments.eventId, scope.eventId)),
			)
			.for('update');
		if (!row) throw notFound('Allotment');
		if (row.state === 'live') await endRows(tx, scope, [row], { isForNow: false });
	});
	stockStore(services).forget(scope.eventId);
}

/**
 * Ends what is reserved for devices of an event that is cancelled or over. Nobody else gets its places, so that what was sold of them without a network and
 * arrives later finds room.
 * @returns how many allotments
 */
export async function endAllotmentsOf(services: Services, scope: EventScope): Promise<number> {
	const ended = await services.database.transaction(async (tx) => {
		await lockPlaces(tx, scope);
		const { rows: events } = await tx.execute<{ id: string }>(sql`
			SELECT id FROM events WHERE organisation_id = ${scope.organisationId} AND id = ${scope.eventId}
				AND (ends_at <= now() OR status = 'cancelled')`);
		// It was made longer meanwhile.
		if (events.length === 0) return 0;
		const rows = await holdLive(tx, scope);
		await endRows(tx, scope, rows, { isForNow: true });
		return rows.length;
	});
	if (ended > 0) stockStore(services).forget(scope.eventId);
	return ended;
}
