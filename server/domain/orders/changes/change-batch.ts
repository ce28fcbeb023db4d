import { sql } from 'drizzle-orm';
import { batchOrEach } from '#server/db/batch-or-each.ts';
import type { Tx } from '#server/db/client.ts';
import { isCheckViolation } from '#server/db/errors.ts';
import { plainArray, textArray } from '#server/db/statement.ts';
import { openGroups } from '#server/domain/groups/held-places.ts';
import { takeTurn } from '#server/domain/tickets/place-locks.ts';
import { openPlaces } from '#server/domain/tickets/places.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { sellListings } from '#server/domain/waitlist/resale-listings.ts';
import { again } from '#server/platform/concurrency/batch-queue.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { APPROVED_HOURS, HOLD_MINUTES } from '#shared/rules/periods.ts';
import { settleRefundRequests } from '../refund-requests/rows.ts';
import { postSales } from '../sale-entries.ts';
import { applyChange, type OrderChange, type OrderNews, type OrderState } from './order-state.ts';

/** The outcome of each change of a batch, in its order: whether anything changed, why it was refused, or `again`. */
export type ChangeResult = boolean | Error | typeof again;

/**
 * Applies changes to orders of one event in one transaction, in order of arrival, each with its result. Orders locked by others are left
 * for the next batch, so that the batch never waits for them. An error of one order fails only that one.
 * @throws when the database is down or busy
 */
export function changeOrders(services: Services, changes: OrderChange[]): Promise<ChangeResult[]> {
	return batchOrEach(changes, (some) =>
		changeTogether(services, some).catch((error) => {
			if (error instanceof HeldElsewhere) return error.results;
			throw error;
		}),
	);
}

/** Every order that was requested is held by others: rolled back, so that a unit of work does not keep the turn while it waits for them. */
class HeldElsewhere extends Error {
	readonly results: ChangeResult[];
	constructor(results: ChangeResult[]) {
		super('held elsewhere');
		this.results = results;
	}
}

async function changeTogether(services: Services, changes: OrderChange[]): Promise<ChangeResult[]> {
	const { organisationId, eventId } = (changes[0] as OrderChange).scope;
	const scope = { organisationId, eventId };
	const { results, pools, readAtMs } = await services.database.transaction(async (tx) => {
		await takeTurn(tx, scope);
		const { held, elsewhere } = await holdOrders(tx, scope, [
			...new Set(changes.map((change) => change.scope.orderId)),
		]);
		const busySellers = await holdSellers(tx, scope, held, changes);
		/** Why a change cannot be made in this batch. */
		const obstacle = ({ kind, scope: { orderId } }: OrderChange) => {
			const order = held.get(orderId);
			if (!order) return elsewhere.has(orderId) ? again : notFound('Order');
			return kind === 'confirm' && order.boughtFrom.some((id) => busySellers.has(id)) ? again : null;
		};
		const obstacles = changes.map(obstacle);
		if (obstacles.includes(again) && !obstacles.includes(null))
			throw new HeldElsewhere(obstacles as ChangeResult[]);
		const states = [...held.values()];
		const readAtMs = performance.now();
		const book = await openPlaces(tx, scope, [
			...new Set(states.flatMap((order) => order.tickets.map((ticket) => ticket.ticketTypeId))),
		]);
		const groups = await openGroups(tx, scope, [...new Set(states.flatMap(({ groupIds }) => groupIds))]);
		await readBought(tx, scope, held);
		const ended = states.filter(({ status }) => status === 'expired');
		const news: OrderNews[] = [];
		const results = changes.map((change, index): ChangeResult => {
			const found = obstacles[index];
			if (found) return found;
			try {
				const order = held.get(change.scope.orderId) as HeldOrder;
				const applied = applyChange(order, change, groups.mover(book, order.groupIds));
				news.push(...applied.news);
				return applied.isChanged;
			} catch (error) {
				return error as Error;
			}
		});
		// Before its tickets are cancelled, which ends what is for sale.
		await sellListings(tx, scope, listingsOf(news));
		await writeOrders(tx, scope, states);
		await settleRefundRequests(
			tx,
			scope,
			states.filter((order) => order.isPriced && order.tickets.some(isNewlyCancelled)).map(({ id }) => id),
		);
		const given = await postSales(
			tx,
			scope,
			states.filter((order) => order.isPriced && order.isConfirmed).map((order) => order.id),
		);
		await services.facts.publishAll(
			tx,
			[
				...news,
				...given.map((orderId) => ({ name: 'orders.gifts-received' as const, payload: { orderId } })),
			].map((one) => ({ ...scope, ...one })),
			services,
		);
		await groups.write();
		const pools = await book.write();
		// Whoever takes places again takes the use of a code again; the places are held before the code.
		if (ended.some(({ status }) => status === 'pending' || status === 'confirmed')) await useCodesAgain(tx);
		return { results, pools, readAtMs };
	});
	stockStore(services).note(eventId, pools, readAtMs);
	return results;
}

async function useCodesAgain(tx: Tx): Promise<void> {
	try {
		await tx.execute(sql`SET CONSTRAINTS code_uses_follow_orders IMMEDIATE`);
	} catch (error) {
		if (!isCheckViolation(error, 'codes_never_overused') && !isCheckViolation(error, 'codes_never_overspent'))
			throw error;
		throw ruleViolation('hold-ended', message`Your hold expired, and the code of your order is used up.`);
	}
}

/** What was resold. */
const listingsOf = (news: readonly OrderNews[]): string[] =>
	news.flatMap((one) => (one.name === 'orders.resale-changed' ? [one.payload.listingId] : []));

const isNewlyCancelled = ({ isChanged, status }: OrderState['tickets'][number]) =>
	isChanged && status === 'cancelled';

interface Scope {
	organisationId: string;
	eventId: string;
}

/** An order that is held, the orders that resell tickets to it, and the groups that its tickets name. */
type HeldOrder = OrderState & { boughtFrom: string[]; groupIds: string[] };

/** Holds orders with their tickets, but those that somebody else holds: these are `elsewhere`. What is in neither does not exist. */
async function holdOrders(
	tx: Tx,
	scope: Scope,
	ids: string[],
): Promise<{ held: Map<string, HeldOrder>; elsewhere: Set<string> }> {
	const ofEvent = sql`organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}`;
	const { rows: orders } = await tx.execute<{
		id: string;
		status: OrderState['status'];
		isPriced: boolean;
		missing: string | null;
		decision: OrderState['decision'];
		boughtFrom: string[];
	}>(sql`
		SELECT id, status, total_minor > 0 AS "isPriced",
			CASE WHEN total_minor > 0 AND status <> 'confirmed' THEN total_minor - (
				SELECT coalesce(sum(p.captured_minor - p.refunded_minor - p.refunding_minor), 0) FROM payments p
				WHERE p.organisation_id = orders.organisation_id AND p.subject_id = orders.id) END AS missing,
			CASE WHEN total_minor > 0 AND status <> 'confirmed' THEN ARRAY(SELECT DISTINCT r.order_id FROM resale_listings r
				WHERE r.organisation_id = orders.organisation_id AND r.buyer_order_id = orders.id AND r.state = 'listed')
				ELSE '{}' END AS "boughtFrom",
			CASE WHEN approved_at IS NOT NULL THEN 'approved' WHEN decline_message IS NOT NULL THEN 'declined' END AS decision
		FROM orders WHERE ${ofEvent} AND id = ANY(${plainArray(ids)}::uuid[])
		ORDER BY id FOR UPDATE SKIP LOCKED`);
	const held = new Map<string, HeldOrder>(
		orders.map(({ missing, ...row }) => [
			row.id,
			{
				missingMinor: Number(missing ?? 0),
				...{ ...row, tickets: [], bought: [], isConfirmed: false, isCancelled: false, isHeldAgain: false },
				...{ isApproved: false, declineMessage: null, groupIds: [] },
			},
		]),
	);
	const { rows: tickets } = await tx.execute<{
		order_id: string;
		id: string;
		ticket_type_id: string;
		status: OrderState['tickets'][number]['status'];
		is_given_back: boolean;
		is_handed_on: boolean;
		group_id: string | null;
	}>(sql`
		SELECT order_id, id, group_id, ticket_type_id, status, status = 'cancelled' AND cancelled_at IS NOT NULL AS is_given_back,
			holder_version IS NOT NULL AS is_handed_on
		FROM attendees WHERE ${ofEvent} AND order_id = ANY(${plainArray([...held.keys()])}::uuid[])
		ORDER BY id FOR UPDATE`);
	for (const row of tickets) {
		const order = held.get(row.order_id);
		order?.tickets.push({
			id: row.id,
			ticketTypeId: row.ticket_type_id,
			status: row.status,
			isGivenBack: row.is_given_back,
			isHandedOn: row.is_handed_on,
			isChanged: false,
		});
		if (row.group_id !== null && !order?.groupIds.includes(row.group_id)) order?.groupIds.push(row.group_id);
	}
	if (held.size === ids.length) return { held, elsewhere: new Set() };
	const { rows: there } = await tx.execute<{ id: string }>(
		sql`SELECT id FROM orders WHERE ${ofEvent} AND id = ANY(${plainArray(ids)}::uuid[])`,
	);
	return { held, elsewhere: new Set(there.map((row) => row.id)) };
}

/** Holds the orders that resell tickets to those that are to be confirmed. @returns those that somebody else holds */
async function holdSellers(
	tx: Tx,
	scope: Scope,
	held: Map<string, HeldOrder>,
	changes: readonly OrderChange[],
): Promise<Set<string>> {
	const wanted = changes.flatMap(({ kind, scope: { orderId } }) =>
		kind === 'confirm' ? (held.get(orderId)?.boughtFrom ?? []) : [],
	);
	const ids = [...new Set(wanted)].filter((id) => !held.has(id));
	if (ids.length === 0) return new Set();
	const sellers = await holdOrders(tx, scope, ids);
	for (const [id, order] of sellers.held) held.set(id, order);
	return sellers.elsewhere;
}

/** Reads what orders buy of other guests, once the pools are held, and with them every other change of what is for sale. */
async function readBought(tx: Tx, scope: Scope, held: Map<string, HeldOrder>): Promise<void> {
	const ids = [...held.values()].filter(({ boughtFrom }) => boughtFrom.length > 0).map(({ id }) => id);
	if (ids.length === 0) return;
	const { rows } = await tx.execute<{
		id: string;
		buyer_order_id: string;
		order_id: string;
		attendee_id: string;
		is_used: boolean;
	}>(sql`
		SELECT r.id, r.buyer_order_id, r.order_id, r.attendee_id, EXISTS (
			SELECT FROM check_ins c WHERE c.organisation_id = r.organisation_id AND c.event_id = r.event_id
				AND c.attendee_id = r.attendee_id AND c.verdict = 'accepted' AND c.annulled_at IS NULL) AS is_used
		FROM resale_listings r WHERE r.organisation_id = ${scope.organisationId} AND r.event_id = ${scope.eventId}
			AND r.state = 'listed' AND r.buyer_order_id = ANY(${plainArray(ids)}::uuid[])
		ORDER BY r.id FOR UPDATE`);
	for (const row of rows) {
		const order = held.get(row.order_id);
		if (order)
			held.get(row.buyer_order_id)?.bought.push({
				...{ listingId: row.id, attendeeId: row.attendee_id, isUsed: row.is_used, order },
			});
	}
}

async function writeOrders(tx: Tx, scope: Scope, states: OrderState[]): Promise<void> {
	const tickets = states.flatMap((order) => order.tickets.filter((ticket) => ticket.isChanged));
	const orders = states.filter(
		(order) => order.isConfirmed || order.isCancelled || order.isHeldAgain || order.isApproved,
	);
	if (tickets.length === 0 && orders.length === 0) return;
	const ticketIds = sql`${plainArray(tickets.map((one) => one.id))}::uuid[]`;
	const orderIds = sql`${plainArray(orders.map((one) => one.id))}::uuid[]`;
	// Ids are named as arrays too: with statistics of a young table a join alone reads all orders and tickets of the event.
	await tx.execute(sql`
		WITH new_tickets AS (
			UPDATE attendees a SET status = n.status, updated_at = now(), version = version + 1,
				cancelled_at = CASE WHEN n.status = 'cancelled' THEN now() ELSE cancelled_at END
			FROM unnest(${ticketIds}, ${plainArray(tickets.map((one) => one.status))}::text[]) AS n(id, status)
			WHERE a.organisation_id = ${scope.organisationId} AND a.event_id = ${scope.eventId}
				AND a.id = ANY(${ticketIds}) AND a.id = n.id
		)
		UPDATE orders o SET status = n.status, updated_at = now(),
			expires_at = CASE WHEN n.status <> 'pending' THEN NULL
				WHEN n.is_approved THEN greatest(now() + interval '30 minutes', least(now() + interval '${sql.raw(String(APPROVED_HOURS))} hours',
					(SELECT ends_at FROM events WHERE organisation_id = ${scope.organisationId} AND id = ${scope.eventId})))
				ELSE now() + interval '${sql.raw(String(HOLD_MINUTES))} minutes' END,
			approved_at = CASE WHEN n.is_approved THEN now() ELSE o.approved_at END,
			decline_message = coalesce(n.decline_message, o.decline_message),
			-- Held again, its way to pay is chosen again.
			terms = CASE WHEN n.status <> 'pending' THEN terms END,
			held_from = NULL, must_confirm_address = NULL,
			confirmed_at = CASE WHEN n.is_confirmed THEN now() ELSE confirmed_at END,
			cancelled_at = CASE WHEN n.is_cancelled THEN now() ELSE cancelled_at END
		FROM unnest(${orderIds}, ${plainArray(orders.map((one) => one.status))}::text[],
			${plainArray(orders.map((one) => one.isConfirmed))}::bool[], ${plainArray(orders.map((one) => one.isCancelled))}::bool[],
			${plainArray(orders.map((one) => one.isApproved))}::bool[], ${textArray(orders.map((one) => one.declineMessage))}::text[])
			AS n(id, status, is_confirmed, is_cancelled, is_approved, decline_message)
		WHERE o.organisation_id = ${scope.organisationId} AND o.event_id = ${scope.eventId}
			AND o.id = ANY(${orderIds}) AND o.id = n.id`);
}
