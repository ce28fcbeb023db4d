import { hash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { doorSales } from '#server/db/tables/door-sales.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { keyReused } from '#server/http/idempotency.ts';
import { createDatabaseMemo } from '#server/platform/concurrency/memo.ts';
import { createSemaphoreByKey } from '#server/platform/concurrency/semaphore.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { MOST_WAITING_SALES } from '#shared/rules/door-sales.ts';
import type { DrawerRow } from './drawers.ts';
import type { Seller } from './seller.ts';

export type DoorSaleRow = typeof doorSales.$inferSelect;

const ofEvent = (scope: EventScope) => isOfEvent(doorSales, scope);

/** SHA-256 of what a device requests under a nonce. The same request of another device is another one. */
export const requestHashOf = (seller: Seller, parts: readonly unknown[]): Buffer =>
	hash('sha256', JSON.stringify([seller.holderId, seller.deviceId, ...parts]), 'buffer');

/**
 * Holds a nonce until the transaction ends: of two calls with the same one the second finds what the first has written.
 * @returns the sale that the nonce has made; null: none
 * @throws 422 when it was made by another request
 */
export async function holdNonce(
	tx: Tx,
	scope: EventScope,
	{ nonce, requestHash }: { nonce: string; requestHash: Buffer },
): Promise<DoorSaleRow | null> {
	await tx.execute(
		sql`SELECT pg_advisory_xact_lock(hashtextextended('door sale ' || ${scope.eventId}::text || ' ' || ${nonce}::text, 0))`,
	);
	const [row] = await tx
		.select()
		.from(doorSales)
		.where(and(ofEvent(scope), eq(doorSales.nonce, nonce)));
	if (row && !row.requestHash.equals(requestHash)) throw keyReused();
	return row ?? null;
}

/** A sale of the staff link or member that asks. @throws not-found */
export async function getSaleRow(
	db: DbOrTx,
	scope: EventScope & Pick<Seller, 'holderId'>,
	saleId: string,
): Promise<DoorSaleRow> {
	const [row] = await db
		.select()
		.from(doorSales)
		.where(and(ofEvent(scope), eq(doorSales.id, saleId), eq(doorSales.holderId, scope.holderId)));
	if (!row) throw notFound('Sale');
	return row;
}

/**
 * Refuses a further sale that waits for its payment while too many of the holder's wait, since devices name themselves. The places of the event are held.
 * @throws `too-many-unpaid-places`
 */
export async function refuseManyWaiting(tx: Tx, seller: Seller): Promise<void> {
	const { rows } = await tx.execute<{ waiting: number }>(sql`
		SELECT count(*)::int AS waiting FROM orders o
		JOIN door_sales s ON s.organisation_id = o.organisation_id AND s.order_id = o.id AND s.event_id = o.event_id
		WHERE o.organisation_id = ${seller.organisationId} AND o.event_id = ${seller.eventId} AND o.status = 'pending'
			AND s.holder_id = ${seller.holderId} AND s.kind = 'sale'`);
	if ((rows[0]?.waiting ?? 0) >= MOST_WAITING_SALES)
		throw ruleViolation(
			'too-many-unpaid-places',
			message`Too many unpaid sales. Cancel some of them, or take cash.`,
		);
}

/** Writes what was sold or paid, and announces it. */
export async function insertSale(
	services: Services,
	tx: Tx,
	seller: Seller,
	sale: Omit<
		typeof doorSales.$inferInsert,
		'organisationId' | 'eventId' | 'holderId' | 'deviceId' | 'device'
	>,
): Promise<DoorSaleRow> {
	const { organisationId, eventId, holderId, deviceId, device } = seller;
	const [row] = await tx
		.insert(doorSales)
		.values({ ...sale, organisationId, eventId, holderId, deviceId, device })
		.returning();
	const { id: saleId, orderId } = row as DoorSaleRow;
	const fact = { name: 'door-sales.sold' as const, payload: { saleId, orderId } };
	await services.facts.publish(tx, { ...fact, organisationId, eventId }, services);
	return row as DoorSaleRow;
}

/** What goes into a drawer. @throws `given-too-little`; `drawer-not-open` for one that was opened in another currency */
export function cashOf(
	drawer: DrawerRow,
	{ dueMinor, currency }: { dueMinor: number; currency: string },
	givenMinor: number | undefined,
) {
	if (drawer.currency !== currency)
		throw ruleViolation(
			'drawer-not-open',
			message`The cash drawer was opened in another currency. Close it and open it again.`,
		);
	if (givenMinor !== undefined && givenMinor < dueMinor)
		throw ruleViolation(
			'given-too-little',
			message`This is less than what is due. Enter what the guest gave.`,
			{
				dueMinor,
			},
		);
	return { dueMinor, givenMinor: givenMinor ?? null, drawerId: drawer.id };
}

/** Sales of an event hold its places one after the other, so only a few of a process wait for them in the database. */
export const turnOf = createDatabaseMemo((_services: Services) => {
	const takeTurn = createSemaphoreByKey({ maxRunning: 2, maxWaiting: 200, maxWaitMs: 4_000 });
	return <T>(scope: EventScope, work: () => Promise<T>): Promise<T> => takeTurn(scope.eventId, work);
});
