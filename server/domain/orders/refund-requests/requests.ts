import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Tx } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { refundRequests } from '#server/db/tables/orders.ts';
import type { Services } from '#server/services.ts';
import { fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import type { RefundRequestState } from '#shared/rules/refund-policy.ts';
import { type RefundInput, refundOrder } from '../commands/refund-order.ts';
import { holdMoney } from '../documents/with-order.ts';
import { getOrder, type OrderScope } from '../order-record.ts';
import { readCancellation } from './cancellation.ts';
import { findRefundRequestById, ofOrder } from './rows.ts';

/** Which request of which order. */
export interface RequestScope extends OrderScope {
	requestId: string;
}

/** Requests of one order, those that were withdrawn or declined among them. */
const mostRequests = 5;

/** Runs work on an order’s refund requests one at a time: its money is locked, as refunds lock it. */
function withMoneyHeld<T>(
	services: Services,
	scope: OrderScope,
	work: (inUnit: Services, unit: Database) => Promise<T>,
): Promise<T> {
	return services.database.unitOfWork(async (unit) => {
		await unit.transaction((tx) => holdMoney(tx, scope));
		return work({ ...services, database: unit }, unit);
	});
}

/**
 * Asks the organiser to cancel and refund tickets, which stay valid until that is decided.
 * @throws `refund-at-once`: the policy decides, so that the buyer can cancel; `refund-requested`: one is open; `too-many-refund-requests`;
 *   `nothing-to-refund`; `event-ended`
 */
export async function createRefundRequest(
	services: Services,
	scope: OrderScope,
	wanted: { attendeeIds?: readonly string[] | undefined; reason: string },
): Promise<void> {
	const id = newId();
	try {
		await withMoneyHeld(services, scope, async (inUnit, unit) => {
			const { way, attendeeIds, priceMinor, said } = await readCancellation(
				inUnit,
				scope,
				wanted.attendeeIds,
			);
			if (way === 'refund')
				throw ruleViolation(
					'refund-at-once',
					message`You don’t need to ask: cancel the tickets, and the money is refunded.`,
				);
			if (way === 'cancel')
				throw ruleViolation('nothing-to-refund', message`There is nothing left to refund.`);
			const [made] = await unit.db.select({ count: count() }).from(refundRequests).where(ofOrder(scope));
			if (made && made.count >= mostRequests)
				throw ruleViolation(
					'too-many-refund-requests',
					message`You have asked several times already. Contact the organiser instead.`,
				);
			await unit.transaction(async (tx) => {
				const { organisationId, eventId, orderId } = scope;
				await tx.insert(refundRequests).values({
					...{ id, organisationId, eventId, orderId, reason: wanted.reason },
					...{ attendeeIds, wantedMinor: priceMinor, policy: said },
				});
				await publishState(inUnit, tx, { ...scope, requestId: id }, 'open');
			});
		});
	} catch (error) {
		if (!isUniqueViolation(error, 'refund_requests_open_unique')) throw error;
		throw ruleViolation(
			'refund-requested',
			message`You have asked for a refund already. Cancel that request to send another.`,
		);
	}
}

/** Takes an open request back. @throws not-found, `refund-request-decided` */
export const withdrawRefundRequest = (services: Services, scope: RequestScope): Promise<void> =>
	withMoneyHeld(services, scope, (inUnit) => close(inUnit, scope, { state: 'withdrawn' }));

/** Declines an open request, with words for the buyer. @throws not-found, `refund-request-decided` */
export const declineRefundRequest = (
	services: Services,
	scope: RequestScope,
	how: { answer: string; userId: string },
): Promise<void> =>
	withMoneyHeld(services, scope, (inUnit) =>
		close(inUnit, scope, { state: 'declined', answer: how.answer, decidedBy: how.userId }),
	);

/**
 * Grants an open request: cancels those of its tickets that are still valid, and refunds them, all or nothing.
 * @throws not-found, `refund-request-decided`; VALIDATION_FAILED: more than the tickets cost; what `refundOrder` throws
 */
export const approveRefundRequest = (
	services: Services,
	scope: RequestScope,
	how: Pick<RefundInput, 'amountMinor' | 'requireAmount'> & { answer: string; userId: string },
): Promise<void> =>
	withMoneyHeld(services, scope, async (inUnit, unit) => {
		const request = await findRefundRequestById(unit.db, scope, scope.requestId);
		if (!request) throw notFound('Refund request');
		if (request.state !== 'open') throw decided();
		if (how.amountMinor !== undefined && how.amountMinor > request.wantedMinor)
			throw fieldError('amountMinor', message`This is more than the tickets cost.`);
		const order = await getOrder(inUnit, scope);
		const attendeeIds = order.attendees
			.filter(({ id, status }) => status === 'active' && request.attendeeIds.includes(id))
			.map(({ id }) => id);
		await refundOrder(inUnit, scope, {
			attendeeIds,
			amountMinor: how.amountMinor,
			requireAmount: how.requireAmount,
			reason: how.answer,
			isCancelling: true,
			userId: how.userId,
		});
		// Written last: cancelling the tickets settles the request, and holds it after the order.
		await close(inUnit, scope, { state: 'approved', answer: how.answer, decidedBy: how.userId }, [
			'open',
			'settled',
		]);
	});

const ofRequest = (scope: RequestScope) => and(ofOrder(scope), eq(refundRequests.id, scope.requestId));

const decided = () =>
	ruleViolation('refund-request-decided', message`This request has already been decided or cancelled.`);

/** Ends a request that is in one of some states. @throws not-found, `refund-request-decided` */
function close(
	services: Services,
	scope: RequestScope,
	how: { state: RefundRequestState; answer?: string; decidedBy?: string },
	before: RefundRequestState[] = ['open'],
): Promise<void> {
	return services.database.transaction(async (tx) => {
		const [closed] = await tx
			.update(refundRequests)
			.set({ ...how, decidedAt: sql`now()` })
			.where(and(ofRequest(scope), inArray(refundRequests.state, before)))
			.returning({ id: refundRequests.id });
		if (closed) return publishState(services, tx, scope, how.state);
		const [found] = await tx.select({ id: refundRequests.id }).from(refundRequests).where(ofRequest(scope));
		throw found ? decided() : notFound('Refund request');
	});
}

function publishState(
	services: Services,
	tx: Tx,
	{ organisationId, eventId, orderId, requestId }: RequestScope,
	state: RefundRequestState,
): Promise<void> {
	const payload = { orderId, requestId, state };
	const name = 'orders.refund-request-changed' as const;
	return services.facts.publish(tx, { name, organisationId, eventId, payload }, services);
}
