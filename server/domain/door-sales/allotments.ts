import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { doorAllotments } from '#server/db/tables/door-sales.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { expireHoldsOf } from '#server/domain/orders/expire-holds.ts';
import { lockPlaces, openPlaces, type PlaceBook, type PoolReserve } from '#server/domain/tickets/places.ts';
import {
	changeReservations,
	endReservations,
	readReservations,
} from '#server/domain/tickets/reservations.ts';
import { type EventStock, poolsOf, readEventStock, type SaleTerms } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { ticketsLeft } from '#server/domain/tickets/ticket-sale.ts';
import type { Services } from '#server/services.ts';
import type { DoorAllotment, DoorSaleSettings } from '#shared/contracts/door-sales.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { MOST_ALLOTTED } from '#shared/rules/door-sales.ts';
import { soldAtDoor, writePriceList } from './prices.ts';
import type { Seller } from './seller.ts';
import { readSettings } from './settings.ts';

/*
 * Tickets that are set aside for a device, so that doors without a network cannot oversell: places of each pool of their type are held for them.
 * Rows change only while the places of the event are held (`lockPlaces`), so an allotment is used or released, and never both.
 */

export type AllotmentRow = typeof doorAllotments.$inferSelect;

/** How many tickets of a type. */
interface Quantity {
	ticketTypeId: string;
	quantity: number;
}

const ofDevice = (seller: Seller) =>
	and(
		eq(doorAllotments.organisationId, seller.organisationId),
		eq(doorAllotments.eventId, seller.eventId),
		eq(doorAllotments.holderId, seller.holderId),
		eq(doorAllotments.deviceId, seller.deviceId),
		eq(doorAllotments.state, 'live'),
	);

const isRow = ({ organisationId, id }: { organisationId: string; id: string }) =>
	and(eq(doorAllotments.organisationId, organisationId), eq(doorAllotments.id, id));

const sumByType = (items: readonly Quantity[]): Map<string, number> => {
	const sums = new Map<string, number>();
	for (const { ticketTypeId, quantity } of items)
		sums.set(ticketTypeId, (sums.get(ticketTypeId) ?? 0) + quantity);
	return sums;
};

/** Changes what is set aside by a row: its number, the places of its pools and what they are held for. The places of the event are held. */
async function changeAllotment(
	tx: Tx,
	book: PlaceBook,
	row: AllotmentRow,
	{ tickets, pools }: { tickets: number; pools: { poolIds: readonly string[]; admits: number } },
): Promise<boolean> {
	const changes = pools.poolIds.map((poolId) => ({ poolId, places: tickets * pools.admits }));
	if (!book.reserve(changes)) return false;
	await tx
		.update(doorAllotments)
		.set({ quantity: sql`${doorAllotments.quantity} + ${tickets}`, updatedAt: sql`now()` })
		.where(isRow(row));
	await changeReservations(tx, row, { purpose: 'door', refId: row.id }, changes);
	return true;
}

/** The pools that types take from, and how many places one of their tickets takes. The pools are held. */
async function readPools(tx: Tx, scope: EventScope, ticketTypeIds: readonly string[]) {
	const { rows } = await tx.execute<{ id: string; admits: number; poolIds: string[] }>(sql`
		SELECT id, admits, array_remove(ARRAY[pool_id, shared_pool_id, plan_pool_id], NULL) AS "poolIds" FROM ticket_types
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND id = ANY(${plainArray(ticketTypeIds)}::uuid[])`);
	return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Takes tickets out of what is set aside for a device, so that their places are available to the order that is written next in the same transaction. The places of the event
 * are held. What is not covered has to be free like any other place.
 * @returns how many tickets of each type were not covered; empty when all were
 */
export async function takeAllotted(
	tx: Tx,
	seller: Seller,
	items: readonly Quantity[],
): Promise<Map<string, number>> {
	const wanted = sumByType(items);
	const ids = [...wanted.keys()];
	const rows = await tx
		.select()
		.from(doorAllotments)
		.where(and(ofDevice(seller), inArray(doorAllotments.ticketTypeId, ids)))
		.orderBy(doorAllotments.id)
		.for('update');
	const types = await readPools(tx, seller, ids);
	const book = await openPlaces(
		tx,
		seller,
		[],
		[...new Set([...types.values()].flatMap((one) => one.poolIds))],
	);
	const missing = new Map(wanted);
	for (const row of rows) {
		const pools = types.get(row.ticketTypeId);
		const taken = Math.min(row.quantity, wanted.get(row.ticketTypeId) ?? 0);
		if (!pools || taken === 0) continue;
		await changeAllotment(tx, book, row, { tickets: -taken, pools });
		missing.set(row.ticketTypeId, (wanted.get(row.ticketTypeId) ?? 0) - taken);
	}
	await book.write({ isForNow: true });
	return new Map([...missing].filter(([, tickets]) => tickets > 0));
}

/** What is set aside for a device by now, with the prices of now. @param unsent of it what the device has sold already */
async function present(
	tx: Tx,
	seller: Seller,
	{ stock, settings, unsent }: { stock: EventStock; settings: DoorSaleSettings; unsent: Map<string, number> },
): Promise<DoorAllotment | null> {
	const rows = await tx
		.select({ ticketTypeId: doorAllotments.ticketTypeId, quantity: doorAllotments.quantity })
		.from(doorAllotments)
		.where(ofDevice(seller));
	if (rows.length === 0) return null;
	const { priceList, prices } = await writePriceList(tx, stock, settings);
	const sold = new Set(prices.types.map(({ id }) => id));
	return {
		priceList,
		prices: { types: [...prices.types].map(typeOf), terms: prices.terms },
		left: rows
			.filter(({ ticketTypeId }) => sold.has(ticketTypeId))
			.map(({ ticketTypeId, quantity }) => ({
				ticketTypeId,
				quantity: Math.max(0, quantity - (unsent.get(ticketTypeId) ?? 0)),
			})),
	};
}

const typeOf = (type: Awaited<ReturnType<typeof writePriceList>>['prices']['types'][number]) => ({
	...{ id: type.id, kind: type.kind, priceMinor: type.priceMinor, taxBasisPoints: type.taxBasisPoints },
	fairValueMinor: type.fairValueMinor ?? null,
	tiers: (type.tiers ?? []).map(({ name, priceMinor, left }) => ({ name, priceMinor, left })),
});

const isSelling = (stock: EventStock | null, nowMs: number): stock is EventStock =>
	stock !== null && stock.status === 'published' && nowMs < stock.endsAtMs;

/**
 * What a device may sell without a network, as it stands; null: the event sets nothing aside, or the device was given nothing yet. What the device has
 * sold and not sent yet is in it.
 */
export async function readAllotment(services: Services, seller: Seller): Promise<DoorAllotment | null> {
	const settings = await readSettings(services.database.db, seller);
	if (settings.allotmentSize === 0) return null;
	return services.database.transaction(async (tx) => {
		const stock = await readEventStock(tx, seller.eventId);
		if (!isSelling(stock, stock?.transactionNowMs ?? 0)) return null;
		return present(tx, seller, { stock, settings, unsent: new Map() });
	});
}

/**
 * Sets tickets aside for a device, up to the number of the settings and as far as there are places. What the device has sold and not sent yet is set
 * aside still, and counts as nothing that is left. Of types that are no longer sold at the door only that is kept.
 * @returns null where the event sets nothing aside
 * @throws `event-over`, `event-not-open`
 */
export async function topUp(
	services: Services,
	seller: Seller,
	unsent: readonly Quantity[],
): Promise<DoorAllotment | null> {
	const answer = await services.database.transaction(async (tx) => {
		await lockPlaces(tx, seller);
		// Places of orders whose time to pay is over are available first.
		await expireHoldsOf(tx, seller);
		const stock = await readEventStock(tx, seller.eventId);
		if (!stock) throw notFound('Event');
		refuseUnlessSelling(stock);
		const settings = await readSettings(tx, seller);
		const sums = sumByType(unsent);
		await fillUp(tx, seller, { stock, settings, unsent: sums });
		if (settings.allotmentSize === 0) return null;
		return present(tx, seller, { stock, settings, unsent: sums });
	});
	stockStore(services).forget(seller.eventId);
	return answer;
}

function refuseUnlessSelling(stock: EventStock): void {
	if (stock.transactionNowMs >= stock.endsAtMs)
		throw ruleViolation('event-over', message`This event is over, so nothing is set aside for it any more.`);
	if (stock.status !== 'published')
		throw ruleViolation(
			'event-not-open',
			message`This event sells nothing now. Ask its organiser to publish it.`,
		);
}

/** How many tickets a device may get more at once: a tenth of what is left, so that one device does not empty the sale. */
const atMost = (left: number | null) =>
	left === null ? MOST_ALLOTTED : Math.min(left, Math.max(1, Math.floor(left / 10)));

async function fillUp(
	tx: Tx,
	seller: Seller,
	{ stock, settings, unsent }: { stock: EventStock; settings: DoorSaleSettings; unsent: Map<string, number> },
): Promise<void> {
	const size = settings.allotmentSize;
	const sold = size === 0 ? [] : soldAtDoor(stock, settings, stock.transactionNowMs);
	const rows = await tx
		.select()
		.from(doorAllotments)
		.where(ofDevice(seller))
		.orderBy(doorAllotments.id)
		.for('update');
	const types = [...stock.types.values()];
	const book = await openPlaces(
		tx,
		seller,
		types.map(({ id }) => id),
	);
	// Places come back before others are taken, so that a device that changes what it sells finds its own.
	for (const row of rows.filter(({ ticketTypeId }) => !sold.some(({ id }) => id === ticketTypeId))) {
		const type = stock.types.get(row.ticketTypeId);
		const kept = type ? Math.min(row.quantity, unsent.get(row.ticketTypeId) ?? 0) : 0;
		if (type && kept < row.quantity) {
			await changeAllotment(tx, book, row, { tickets: kept - row.quantity, pools: type });
			noteInStock(stock, type, kept - row.quantity);
		}
		if (kept === 0) await end(tx, row);
	}
	for (const type of sold) {
		const row = rows.find(({ ticketTypeId }) => ticketTypeId === type.id);
		const has = row?.quantity ?? 0;
		// A device cannot have sold more without a network than it was given.
		const target = Math.min(MOST_ALLOTTED, size + Math.min(has, unsent.get(type.id) ?? 0));
		const more = Math.min(target - has, atMost(ticketsLeft(poolsOf(stock, type), type.admits)));
		if (more <= 0) continue;
		const isSet = await changeAllotment(tx, book, row ?? (await begin(tx, seller, type)), {
			tickets: more,
			pools: type,
		});
		if (!isSet) throw new Error('places that are left are not there');
		noteInStock(stock, type, more);
	}
	await book.write();
}

/** What is left is worked out from the stock, which is this transaction's own. */
function noteInStock(stock: EventStock, type: SaleTerms, tickets: number): void {
	for (const pool of poolsOf(stock, type)) pool.held += tickets * type.admits;
}

async function begin(tx: Tx, seller: Seller, type: SaleTerms): Promise<AllotmentRow> {
	const { organisationId, eventId, holderId, deviceId, device } = seller;
	const [row] = await tx
		.insert(doorAllotments)
		.values({
			...{ id: newId(), organisationId, eventId, holderId, deviceId, device },
			...{ ticketTypeId: type.id, quantity: 0 },
		})
		.returning();
	return row as AllotmentRow;
}

const end = (tx: Tx, row: AllotmentRow) =>
	tx.update(doorAllotments).set({ state: 'ended', updatedAt: sql`now()` }).where(isRow(row));

/** Ends allotments that are held, and gives back their places. The places of the event are held. @param isForNow nobody is to wait for them */
async function endRows(
	tx: Tx,
	scope: EventScope,
	rows: readonly AllotmentRow[],
	{ isForNow }: { isForNow: boolean },
): Promise<void> {
	const reserved: PoolReserve[] = [];
	for (const row of rows) reserved.push(...(await readReservations(tx, row.organisationId, row.id)));
	const book = await openPlaces(tx, scope, [], [...new Set(reserved.map(({ poolId }) => poolId))]);
	book.reserve(reserved.map(({ poolId, places }) => ({ poolId, places: -places })));
	await book.write({ isForNow });
	for (const row of rows) {
		await endReservations(tx, row.organisationId, row.id, 'released');
		await end(tx, row);
	}
}

/** Releases what is set aside for a device: its places are available again, or go to whoever waits for them. Repeated, nothing changes. @throws not-found */
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

const rowsAtOnce = 500;

/**
 * Ends what is set aside for devices of an event that is cancelled or over. Nobody else gets its places, so that what was sold of them without a network and
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
		const rows = await tx
			.select()
			.from(doorAllotments)
			.where(
				and(
					eq(doorAllotments.organisationId, scope.organisationId),
					eq(doorAllotments.eventId, scope.eventId),
					eq(doorAllotments.state, 'live'),
				),
			)
			.orderBy(doorAllotments.id)
			.limit(rowsAtOnce)
			.for('update');
		await endRows(tx, scope, rows, { isForNow: true });
		return rows.length;
	});
	if (ended > 0) stockStore(services).forget(scope.eventId);
	return ended;
}
