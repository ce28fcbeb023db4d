import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { keyReused } from '#server/http/idempotency.ts';
import { newId } from '#shared/lib/ids.ts';
import type { OrderScope } from '../order-record.ts';

/** A booking of several dates of a series. */
export interface SeriesOrderScope {
	organisationId: string;
	seriesOrderId: string;
}

/** An order of a booking, with its date. */
export interface BookedDate extends OrderScope {
	key: string;
	startsAt: Date;
	endsAt: Date;
	timeZone: string;
}

/**
 * Begins a booking, or finds the one that the key made before. Whoever sends the same key meanwhile waits for this transaction.
 * @param request.requestHash SHA-256 of the request, in hexadecimal digits
 * @throws 422 for a key that was used with another request
 */
export async function openSeriesOrder(
	tx: Tx,
	scope: { organisationId: string; seriesId: string },
	request: { idempotencyKey: string; requestHash: string },
): Promise<{ seriesOrderId: string; isNew: boolean }> {
	const id = newId();
	const { rows: made } = await tx.execute<{ id: string }>(sql`
		INSERT INTO series_orders (id, organisation_id, series_id, idempotency_key, request_hash)
		VALUES (${id}, ${scope.organisationId}, ${scope.seriesId}, ${request.idempotencyKey}, decode(${request.requestHash}, 'hex'))
		ON CONFLICT (organisation_id, series_id, idempotency_key) DO NOTHING RETURNING id`);
	if (made[0]) return { seriesOrderId: id, isNew: true };
	const { rows } = await tx.execute<{ id: string; hash: string }>(sql`
		SELECT id, encode(request_hash, 'hex') AS hash FROM series_orders
		WHERE organisation_id = ${scope.organisationId} AND series_id = ${scope.seriesId} AND idempotency_key = ${request.idempotencyKey}`);
	const [before] = rows;
	if (!before) throw new Error('the booking of this key is gone');
	if (before.hash !== request.requestHash) throw keyReused();
	return { seriesOrderId: before.id, isNew: false };
}

/** Notes the orders of a booking that was begun. */
export async function writeBookedOrders(
	tx: Tx,
	{ organisationId, seriesOrderId }: SeriesOrderScope,
	orders: readonly { eventId: string; orderId: string }[],
): Promise<void> {
	await tx.execute(sql`
		INSERT INTO series_order_dates (organisation_id, event_id, order_id, series_order_id)
		SELECT ${organisationId}, d.event_id, d.order_id, ${seriesOrderId}
		FROM unnest(${plainArray(orders.map(({ eventId }) => eventId))}::uuid[],
			${plainArray(orders.map(({ orderId }) => orderId))}::uuid[]) AS d(event_id, order_id)`);
}

/** The booking that an order is part of; null: none. */
export async function findSeriesOrderOf(db: DbOrTx, scope: OrderScope): Promise<SeriesOrderScope | null> {
	const { organisationId, eventId, orderId } = scope;
	const { rows } = await db.execute<{ id: string }>(sql`
		SELECT series_order_id AS id FROM series_order_dates
		WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND order_id = ${orderId}`);
	return rows[0] ? { organisationId, seriesOrderId: rows[0].id } : null;
}

/** The orders of a booking in the order of their dates. */
export async function readBookedDates(db: DbOrTx, scope: SeriesOrderScope): Promise<BookedDate[]> {
	const { rows } = await db.execute<{
		event_id: string;
		order_id: string;
		key: string | null;
		starts_at: string;
		ends_at: string;
		time_zone: string;
	}>(sql`
		SELECT d.event_id, d.order_id, e.series_key AS key, e.starts_at, e.ends_at, e.time_zone
		FROM series_order_dates d JOIN events e ON e.organisation_id = d.organisation_id AND e.id = d.event_id
		WHERE d.organisation_id = ${scope.organisationId} AND d.series_order_id = ${scope.seriesOrderId}
		ORDER BY e.starts_at, e.id`);
	return rows.map((row) => ({
		organisationId: scope.organisationId,
		eventId: row.event_id,
		orderId: row.order_id,
		key: row.key ?? '',
		startsAt: new Date(row.starts_at),
		endsAt: new Date(row.ends_at),
		timeZone: row.time_zone,
	}));
}
