import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { isDatabaseBusy, isDatabaseDown, isRetryable, isUniqueViolation } from '#server/db/errors.ts';
import { bindStatement, bytesArray, textArray } from '#server/db/statement.ts';
import { buyerProblem } from '#server/domain/codes/code-problem.ts';
import { type CodedOrder, openCodes } from '#server/domain/codes/offered-code.ts';
import { findGiftAidCharity } from '#server/domain/documents/gift-settings.ts';
import { ORDER_CODE_BYTES, orderCode } from '#server/domain/orders/order-code.ts';
import { lockPlaces, type PoolNumbers } from '#server/domain/tickets/places.ts';
import { databaseNow, type EventStock, readEventStock } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { keyReused } from '#server/http/idempotency.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { startIdsAt } from '#shared/lib/ids.ts';
import { APPROVAL_DAYS } from '#shared/rules/periods.ts';
import { expireHoldsOf } from '../expire-holds.ts';
import { declareGiftAid, giftAidClosed } from '../gift-aid/declarations.ts';
import { limitRequests } from '../unpaid-places.ts';
import { judge, reserve } from './judge.ts';
import { placedStatus, settlePrice } from './price.ts';
import type { SaleOrder, SaleOutcome } from './sale-order.ts';
import {
	type SaleRow,
	saleStatement,
	takeRandomBytes,
	type WrittenSale,
	writeSale,
} from './sale-statement.ts';

/** The outcome of each order of a batch, in its order, or why there is none. */
export type SaleResult = SaleOutcome | Error;

/**
 * Sells a batch of orders of one event. First in one statement, whole or not at all. When that is refused, a key repeats or terms
 * have changed, in a short transaction that holds the pools and admits in order of arrival, each refusal with its reason.
 * An error that one order brings about is found by trying them one by one, so that it fails nobody else.
 * @throws when the database is down or busy: whether anything was written is then for a repetition with the same key to find out
 */
export async function sellBatch(services: Services, orders: SaleOrder[]): Promise<SaleResult[]> {
	try {
		const sold = await sellAtOnce(services, orders);
		return sold ?? (await sellInOrder(services, orders));
	} catch (error) {
		// Two batches with the same keys in another order: the long way has them one after the other.
		if (isRetryable(error)) return sellInOrder(services, orders);
		if (isDatabaseDown(error) || isDatabaseBusy(error)) throw error;
		// A code that was taken or a key that came back: the longer way finds out which.
		if (isUniqueViolation(error)) return sellInOrder(services, orders);
		if (orders.length === 1) throw error;
		return sellOneByOne(services, orders);
	}
}

/** The short way: one statement on the terms that are remembered. Null when the database refused them. */
async function sellAtOnce(services: Services, orders: SaleOrder[]): Promise<SaleResult[] | null> {
	const stock = stockStore(services).peek(orders[0]?.eventId ?? '');
	if (!stock || orders.some((order) => order.items.some((item) => !stock.types.has(item.ticketTypeId))))
		return null;
	// No pool guards what is only given, so it is judged on what is read in the transaction.
	if (orders.some((order) => order.gift !== null)) return null;
	// The codes that orders name are held while they are judged.
	if (orders.some((order) => order.typedCode !== null)) return null;
	// Judged on terms that have changed since: the long way judges again.
	if (!settlePrices(orders, stock)) return null;
	// What already waits for approval is counted first.
	if (orders.some((order) => order.needsApproval)) return null;
	const written = writeSale(orders, stock, services.facts.isAwaited('orders.order-confirmed'));
	const sentAtMs = performance.now();
	const { rows } = await services.database.pool.query<SaleRow>({ ...saleStatement, values: written.values });
	if (!rows[0]?.ok) return null;
	const numbers = rows.map(({ pool_id, size, confirmed, held }) => ({ id: pool_id, size, confirmed, held }));
	stockStore(services).note(stock.eventId, numbers as PoolNumbers[], sentAtMs);
	return outcomes(orders, written, stock, rows[0]);
}

/** Prices the orders of a batch, each as if those before it were sold. False when the price of one is another by now. */
function settlePrices(orders: readonly SaleOrder[], stock: EventStock): boolean {
	const nowMs = databaseNow(stock);
	const ahead = new Map<string, number>();
	for (const order of orders) {
		if (settlePrice(order, stock, { nowMs, ahead }) !== null) return false;
		for (const { ticketTypeId, quantity } of order.items) {
			const terms = stock.types.get(ticketTypeId);
			const poolId = terms?.poolIds[0];
			if (terms && poolId && terms.priceTiers.length > 0)
				ahead.set(poolId, (ahead.get(poolId) ?? 0) + quantity * terms.admits);
		}
	}
	return true;
}

function outcomes(
	orders: readonly SaleOrder[],
	written: WrittenSale,
	stock: EventStock,
	row: SaleRow,
): SaleOutcome[] {
	const createdAt = new Date(row.now);
	startIdsAt(createdAt.getTime());
	const expiries = {
		confirmed: null,
		pending: new Date(row.expires_at),
		awaiting_approval: new Date(Math.min(createdAt.getTime() + APPROVAL_DAYS * 86_400_000, stock.endsAtMs)),
	};
	return orders.map((order, index) => ({
		kind: 'sold',
		order,
		attendees: written.attendees[index] ?? [],
		currency: stock.currency,
		createdAt,
		expiresAt: expiries[placedStatus(order)],
	}));
}

/** The long way: the event's pools are held, holds that are over are ended, and orders are admitted as they came. */
async function sellInOrder(services: Services, orders: SaleOrder[]): Promise<SaleResult[]> {
	const { results, stock } = await services.database.transaction((tx) => sellInside(services, tx, orders));
	stockStore(services).put(stock);
	return results;
}

/**
 * Admits orders of one event, as they came, in a transaction of the caller. Until it ends, nobody else sells for this event, so keep it
 * short. Refused orders leave no trace; the others are written.
 */
export async function sellInside(
	services: Services,
	tx: Tx,
	orders: readonly SaleOrder[],
): Promise<{ results: SaleResult[]; stock: EventStock }> {
	const { organisationId, eventId } = orders[0] as SaleOrder;
	const scope = { organisationId, eventId };
	await lockPlaces(tx, scope);
	await expireHoldsOf(tx, scope);
	const stock = await readEventStock(tx, eventId);
	if (!stock || stock.organisationId !== organisationId) throw notFound('Event');
	stock.holdsEndedAtMs = performance.now();
	const known = await findKeys(tx, scope, orders);
	const coded = orders.filter((order): order is SaleOrder & CodedOrder => order.typedCode !== null);
	const codes = coded.length > 0 ? await openCodes(services, tx, scope, coded) : null;
	const charity = orders.some((order) => order.gift?.giftAid)
		? await findGiftAidCharity(tx, { organisationId, currency: stock.currency, now: services.clock.now() })
		: null;

	const results: SaleResult[] = [];
	const admitted: { order: SaleOrder; place: number }[] = [];
	const requests: SaleOrder[] = [];
	for (const [place, order] of orders.entries()) {
		const before = order.idempotencyKey === null ? undefined : known.get(order.idempotencyKey);
		const found = codes?.find(order) ?? null;
		order.discount = found && { code: found, savedMinor: 0 };
		const refusal = before ? null : judge(order, stock, { nowMs: stock.transactionNowMs, toleranceMs: 0 });
		const buyerError = found && codes ? buyerProblem(found, codes.usesOfBuyer(found, order)) : null;
		const limit =
			!before && !refusal && order.needsApproval
				? await limitRequests(services, tx, { order, stock, ahead: requests })
				: null;
		if (before) results[place] = answerOf(before, order);
		else if (refusal) results[place] = refusal.error;
		else if (buyerError) results[place] = buyerError;
		else if (limit) results[place] = limit;
		else if (order.gift?.giftAid && charity === null) results[place] = giftAidClosed();
		else {
			reserve(order, stock);
			if (order.discount) codes?.use(order, order.discount);
			if (order.needsApproval) requests.push(order);
			admitted.push({ order, place });
		}
	}
	if (admitted.length > 0) {
		const taken = admitted.map((one) => one.order);
		await renewTakenCodes(tx, scope, taken);
		const written = writeSale(taken, stock, services.facts.isAwaited('orders.order-confirmed'));
		const { rows } = await tx.execute<SaleRow & Record<string, unknown>>(
			bindStatement(saleStatement, written.values),
		);
		const row = rows[0];
		if (!row?.ok) throw new Error('the pools changed although they were held');
		await codes?.write();
		if (charity !== null) await declareGiftAid(tx, taken, charity);
		if (requests.length > 0) await writeRequests(services, tx, scope, requests);
		for (const [position, outcome] of outcomes(taken, written, stock, row).entries()) {
			results[(admitted[position] as { place: number }).place] = outcome;
		}
	}
	return { results, stock };
}

/** Lets orders wait for their approval, notes which network holds their places, and announces them. The sale's own statement pays nothing for it. */
async function writeRequests(
	services: Services,
	tx: Tx,
	scope: { organisationId: string; eventId: string },
	orders: readonly SaleOrder[],
): Promise<void> {
	await tx.execute(sql`
		UPDATE orders o SET held_from = n.held_from,
			expires_at = least(now() + make_interval(days => ${APPROVAL_DAYS}), e.ends_at)
		FROM unnest(${textArray(orders.map(({ id }) => id))}::uuid[], ${bytesArray(orders.map(({ heldFrom }) => heldFrom ?? null))}::bytea[])
			AS n(id, held_from), events e
		WHERE o.organisation_id = ${scope.organisationId} AND o.event_id = ${scope.eventId} AND o.id = n.id
			AND e.organisation_id = o.organisation_id AND e.id = o.event_id`);
	await services.facts.publishAll(
		tx,
		orders.map(({ id: orderId }) => ({
			...{ name: 'orders.approval-changed' as const, ...scope },
			payload: { orderId, state: 'asked' as const },
		})),
		services,
	);
}

/** Codes are short, so in a large event now and then one is taken already. Nobody else writes orders of the event meanwhile. */
async function renewTakenCodes(
	tx: Tx,
	scope: { organisationId: string; eventId: string },
	orders: readonly SaleOrder[],
): Promise<void> {
	for (let left = [...orders]; left.length > 0; ) {
		const { rows } = await tx.execute<{ code: string }>(sql`
			SELECT code FROM orders WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
				AND code = ANY(${textArray(left.map((order) => order.code))}::text[])`);
		const taken = new Set(rows.map((row) => row.code));
		const seen = new Set(orders.filter((order) => !left.includes(order)).map((order) => order.code));
		left = left.filter((order) => {
			const isTaken = taken.has(order.code) || seen.has(order.code);
			seen.add(order.code);
			return isTaken;
		});
		for (const order of left) order.code = orderCode(takeRandomBytes(ORDER_CODE_BYTES));
	}
}

interface KnownKey {
	orderId: string;
	requestHash: Buffer | null;
}

/** Orders that the keys of these have made before. */
async function findKeys(
	tx: Tx,
	scope: { organisationId: string; eventId: string },
	orders: readonly SaleOrder[],
): Promise<Map<string, KnownKey>> {
	const keys = orders.flatMap((order) => order.idempotencyKey ?? []);
	if (keys.length === 0) return new Map();
	const { rows } = await tx.execute<{ id: string; key: string; hash: Buffer | null }>(sql`
		SELECT id, idempotency_key AS key, request_hash AS hash FROM orders
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND idempotency_key = ANY(${textArray(keys)}::text[])`);
	return new Map(rows.map((row) => [row.key, { orderId: row.id, requestHash: row.hash }]));
}

/** The order that the key of this one has made before, or the refusal of another request under it; null: none. The places are held after it. */
export async function findOrderOfKey(tx: Tx, order: SaleOrder): Promise<SaleOutcome | Error | null> {
	await lockPlaces(tx, order);
	const known = (await findKeys(tx, order, [order])).get(order.idempotencyKey ?? '');
	return known ? answerOf(known, order) : null;
}

/** The same key again: the same order for the same request, a refusal for another one. */
export function answerOf(known: KnownKey, order: SaleOrder): SaleResult {
	if (known.requestHash && order.requestHash && known.requestHash.toString('hex') !== order.requestHash)
		return keyReused();
	return { kind: 'replayed', orderId: known.orderId };
}

async function sellOneByOne(services: Services, orders: SaleOrder[]): Promise<SaleResult[]> {
	const results: SaleResult[] = [];
	for (const order of orders) {
		try {
			results.push(...(await sellInOrder(services, [order])));
		} catch (error) {
			results.push(error instanceof Error ? error : new Error(String(error)));
		}
	}
	return results;
}
