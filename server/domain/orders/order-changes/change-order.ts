import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { findOpenGroups } from '#server/domain/groups/queries.ts';
import { takeTurn } from '#server/domain/tickets/place-locks.ts';
import { openPlaces } from '#server/domain/tickets/places.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { WantedChange } from '#shared/rules/order-changes.ts';
import type { RefundTarget } from '#shared/rules/payment-states.ts';
import { type RefundInput, refuseLargeRefund } from '../commands/refund-order.ts';
import { holdMoney } from '../documents/with-order.ts';
import { getOrder, lockOrder, type OrderRecord, type OrderScope } from '../order-record.ts';
import { groupIdsOf, ticketsOfChange, writeChange } from './apply-change.ts';
import { nextLine } from './change-lines.ts';
import { type ChangeAuthor, readTickets } from './obstacles.ts';
import {
	type Changeable,
	type DifferenceTerms,
	MOST_CHANGES,
	type PlannedChange,
	planChange,
	readChangeable,
} from './plan-change.ts';
import {
	countChanges,
	endReservations,
	insertChange,
	lockChange,
	type NewChange,
	type OrderChangeRow,
	readReserved,
	writeState,
} from './rows.ts';

/** The member who makes a change in place of the buyer. */
export interface ChangingMember {
	userId: string;
	terms: DifferenceTerms;
	/** Refuses to refund what the member may not. */
	requireAmount: RefundInput['requireAmount'];
}

const authorOf = (userId: string | null | undefined): ChangeAuthor => (userId ? 'organiser' : 'buyer');

/** The current quote of a change. Nothing is held. @param terms of a member; without them the buyer asks */
export async function quoteOrderChange(
	services: Services,
	scope: OrderScope,
	wanted: WantedChange,
	terms?: DifferenceTerms,
): Promise<PlannedChange & { currency: string }> {
	const author = terms ? 'organiser' : 'buyer';
	const changeable = await readChangeable(services, services.database.db, scope, author);
	return { ...planChange(changeable, wanted, terms), currency: changeable.order.currency };
}

/**
 * Changes the tickets of an order for its buyer, or for a member: at once where nothing is to be paid, else its places are held until it is paid. In one
 * transaction, which holds the money of the order, the turn of the event and its pools: refunds, cancellations and other changes wait, and
 * find what it left.
 * @param member without it, the buyer changes them
 * @throws `price-changed` where it comes to something else than the buyer saw; `sold-out`, `too-many-changes`, `gift-cards-not-offered`, and what `planChange` throws
 */
export async function changeOrderTickets(
	services: Services,
	scope: OrderScope,
	{ hash, refundTo, ...wanted }: WantedChange & { hash: string; refundTo?: RefundTarget | undefined },
	member?: ChangingMember,
): Promise<void> {
	await services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		await unit.transaction(async (tx) => {
			await holdMoney(tx, scope);
			await takeTurn(tx, scope);
			if (!member && (await countChanges(tx, scope)) >= MOST_CHANGES)
				throw ruleViolation(
					'too-many-changes',
					message`This order was changed too often. Contact the organiser.`,
				);
			const changeable = await readChangeable(inUnit, tx, scope, authorOf(member?.userId));
			const plan = planChange(changeable, wanted, member?.terms);
			const { currency } = changeable.order;
			if (plan.hash !== hash) {
				const { differenceMinor, hash: now } = plan;
				throw ruleViolation('price-changed', message`The price has changed. Check it and try again.`, {
					...{ differenceMinor, currency, hash: now },
				});
			}
			const made = { wanted, plan, madeBy: member?.userId ?? null };
			if (plan.differenceMinor > 0) {
				await waitForPayment(inUnit, tx, scope, {
					...made,
					event: changeable.event,
					order: changeable.order,
				});
				return;
			}
			if (member && plan.differenceMinor < 0)
				await refuseLargeRefund(tx, scope, {
					...member,
					...{ amountMinor: -plan.differenceMinor, currency },
				});
			const change = await insertChange(tx, scope, { ...made, reserved: null });
			const { swapped, added } = plan;
			await writeChange(inUnit, tx, changeable.order, { change, swapped, added, reserved: [], refundTo });
		});
	});
}

/** Holds what a change takes more than it gives back, until it is paid. @throws `sold-out` */
async function waitForPayment(
	services: Services,
	tx: Tx,
	scope: OrderScope,
	{ event, order, ...made }: Omit<NewChange, 'reserved'> & Pick<Changeable, 'event' | 'order'>,
): Promise<void> {
	const { plan } = made;
	const types = [...plan.back, ...plan.taken].map(({ ticketTypeId }) => ticketTypeId);
	const book = await openPlaces(tx, scope, [...new Set(types)]);
	// What an open group gets back makes no room for what is taken.
	const hasOpenGroups = (await findOpenGroups(tx, scope, groupIdsOf(order))).size > 0;
	const reserved = book.demandOf(hasOpenGroups ? plan.taken : [...plan.back, ...plan.taken]);
	if (!book.reserve(reserved))
		throw ruleViolation('sold-out', message`These tickets are sold out. Nothing was changed.`);
	const { id: changeId } = await insertChange(tx, scope, { ...made, reserved, startsAt: event.startsAt });
	await book.write();
	stockStore(services).forget(scope.eventId);
	if (made.madeBy === null) return;
	const { organisationId, eventId, orderId } = scope;
	const payload = { orderId, changeId };
	await services.facts.publish(
		tx,
		{ name: 'orders.change-to-pay', organisationId, eventId, payload },
		services,
	);
}

/**
 * Applies a paid change. If its spots were released in the meantime, they are taken again if available.
 * @returns false if it is already applied
 * @throws AppError with the reason why it can’t be applied; the payment is then refunded
 */
export async function applyPaidChange(
	services: Services,
	scope: OrderScope,
	changeId: string,
): Promise<boolean> {
	return services.database.transaction(async (tx) => {
		await lockOrder(tx, scope);
		await takeTurn(tx, scope);
		const change = await lockChange(tx, scope, changeId);
		if (!change) throw notFound('Change');
		if (change.state === 'applied') return false;
		const order = await getOrder(services, scope);
		const { swapped, added } = ticketsOfChange(change);
		const refused = () =>
			ruleViolation('hold-ended', message`Your order was changed meanwhile. Nothing was changed.`);
		const isGivenUp = change.state === 'withdrawn' || change.state === 'returned';
		// What was sold or taken back since has the numbers that the lines of the change were to have.
		const first = change.lines[0]?.line ?? 0;
		if (isGivenUp || order.status !== 'confirmed' || nextLine(order.lines) !== first) throw refused();
		const changeable = await readStates(services, tx, order, authorOf(change.madeBy));
		if (swapped.some(({ attendeeId }) => changeable.get(attendeeId) !== null)) throw refused();
		const reserved = await readReserved(tx, change);
		await writeChange(services, tx, order, { change, swapped, added, reserved });
		await endReservations(tx, change, 'used');
		await writeState(tx, change, 'applied');
		return true;
	});
}

/** Why a ticket of an order cannot be changed any more, by its id; null: it can. */
async function readStates(services: Services, tx: Tx, order: OrderRecord, author: ChangeAuthor) {
	const stock = await stockStore(services).get(order.eventId, 1_000);
	if (!stock) throw notFound('Event');
	return new Map((await readTickets(tx, order, stock, author)).map((one) => [one.attendeeId, one.obstacle]));
}

/** How a change that waits for its payment ends without it. Its places go back. @returns false: it does not wait any more */
export async function endChange(
	services: Services,
	scope: OrderScope,
	changeId: string,
	state: 'lapsed' | 'withdrawn' | 'returned',
): Promise<boolean> {
	const isEnded = await services.database.transaction(async (tx) => {
		await lockOrder(tx, scope);
		await takeTurn(tx, scope);
		const change = await lockChange(tx, scope, changeId);
		if (!change) throw notFound('Change');
		const isDue =
			change.state === 'awaiting_payment' && (state !== 'lapsed' || (await isOverdue(tx, change)));
		if (!isDue && !(state === 'returned' && change.state !== 'applied')) return false;
		if (state === 'withdrawn' && (await isBeingPaid(tx, scope)))
			throw new AppError('BUSINESS_RULE_VIOLATION', {
				status: 409,
				userMessage: message`A payment for this order is already in progress.`,
				metadata: { rule: 'payment-in-progress' },
			});
		const reserved = await readReserved(tx, change);
		const book = await openPlaces(
			tx,
			scope,
			[],
			reserved.map(({ poolId }) => poolId),
		);
		book.reserve(reserved.map(({ poolId, places }) => ({ poolId, places: -places })));
		await book.write();
		await endReservations(tx, change, 'released');
		await writeState(tx, change, state);
		return true;
	});
	stockStore(services).forget(scope.eventId);
	return isEnded;
}

async function isOverdue(tx: Tx, { organisationId, id }: OrderChangeRow): Promise<boolean> {
	const { rows } = await tx.execute<{ is_over: boolean }>(
		sql`SELECT expires_at <= now() AS is_over FROM order_changes WHERE organisation_id = ${organisationId} AND id = ${id}`,
	);
	return rows[0]?.is_over ?? false;
}

async function isBeingPaid(tx: Tx, { organisationId, orderId }: OrderScope): Promise<boolean> {
	const { rows } = await tx.execute<{ one: number }>(sql`
		SELECT 1 AS one FROM payments WHERE organisation_id = ${organisationId} AND subject_id = ${orderId}
			AND gateway IS NOT NULL AND state IN ('created', 'processing') LIMIT 1`);
	return rows.length > 0;
}

const name = 'orders.lapse-changes';
const perRound = 100;

/** Expires changes that were not paid in time and releases their spots. */
export const changePoller = createFairPoller<OrderScope & { changeId: string }>({
	name,
	idleMs: 5_000,
	...findDue<OrderScope & { changeId: string }>(
		'orders.find-due-changes',
		`SELECT organisation_id AS "organisationId", event_id AS "eventId", order_id AS "orderId", id AS "changeId"
				FROM order_changes WHERE state = 'awaiting_payment' AND expires_at <= now()
					AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'id')}
				ORDER BY expires_at LIMIT ${perRound}`,
	),
	keyOf: ({ changeId }) => changeId,
	atOnce: 1,
	async run(services, [{ changeId, ...order }]) {
		return (await endChange(services, order, changeId, 'lapsed')) ? 1 : 0;
	},
});

/** Ends all changes whose time is over. @returns how many */
export const lapseChanges = runDue(changePoller);
