import { randomBytes } from 'node:crypto';
import { arrayRows, type Statement } from '#server/db/statement.ts';
import { taxRateColumns } from '#server/db/tax-rate.ts';
import { demandValues, type PoolDemand, takePlaces } from '#server/domain/tickets/places.ts';
import type { EventStock, SaleTerms } from '#server/domain/tickets/stock.ts';
import { newId } from '#shared/lib/ids.ts';
import { attendeeFieldNames, pickDetails } from '#shared/rules/attendee-fields.ts';
import type { GiftDetails } from '#shared/rules/order-lines.ts';
import { HOLD_MINUTES } from '#shared/rules/periods.ts';
import type { QuoteLine } from '#shared/rules/pricing/quote.ts';
import { encodeTicketCode, TICKET_CODE_BYTES } from '#shared/rules/ticket-code.ts';
import { columnOf } from '../attendee-columns.ts';
import { isHeld, placedStatus } from './price.ts';
import type { PriceBound, SaleOrder, SoldAttendee } from './sale-order.ts';

interface SaleItem {
	orderId: string;
	ticketTypeId: string;
	quantity: number;
	places: number;
	unitPriceMinor: number;
}

const noDetails = pickDetails({});

/** The parameters after the organisation, the event, nine of the demand (`takePlaces`) and the currency ($12). */
const orderRows = arrayRows<SaleOrder>(13, 'o', [
	['id', 'uuid', (order) => order.id],
	['code', 'code', (order) => order.code],
	['status', 'code', placedStatus],
	['source', 'code', (order) => order.source],
	['name', 'text', (order) => order.buyer.name],
	['email', 'text', (order) => order.buyer.email],
	['locale', 'text', (order) => order.locale],
	['key', 'text', (order) => order.idempotencyKey],
	['hash', 'bytea', (order) => order.requestHash],
	['created_by', 'uuid', (order) => order.createdBy],
	['total_minor', 'bigint', (order) => order.quote?.totalMinor ?? 0],
	['fee_minor', 'bigint', (order) => order.quote?.platformFeeMinor ?? 0],
	['quote_hash', 'text', (order) => order.quote?.hash ?? null],
	['came_by', 'text', (order) => order.cameBy],
]);
const itemRows = arrayRows<SaleItem>(orderRows.next, 'i', [
	['order_id', 'uuid', (item) => item.orderId],
	['ticket_type_id', 'uuid', (item) => item.ticketTypeId],
	['quantity', 'int', (item) => item.quantity],
	['places', 'int', (item) => item.places],
	['unit_price_minor', 'bigint', (item) => item.unitPriceMinor],
]);
const attendeeRows = arrayRows<{ order: SaleOrder; attendee: SoldAttendee }>(itemRows.next, 'a', [
	['id', 'uuid', ({ attendee }) => attendee.id],
	['order_id', 'uuid', ({ order }) => order.id],
	['ticket_type_id', 'uuid', ({ attendee }) => attendee.ticketTypeId],
	['name', 'text', ({ attendee }) => attendee.name],
	['email', 'text', ({ attendee }) => attendee.email],
	...attendeeFieldNames.map(
		(field) =>
			[columnOf(field), 'text', ({ attendee }: { attendee: SoldAttendee }) => attendee[field]] as const,
	),
	['code', 'code', ({ attendee }) => attendee.ticketCode],
	['is_hold', 'bool', ({ order }) => isHeld(order)],
	['import_id', 'uuid', ({ order }) => order.importId],
]);
const factRows = arrayRows<SaleOrder>(attendeeRows.next, 'f', [
	['order_id', 'uuid', (order) => order.id],
	['notify', 'bool', (order) => order.isAnnounced],
]);
/** The donor’s message is stored with the gift itself. A donation that is a ticket has nothing of the kind. */
const detailsOf = ({ gift }: SaleOrder, of: QuoteLine): string | null =>
	gift && of.kind === 'gift' && of.ticketTypeId === null
		? JSON.stringify({
				anonymous: gift.anonymous,
				message: gift.message,
				honour: gift.honour,
				...(gift.monthly && { monthly: true }),
				...(gift.pageId && { pageId: gift.pageId }),
				...(gift.updates && { updates: true }),
			} satisfies GiftDetails)
		: null;

const lineRows = arrayRows<{ order: SaleOrder; line: number; of: QuoteLine }>(factRows.next, 'l', [
	['order_id', 'uuid', ({ order }) => order.id],
	['line', 'int', ({ line }) => line],
	['kind', 'code', ({ of }) => of.kind],
	['ticket_type_id', 'uuid', ({ of }) => of.ticketTypeId],
	['tier_name', 'text', ({ of }) => of.tierName],
	['quantity', 'int', ({ of }) => of.quantity],
	['unit_minor', 'bigint', ({ of }) => of.unitMinor],
	['net_minor', 'bigint', ({ of }) => of.netMinor],
	['tax_minor', 'bigint', ({ of }) => of.taxMinor],
	['gross_minor', 'bigint', ({ of }) => of.grossMinor],
	...taxRateColumns(({ of }: { of: { taxBasisPoints: number } }) => of.taxBasisPoints),
	['details', 'text', ({ order, of }) => detailsOf(order, of)],
]);
const detailColumns = attendeeFieldNames.map(columnOf);

/**
 * A whole batch in one statement: takes the places of all orders or none, and with them writes orders, items, attendees and the
 * facts about confirmed ones. $1 organisation, $2 event, $3–$11 the demand (see `takePlaces`), $12 currency, then the rows.
 * The last select answers one row per pool that was taken from; one row with nulls when nothing was.
 */
export const saleStatement: Statement = {
	name: 'orders.sale',
	text: `${takePlaces}, new_orders AS (
	INSERT INTO orders (id, organisation_id, event_id, code, status, source, buyer_name, buyer_email, currency, locale,
		idempotency_key, request_hash, created_by, total_minor, fee_minor, quote_hash, came_by, expires_at, confirmed_at)
	SELECT o.id, $1::uuid, $2::uuid, o.code, o.status, o.source, o.name, o.email,
		$12::text, o.locale, o.key, o.hash, o.created_by, o.total_minor, o.fee_minor, o.quote_hash, o.came_by,
		CASE WHEN o.status <> 'confirmed' THEN now() + interval '${HOLD_MINUTES} minutes' END, CASE WHEN o.status = 'confirmed' THEN now() END
	FROM ${orderRows.from}
	WHERE (SELECT ok FROM go)
), new_items AS (
	INSERT INTO order_items (organisation_id, event_id, order_id, ticket_type_id, quantity, places, unit_price_minor)
	SELECT $1::uuid, $2::uuid, i.order_id, i.ticket_type_id, i.quantity, i.places, i.unit_price_minor
	FROM ${itemRows.from}
	WHERE (SELECT ok FROM go)
), new_attendees AS (
	INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, email, ${detailColumns.join(', ')},
		ticket_code, status, import_id)
	SELECT a.id, $1::uuid, $2::uuid, a.order_id, a.ticket_type_id, a.name, a.email, ${detailColumns.map((column) => `a.${column}`).join(', ')}, a.code,
		CASE WHEN a.is_hold THEN 'held' ELSE 'active' END, a.import_id
	FROM ${attendeeRows.from}
	WHERE (SELECT ok FROM go)
), new_facts AS (
	INSERT INTO facts (name, organisation_id, event_id, payload)
	SELECT 'orders.order-confirmed', $1::uuid, $2::uuid, jsonb_build_object('orderId', f.order_id, 'notify', f.notify)
	FROM ${factRows.from}
	WHERE (SELECT ok FROM go)
), new_lines AS (
	INSERT INTO order_lines (organisation_id, event_id, order_id, line, kind, ticket_type_id, tier_name, quantity, unit_minor, net_minor,
		tax_minor, gross_minor, tax_basis_points, tax_rate, details)
	SELECT $1::uuid, $2::uuid, l.order_id, l.line, l.kind, l.ticket_type_id, l.tier_name, l.quantity, l.unit_minor, l.net_minor,
		l.tax_minor, l.gross_minor, l.tax_basis_points, l.tax_rate, l.details::jsonb
	FROM ${lineRows.from}
	WHERE (SELECT ok FROM go)
)
SELECT go.ok, now()::timestamptz(3) AS now, (now() + interval '${HOLD_MINUTES} minutes')::timestamptz(3) AS expires_at,
	taken.id AS pool_id, taken.size, taken.confirmed, taken.held
FROM go LEFT JOIN taken ON true`,
};

/** A row of the statement's answer; instants as the driver or as the query layer gives them. */
export interface SaleRow {
	ok: boolean;
	now: Date | string;
	expires_at: Date | string;
	pool_id: string | null;
	size: number | null;
	confirmed: number | null;
	held: number | null;
}

/** A batch made ready: the values of the statement, and the tickets of each order as they will be written. */
export interface WrittenSale {
	values: unknown[];
	attendees: SoldAttendee[][];
}

/**
 * Works orders of one event out on the terms of a stock. Every order must have been judged: unknown ticket types throw.
 * @param isFactAwaited false leaves the facts out, where nobody listens to them
 */
export function writeSale(
	orders: readonly SaleOrder[],
	stock: EventStock,
	isFactAwaited: boolean,
): WrittenSale {
	const items: SaleItem[] = [];
	const rows: { order: SaleOrder; attendee: SoldAttendee }[] = [];
	const attendees = orders.map((order) => {
		const ofOrder: SoldAttendee[] = [];
		for (const item of order.items) {
			const terms = termsOf(stock, item.ticketTypeId);
			const places = item.quantity * terms.admits;
			const [sold, given] = order.quote?.lines.filter((line) => line.ticketTypeId === terms.id) ?? [];
			const unitPriceMinor = (sold?.unitMinor ?? 0) + (given?.kind === 'surplus' ? given.unitMinor : 0);
			items.push({
				orderId: order.id,
				ticketTypeId: terms.id,
				quantity: item.quantity,
				places,
				unitPriceMinor,
			});
			for (let place = 0; place < places; place += 1) {
				const named = order.attendees[ofOrder.length];
				ofOrder.push({
					id: newId(),
					ticketTypeId: terms.id,
					ticketTypeName: terms.name,
					name: named?.name || order.buyer.name,
					email: named?.email || order.buyer.email,
					...(named ? pickDetails(named) : noDetails),
					ticketCode: newTicketCode(),
				});
			}
		}
		for (const attendee of ofOrder) rows.push({ order, attendee });
		return ofOrder;
	});
	const notified = isFactAwaited ? orders.filter((order) => !isHeld(order)) : [];
	const values = [
		stock.organisationId,
		stock.eventId,
		...demandValues(demandOf(orders, stock)),
		stock.currency,
		...orderRows.values(orders),
		...itemRows.values(items),
		...attendeeRows.values(rows),
		...factRows.values(notified),
		...lineRows.values(
			orders.flatMap((order) => (order.quote?.lines ?? []).map((of, line) => ({ order, line, of }))),
		),
	];
	return { values, attendees };
}

/** A shared pool closes with its ticket types. */
const endOfTime = Date.UTC(9999, 0, 1);

/** The places that a batch requests of each pool, by id. A pool that any public order wants must be open. */
function demandOf(orders: readonly SaleOrder[], stock: EventStock): PoolDemand[] {
	const byPool = new Map<string, PoolDemand>();
	for (const order of orders) {
		for (const item of order.items) {
			const terms = termsOf(stock, item.ticketTypeId);
			for (const poolId of terms.poolIds) {
				let demand = byPool.get(poolId);
				if (!demand) {
					const pool = stock.pools.get(poolId);
					const isOwn = !pool?.isShared;
					const hasWindow = isOwn && !order.offered?.isOfGroup;
					demand = {
						poolId,
						confirmed: 0,
						held: 0,
						generation: isOwn ? (pool?.generation ?? 0) : null,
						opensAtMs: hasWindow ? terms.opensAtMs : null,
						closesAtMs: hasWindow ? terms.closesAtMs : endOfTime,
						takenAtMost: null,
						priceUntilMs: null,
						mustBeOpen: false,
					};
					byPool.set(poolId, demand);
				}
				if (poolId === terms.poolIds[0]) boundPrice(demand, order.priceBounds?.get(terms.id));
				demand[isHeld(order) ? 'held' : 'confirmed'] += item.quantity * terms.admits;
				if (order.mode === 'public') demand.mustBeOpen = true;
			}
		}
	}
	return [...byPool.values()].sort((a, b) => (a.poolId < b.poolId ? -1 : 1));
}

/** Notes until when the price of the next order of a batch holds; what the demand has already are the orders before it. */
function boundPrice(demand: PoolDemand, bound: PriceBound | undefined): void {
	if (!bound) return;
	const before = demand.confirmed + demand.held;
	const least = (one: number | null, other: number | null) =>
		one === null ? other : other === null ? one : Math.min(one, other);
	demand.takenAtMost = least(
		demand.takenAtMost,
		bound.takenAtMost === null ? null : bound.takenAtMost - before,
	);
	demand.priceUntilMs = least(demand.priceUntilMs, bound.untilMs);
}

function termsOf(stock: EventStock, ticketTypeId: string): SaleTerms {
	const terms = stock.types.get(ticketTypeId);
	if (!terms) throw new Error(`ticket type ${ticketTypeId} was not judged`);
	return terms;
}

/** Random bytes are requested in large pieces: one call of the generator costs more than the bytes. */
let randomPool = Buffer.alloc(0);
let randomUsed = 0;
export function takeRandomBytes(count: number): Buffer {
	if (randomUsed + count > randomPool.length) {
		randomPool = randomBytes(4_096);
		randomUsed = 0;
	}
	randomUsed += count;
	return randomPool.subarray(randomUsed - count, randomUsed);
}

/** A new ticket code: 128 random bits. */
export function newTicketCode(): string {
	return encodeTicketCode(takeRandomBytes(TICKET_CODE_BYTES));
}
