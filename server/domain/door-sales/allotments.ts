import { and, eq, inArray, min, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { doorAllotments } from '#server/db/tables/door-sales.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { expireHoldsOf } from '#server/domain/orders/expire-holds.ts';
import { lockPlaces, openPlaces, type PlaceBook } from '#server/domain/tickets/places.ts';
import { changeReservations } from '#server/domain/tickets/reservations.ts';
import {
	databaseNow,
	type EventStock,
	poolsOf,
	readEventStock,
	type SaleTerms,
} from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { ticketsLeft } from '#server/domain/tickets/ticket-sale.ts';
import type { Services } from '#server/services.ts';
import type { DoorAllotment } from '#shared/contracts/door-sales.ts';
import type { DoorSaleSettings } from '#shared/contracts/organiser-door-sales.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { MOST_ALLOTTED, MOST_DEVICES } from '#shared/rules/door-sales.ts';
import { notePriceList, soldAtDoor } from './prices.ts';
import type { Seller } from './seller.ts';
import { refuseUnlessSelling, sellsNow } from './sells-now.ts';
import { readSettings } from './settings.ts';

/*
 * Tickets that are reserved for a device, so that doors without a network cannot oversell: places of each pool of their type are held for them.
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
		isOfEvent(doorAllotments, seller),
		eq(doorAllotments.holderId, seller.holderId),
		eq(doorAllotments.deviceId, seller.deviceId),
		eq(doorAllotments.state, 'live'),
	);

export const isRow = ({ organisationId, id }: { organisationId: string; id: string }) =>
	and(eq(doorAllotments.organisationId, organisationId), eq(doorAllotments.id, id));

const sumByType = (items: readonly Quantity[]): Map<string, number> => {
	const sums = new Map<string, number>();
	for (const { ticketTypeId, quantity } of items)
		sums.set(ticketTypeId, (sums.get(ticketTypeId) ?? 0) + quantity);
	return sums;
};

/** Changes what is reserved by a row: its number, the places of its pools and what they are held for. The places of the event are held. */
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
 * Takes tickets out of what is reserved for a device, so that their places are available to the order that is written next in the same transaction. The places of the event
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

/** When a device was given tickets first, whatever became of them; null: never. */
export async function firstAllotted(tx: Tx, seller: Seller): Promise<Date | null> {
	const [row] = await tx
		.select({ at: min(doorAllotments.createdAt) })
		.from(doorAllotments)
		.where(
			and(
				isOfEvent(doorAllotments, seller),
				eq(doorAllotments.holderId, seller.holderId),
				eq(doorAllotments.deviceId, seller.deviceId),
			),
		);
	return row?.at ?? null;
}

/** What is reserved for a device by now, with the prices of now. @param unsent of it what the device has sold already */
async function present(
	db: DbOrTx,
	seller: Seller,
	{ stock, settings, unsent }: { stock: EventStock; settings: DoorSaleSettings; unsent: Map<string, number> },
): Promise<DoorAllotment | null> {
	const rows = await db
		.select({ ticketTypeId: doorAllotments.ticketTypeId, quantity: doorAllotments.quantity })
		.from(doorAllotments)
		.where(ofDevice(seller));
	if (rows.length === 0) return null;
	const { priceList, prices } = await notePriceList(db, stock, settings);
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

const typeOf = (type: Awaited<ReturnType<typeof notePriceList>>['prices']['types'][number]) => ({
	...{ id: type.id, kind: type.kind, priceMinor: type.priceMinor, taxBasisPoints: type.taxBasisPoints },
	fairValueMinor: type.fairValueMinor ?? null,
	tiers: (type.tiers ?? []).map(({ name, priceMinor, left }) => ({ name, priceMinor, left })),
});

/**
 * What a device may sell without a network, as it stands; null: the event sets nothing aside, or the device was given nothing yet. What the device has
 * sold and not sent yet is in it.
 */
export async function readAllotment(
	db: DbOrTx,
	seller: Seller,
	{ stock, settings }: { stock: EventStock; settings: DoorSaleSettings },
): Promise<DoorAllotment | null> {
	if (settings.allotmentSize === 0 || !sellsNow(stock, databaseNow(stock))) return null;
	return present(db, seller, { stock, settings, unsent: new Map() });
}

/**
 * Reserves tickets for a device, up to the number in the settings and the remaining capacity. Tickets that the device sold and has not
 * submitted yet stay reserved and don't count as remaining. For types no longer sold at the door only those remain.
 * @returns null if the event reserves no tickets
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
		refuseUnlessSelling(stock, stock.transactionNowMs);
		const settings = await readSettings(tx, seller);
		const sums = sumByType(unsent);
		await fillUp(tx, seller, { stock, settings, unsent: sums });
		if (settings.allotmentSize === 0) return null;
		return present(tx, seller, { stock, settings, unsent: sums });
	});
	stockStore(services).forget(seller.eventId);
	return answer;
}

/**
 * How many tickets a device may get more at once: a tenth of what is left, so that one device does not empty the sale; and no more than leaves all devices
 * of its holder half of what is left and theirs, as devices name themselves.
 * @param theirs what is reserved for the devices of the holder
 */
function atMost(left: number | null, theirs: number): number {
	if (left === null) return MOST_ALLOTTED;
	const share = Math.max(1, Math.floor((left + theirs) / 2)) - theirs;
	return Math.max(0, Math.min(left, Math.max(1, Math.floor(left / 10)), share));
}

/** Tickets reserved for the devices of a staff link or member, by ticket type. @throws `too-many-devices` for another one than those which have something */
async function readHolder(tx: Tx, seller: Seller): Promise<Map<string, number>> {
	const { rows } = await tx.execute<{ type: string; tickets: number; devices: string[] }>(sql`
		SELECT ticket_type_id AS type, sum(quantity)::int AS tickets, array_agg(DISTINCT device_id) AS devices FROM door_allotments
		WHERE organisation_id = ${seller.organisationId} AND event_id = ${seller.eventId} AND holder_id = ${seller.holderId} AND state = 'live'
		GROUP BY ticket_type_id`);
	const devices = new Set(rows.flatMap((row) => row.devices));
	if (devices.size >= MOST_DEVICES && !devices.has(seller.deviceId))
		throw ruleViolation(
			'too-many-devices',
			message`Tickets are already reserved for ${MOST_DEVICES} devices of this link. Ask the organiser to release some of them.`,
		);
	return new Map(rows.map((row) => [row.type, row.tickets]));
}

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
	const theirs = size === 0 ? new Map<string, number>() : await readHolder(tx, seller);
	const types = [...stock.types.values()];
	const book = await openPlaces(
		tx,
		seller,
		types.map(({ id }) => id),
	);
	// Places come back before others are taken, so that a device that changes what it sells finds its own.
	for (const row of rows.filter(({ ticketTypeId }) => !sold.some(({ id }) => id === ticketTypeId))) {
		const type = stock.types.get(row.ticketTypeId);
		const remaining = type ? Math.min(row.quantity, unsent.get(row.ticketTypeId) ?? 0) : 0;
		if (type && remaining < row.quantity) {
			await changeAllotment(tx, book, row, { tickets: remaining - row.quantity, pools: type });
			noteInStock(stock, type, remaining - row.quantity);
		}
		if (remaining === 0) await end(tx, row);
	}
	for (const type of sold) {
		const row = rows.find(({ ticketTypeId }) => ticketTypeId === type.id);
		const has = row?.quantity ?? 0;
		// A device cannot have sold more without a network than it was given.
		const target = Math.min(MOST_ALLOTTED, size + Math.min(has, unsent.get(type.id) ?? 0));
		const more = Math.min(
			target - has,
			atMost(ticketsLeft(poolsOf(stock, type), type.admits), theirs.get(type.id) ?? 0),
		);
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
