import type { Tx } from '#server/db/client.ts';
import type { DoorCaller } from '#server/domain/check-in/door-caller.ts';
import { toSaleOrder } from '#server/domain/orders/commands/place-order.ts';
import { holdForTransfer } from '#server/domain/orders/door-orders.ts';
import { lockOrder } from '#server/domain/orders/order-record.ts';
import type { SaleOrder } from '#server/domain/orders/sale/sale-order.ts';
import { sellInside } from '#server/domain/orders/sale/sell.ts';
import { getPaymentSettings } from '#server/domain/payments/settings.ts';
import { recordPayment } from '#server/domain/payments/settle.ts';
import { lockPlaces } from '#server/domain/tickets/places.ts';
import { type EventStock, readEventStock } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { Services } from '#server/services.ts';
import type { DoorSale } from '#shared/contracts/door-sales.ts';
import type { DoorSaleSettings } from '#shared/contracts/organiser-door-sales.ts';
import { AppError, fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { cashDue, type DoorWay, PRICE_LIST_HOURS, WALK_IN } from '#shared/rules/door-sales.ts';
import type { DoorPriceList } from '#shared/rules/pricing/door-prices.ts';
import type { CartItem } from '#shared/rules/pricing/quote.ts';
import { firstAllotted, takeAllotted } from './allotments.ts';
import { bookLateCash, type DrawerRow, lockDrawer } from './drawers.ts';
import { type Entry, enterGuests } from './enter.ts';
import { findPriceList, soldAtDoor } from './prices.ts';
import {
	cashOf,
	type DoorSaleRow,
	holdNonce,
	insertSale,
	refuseManyWaiting,
	requestHashOf,
	turnOf,
} from './sale-rows.ts';
import { presentSale } from './sale-view.ts';
import { type Seller, sellerOf } from './seller.ts';
import { refuseUnlessSelling } from './sells-now.ts';
import { readSettings } from './settings.ts';
import { openWays } from './shop.ts';

/** What a device sells in one go. */
export interface DoorSaleInput {
	items: readonly CartItem[];
	way: DoorWay;
	/** In cash: what was given; absent: exactly what is due. */
	given?: number | undefined;
	nonce: string;
	quoteHash?: string | undefined;
	name: string;
	email?: string | undefined;
	device: { id: string; name: string };
	checkIn?: Entry | undefined;
	/** Sold in cash without a network. */
	offline?: { soldAt: string; clockOffsetMs: number; priceList: string; drawerId: string } | undefined;
}

/**
 * Sells tickets at the door: in cash, by card on the guest's phone, or by transfer. The sale, its order and its cash are one transaction; the same nonce
 * again answers the same sale.
 * @throws `sold-out`, `not-in-allotment`, `drawer-not-open`, `given-too-little`, `price-changed`, `way-not-open`, `event-over`, `event-not-open`,
 *   `not-sold-at-door`; INSUFFICIENT_QUOTA; 422 for a nonce of another request; 401 once the staff link has ended, but for what was sold before
 */
export async function sellAtDoor(
	services: Services,
	door: DoorCaller,
	input: DoorSaleInput,
): Promise<DoorSale> {
	refuseCaller(door, input);
	const seller = sellerOf(door, input.device);
	const settings = await readSettings(services.database.db, seller);
	const isWayOpen =
		input.offline !== undefined || (await openWays(services, seller, settings)).includes(input.way);
	const row = await turnOf(services)(seller, () =>
		services.database.unitOfWork((unit) => {
			const inUnit = { ...services, database: unit };
			return unit.transaction((tx) => sellOnce(inUnit, tx, seller, { ...input, settings, isWayOpen }));
		}),
	);
	stockStore(services).forget(seller.eventId);
	// A card is paid later, and its guests go in by a check-in of their own.
	if (input.checkIn && (row.way === 'cash' || row.totalMinor === 0))
		await enterGuests(services, door, row, input.checkIn);
	return presentSale(services, row, door, input.checkIn?.listId);
}

/** Only what was sold without a network is taken from a staff link that has ended. */
function refuseCaller(door: DoorCaller, { offline, way }: DoorSaleInput): void {
	const isLinkClosed = door.staffLinkId !== null && door.state !== 'open';
	if (isLinkClosed && (!offline || door.state === 'not_begun'))
		throw new AppError('RESOURCE_ACCESS_DENIED', { status: 401 });
	if (offline && way !== 'cash')
		throw ruleViolation('way-not-open', message`Offline sales are cash only. Choose cash.`);
}

/** The sale of a nonce: the one that it has made, or a new one. */
async function sellOnce(
	services: Services,
	tx: Tx,
	seller: Seller,
	input: DoorSaleInput & { settings: DoorSaleSettings; isWayOpen: boolean },
): Promise<DoorSaleRow> {
	const { nonce, items, way, given, name, email, offline, settings } = input;
	// A sale whose answer was lost is sent again as one without a network: what it is sold by is no part of it.
	const wanted = items.map(({ ticketTypeId, quantity, chosenMinor }) => [
		ticketTypeId,
		quantity,
		chosenMinor ?? null,
	]);
	const requestHash = requestHashOf(seller, ['sale', wanted, way, given ?? null, name, email ?? '']);
	const known = await holdNonce(tx, seller, { nonce, requestHash });
	if (known) return known;
	const cash = way === 'cash' ? await findDrawer(tx, seller, offline) : null;
	await lockPlaces(tx, seller);
	const stock = await readEventStock(tx, seller.eventId);
	if (!stock || stock.organisationId !== seller.organisationId) throw notFound('Event');
	const terms = await termsOf(tx, stock, seller, offline);
	refuseUnlessSelling(stock, terms.soldAt.getTime());
	const sold = terms.prices?.types ?? soldAtDoor(stock, settings, stock.transactionNowMs);
	refuseUnsold(stock, sold, items);
	const order = await placeInside(services, tx, seller, { input, stock, prices: terms.prices });
	const quote = order.quote;
	if (quote && !input.isWayOpen)
		throw ruleViolation('way-not-open', message`This payment method is not available. Choose another one.`);
	if (quote && cash instanceof AppError) throw cash;
	if (quote && way !== 'cash') await refuseManyWaiting(tx, seller);
	const drawer = cash instanceof AppError ? null : cash;
	const scope = { ...seller, orderId: order.id };
	const totalMinor = quote?.totalMinor ?? 0;
	const due = cashDue(totalMinor, stock.currency);
	const paid = drawer && cashOf(drawer, { dueMinor: due, currency: stock.currency }, given);
	if (quote && drawer) {
		await payInCash(services, tx, scope, {
			...{ currency: stock.currency, totalMinor, dueMinor: due, soldAt: terms.soldAt },
		});
	} else if (quote && way === 'transfer')
		await holdForTransfer(services, tx, scope, await getPaymentSettings(tx, seller.organisationId));
	const row = await insertSale(services, tx, seller, {
		...{ id: newId(), orderId: order.id, kind: 'sale', nonce, requestHash, currency: stock.currency },
		// Nothing was taken for what costs nothing, so no drawer has to be open.
		...{ way, ...paid },
		...{ totalMinor, isOffline: offline !== undefined && drawer !== null, soldAt: terms.soldAt },
	});
	if (drawer) await bookLateCash(tx, drawer, { id: row.id, dueMinor: due });
	return row;
}

/** The drawer of a sale in cash, held; or why there is none, which only matters where something is to be paid. */
async function findDrawer(
	tx: Tx,
	seller: Seller,
	offline: DoorSaleInput['offline'],
): Promise<DrawerRow | AppError> {
	if (offline) return lockDrawer(tx, seller, { drawerId: offline.drawerId, mayBeClosed: true });
	try {
		return await lockDrawer(tx, seller, {});
	} catch (error) {
		if (error instanceof AppError && error.metadata?.rule === 'drawer-not-open') return error;
		throw error;
	}
}

/** By which prices, and when it was sold: without a network by those that the device had, never before it had them and never in the future. */
async function termsOf(
	tx: Tx,
	stock: EventStock,
	seller: Seller,
	offline: DoorSaleInput['offline'],
): Promise<{ prices: DoorPriceList | undefined; soldAt: Date }> {
	const nowMs = stock.transactionNowMs;
	if (!offline) return { prices: undefined, soldAt: new Date(nowMs) };
	const list = await findPriceList(tx, seller, offline.priceList);
	if (!list)
		throw fieldError('offline.priceList', message`These prices are unknown. Go online to update the prices.`);
	const saidMs = (Date.parse(offline.soldAt) || nowMs) + offline.clockOffsetMs;
	// The clock is the device's own word, so it sold nothing before it was given anything.
	const sinceMs = Math.max(list.createdAt.getTime(), (await firstAllotted(tx, seller))?.getTime() ?? nowMs);
	const soldMs = Math.min(nowMs, Math.max(sinceMs, saidMs));
	if (soldMs > list.readAt.getTime() + PRICE_LIST_HOURS * 3_600_000)
		throw ruleViolation(
			'price-changed',
			message`These prices have changed more than ${PRICE_LIST_HOURS} hours before this sale. Ask the organiser to record it as a new sale.`,
			{ readAt: list.readAt.toISOString() },
		);
	if (list.prices.terms.currency !== stock.currency)
		throw ruleViolation(
			'price-changed',
			message`The currency of the event has changed. Contact its organiser.`,
			{
				currency: stock.currency,
			},
		);
	return { prices: list.prices, soldAt: new Date(soldMs) };
}

function refuseUnsold(stock: EventStock, sold: readonly { id: string }[], items: readonly CartItem[]): void {
	for (const [index, { ticketTypeId }] of items.entries()) {
		const terms = stock.types.get(ticketTypeId);
		if (terms && sold.some(({ id }) => id === ticketTypeId)) continue;
		throw new AppError('BUSINESS_RULE_VIOLATION', {
			userMessage: terms
				? message`“${terms.name}” is not sold at the door. Choose another ticket type.`
				: message`This ticket type is not sold at the door. Choose another one.`,
			metadata: { rule: 'not-sold-at-door', ticketTypeId, line: index },
		});
	}
}

/** Writes the order of a sale, out of what is reserved for its device where it was sold without a network. The places of the event are held. */
async function placeInside(
	services: Services,
	tx: Tx,
	seller: Seller,
	{ input, stock, prices }: { input: DoorSaleInput; stock: EventStock; prices: DoorPriceList | undefined },
): Promise<SaleOrder> {
	const { items, name, email = '', offline, quoteHash } = input;
	const order = toSaleOrder({
		...{ organisationId: seller.organisationId, eventId: seller.eventId, mode: 'door', source: 'door' },
		buyer: { name: name || WALK_IN, email },
		items: [...items],
		// Sold already, at the price that the device had.
		quoteHash: offline ? undefined : quoteHash,
		...{ createdBy: seller.userId, isAnnounced: email !== '' },
	});
	order.priceList = prices;
	const missing = offline ? await takeAllotted(tx, seller, order.items) : new Map<string, number>();
	const [result] = (await sellInside(services, tx, [order])).results;
	if (result instanceof AppError && missing.size > 0 && isAboutPlaces(result))
		throw notAllotted(stock, missing);
	// Rolled back: the places stay with whoever had them.
	if (!result || result instanceof Error) throw result ?? new Error('nothing came of the sale');
	return order;
}

const isAboutPlaces = ({ code, metadata }: AppError): boolean =>
	code === 'INSUFFICIENT_QUOTA' || metadata?.rule === 'sold-out';

function notAllotted(stock: EventStock, missing: ReadonlyMap<string, number>): AppError {
	const [ticketTypeId = '', tickets] = missing.entries().next().value ?? [];
	const name = stock.types.get(ticketTypeId)?.name ?? '';
	return ruleViolation(
		'not-in-allotment',
		message`“${name}” was sold out when this sale arrived, and no tickets were reserved for it. Ask the organiser to raise the capacity, then send it again.`,
		{ ticketTypeId, missing: tickets },
	);
}

/** Records the cash of a fresh order, which confirms it. */
async function payInCash(
	services: Services,
	tx: Tx,
	scope: Seller & { orderId: string },
	cash: { currency: string; totalMinor: number; dueMinor: number; soldAt: Date },
): Promise<void> {
	const { organisationId, eventId, orderId, userId } = scope;
	await recordPayment(services, tx, {
		...{ id: newId(), organisationId, eventId, subjectId: orderId, method: 'cash', note: '' },
		...{ currency: cash.currency, amountMinor: cash.totalMinor, excessMinor: 0, isPart: false },
		roundingMinor: cash.dueMinor - cash.totalMinor,
		receivedOn: cash.soldAt.toISOString().slice(0, 10),
		madeBy: userId,
	});
	const { status } = await lockOrder(tx, { organisationId, eventId, orderId });
	if (status !== 'confirmed') throw new Error('an order that was paid at the door is not confirmed');
}
