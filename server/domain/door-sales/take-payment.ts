import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { foldedHasWords } from '#server/db/search-words.ts';
import { type DoorCaller, seesNames } from '#server/domain/check-in/door-caller.ts';
import { codeOf } from '#server/domain/check-in/sync/sync-context.ts';
import { readBalance } from '#server/domain/ledger/post.ts';
import { refuseAwaiting } from '#server/domain/orders/approval/rules.ts';
import { getMissing, markOrderPaid } from '#server/domain/orders/commands/mark-order-paid.ts';
import { holdMoney } from '#server/domain/orders/documents/with-order.ts';
import { holdForCard, holdForTransfer } from '#server/domain/orders/door-orders.ts';
import {
	getOrder,
	lockOrder,
	type OrderRecord,
	type OrderScope,
} from '#server/domain/orders/order-record.ts';
import { getPaymentSettings } from '#server/domain/payments/settings.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { Services } from '#server/services.ts';
import type { UnpaidOrder } from '#shared/contracts/door-payments.ts';
import type { DoorSale } from '#shared/contracts/door-sales.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { cashDue, type DoorWay } from '#shared/rules/door-sales.ts';
import { lockDrawer } from './drawers.ts';
import { cashOf, type DoorSaleRow, holdNonce, insertSale, requestHashOf } from './sale-rows.ts';
import { presentSale } from './sale-view.ts';
import { type Seller, sellerOf } from './seller.ts';
import { readSettings } from './settings.ts';
import { openWays } from './shop.ts';

/** Whose ticket is paid, and how. */
export interface DoorPaymentInput {
	/** What was scanned, or the guest. */
	guestQrData?: string | undefined;
	guestId?: string | undefined;
	way: DoorWay;
	given?: number | undefined;
	nonce: string;
	device: { id: string; name: string };
}

/**
 * Takes the payment for the order of a ticket that is not paid yet. In cash the order is confirmed; by card its guest pays on their phone, by transfer in
 * their banking app. The same nonce again answers the same payment.
 * @throws `order-confirmed`, `order-cancelled`, `hold-ended`, `order-awaits-approval`, `nothing-to-pay`, `payment-in-progress`, `way-not-open`,
 *   `drawer-not-open`, `given-too-little`; not-found for a ticket of another event; 422 for a nonce of another request
 */
export async function takePayment(
	services: Services,
	door: DoorCaller,
	input: DoorPaymentInput,
): Promise<DoorSale> {
	const seller = sellerOf(door, input.device);
	const ways = await openWays(services, seller, await readSettings(services.database.db, seller));
	const row = await services.database.unitOfWork((unit) => {
		const inUnit = { ...services, database: unit };
		return unit.transaction((tx) => payOnce(inUnit, tx, seller, { ...input, ways }));
	});
	stockStore(services).forget(seller.eventId);
	return presentSale(services, row, door);
}

async function payOnce(
	services: Services,
	tx: Tx,
	seller: Seller,
	input: DoorPaymentInput & { ways: readonly DoorWay[] },
): Promise<DoorSaleRow> {
	const { nonce, way, given, guestId, guestQrData } = input;
	const requestHash = requestHashOf(seller, [
		'payment',
		guestId ?? null,
		guestQrData ?? null,
		way,
		given ?? null,
	]);
	const known = await holdNonce(tx, seller, { nonce, requestHash });
	if (known) return known;
	const { organisationId, eventId } = seller;
	const scope = { organisationId, eventId, orderId: await findOrderOf(tx, seller, input) };
	// Money, then drawer, then places: as a fresh sale holds the last two.
	await holdMoney(tx, scope);
	const order = await getOrder(services, scope);
	refuseSettled(order);
	refuseWay(order, way, input.ways);
	const { currency, totalMinor } = order;
	const { balanceMinor } = await readBalance(tx, { organisationId, subjectId: order.id });
	const missingMinor = await getMissing(tx, scope, totalMinor + balanceMinor);
	const sale = {
		id: newId(),
		orderId: order.id,
		kind: 'payment' as const,
		nonce,
		requestHash,
		way,
		currency,
	};
	if (way !== 'cash') {
		if (way === 'card') await holdForCard(tx, scope);
		else await holdForTransfer(services, tx, scope, await getPaymentSettings(tx, organisationId));
		return insertSale(services, tx, seller, { ...sale, totalMinor: missingMinor });
	}
	const drawer = await lockDrawer(tx, seller, {});
	const cash = cashOf(drawer, { dueMinor: cashDue(missingMinor, currency), currency }, given);
	const roundingMinor = cash.dueMinor - missingMinor;
	await markOrderPaid(services, scope, { method: 'cash', note: '', userId: seller.userId, roundingMinor });
	await refuseUnconfirmed(tx, scope);
	return insertSale(services, tx, seller, { ...sale, ...cash, totalMinor: missingMinor });
}

/** The order of a ticket of this event. @throws not-found */
async function findOrderOf(
	tx: Tx,
	{ organisationId, eventId }: Seller,
	{ guestId, guestQrData }: DoorPaymentInput,
): Promise<string> {
	const which =
		guestId === undefined ? sql`ticket_code = ${codeOf(guestQrData ?? '')}` : sql`id = ${guestId}::uuid`;
	const { rows } = await tx.execute<{ id: string }>(sql`
		SELECT order_id AS id FROM attendees WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND ${which}`);
	if (!rows[0]) throw notFound('Guest');
	return rows[0].id;
}

function refuseSettled({ status, totalMinor }: OrderRecord): void {
	refuseAwaiting(status);
	if (status === 'confirmed')
		throw ruleViolation('order-confirmed', message`This order is paid already. Scan the ticket again.`);
	if (status === 'cancelled')
		throw ruleViolation('order-cancelled', message`This order was cancelled. Sell a new ticket instead.`);
	if (status !== 'pending')
		throw ruleViolation(
			'hold-ended',
			message`The time to pay for this order has expired. Sell a new ticket instead.`,
		);
	if (totalMinor === 0)
		throw ruleViolation(
			'nothing-to-pay',
			message`There is nothing to pay for this order. Scan the ticket again.`,
		);
}

/** Monthly gifts and tickets of other guests are paid by card alone. */
function refuseWay(order: OrderRecord, way: DoorWay, ways: readonly DoorWay[]): void {
	const takesCardAlone = order.isMonthly || order.change !== null || order.boughtFrom.length > 0;
	if (!ways.includes(way) || (takesCardAlone && way !== 'card'))
		throw ruleViolation('way-not-open', message`This payment method is not available. Choose another one.`);
}

/** What was recorded would be due to the buyer: nothing is taken at the door for an order that cannot be had. */
async function refuseUnconfirmed(tx: Tx, scope: OrderScope): Promise<void> {
	const { status } = await lockOrder(tx, scope);
	if (status !== 'confirmed')
		throw ruleViolation('event-not-open', message`This event isn’t on sale, so its orders can’t be paid.`);
}

const mostFound = 20;

/** Unpaid orders by code, guest name or email, newest first. A caller who may not see names can only search by the full code. */
export async function findUnpaid(services: Services, door: DoorCaller, q: string): Promise<UnpaidOrder[]> {
	const { organisationId, eventId } = door;
	const mayName = seesNames(door);
	const byName = mayName && q.length >= 2 ? foldedHasWords(sql`a.search_text`, q) : sql`false`;
	const { rows } = await services.database.db.execute<UnpaidOrder & Record<string, unknown>>(sql`
		SELECT DISTINCT ON (o.id) o.code AS "orderCode", a.id AS "guestId", CASE WHEN ${mayName} THEN a.name ELSE '' END AS "guestName",
			(o.total_minor - (SELECT coalesce(sum(p.captured_minor - p.refunded_minor - p.refunding_minor), 0) FROM payments p
				WHERE p.organisation_id = o.organisation_id AND p.subject_id = o.id AND p.state = 'succeeded'))::text AS "totalMinor", o.currency, count(*) OVER (PARTITION BY o.id)::int AS tickets
		FROM attendees a JOIN orders o ON o.organisation_id = a.organisation_id AND o.event_id = a.event_id AND o.id = a.order_id
		WHERE a.organisation_id = ${organisationId} AND a.event_id = ${eventId} AND a.status = 'held' AND o.status = 'pending'
			AND o.total_minor > 0 AND (o.code = ${q.toUpperCase()} OR ${byName})
		ORDER BY o.id DESC, a.id LIMIT ${mostFound}`);
	return rows.map((row) => ({ ...row, totalMinor: Number(row.totalMinor) }));
}
