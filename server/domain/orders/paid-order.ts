import { and, eq, sql } from 'drizzle-orm';
import { orders } from '#server/db/tables/orders.ts';
import type { Services } from '#server/services.ts';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';
import { emailKey } from '../accounts/email-identity.ts';
import { isOfEvent } from '../event-scope.ts';
import type { EventWithOrganiser } from '../events/event-rows.ts';
import { getWholeEvent } from '../events/queries.ts';
import { paidByTestCard } from '../gift-cards/test-cards.ts';
import { getGroup } from '../groups/rows.ts';
import { groupTokenOf } from '../groups/tokens.ts';
import {
	nextActionOf,
	type PaymentRow,
	presentPayment,
	type ShownPayment,
} from '../payments/payment-record.ts';
import { readMoney } from '../payments/queries.ts';
import { canRefundToGiftCard } from './commands/request-refunds.ts';
import { transferReference } from './order-code.ts';
import { getOrder, type OrderRecord, type OrderScope } from './order-record.ts';
import { getPaymentView } from './payment-view.ts';
import { canShare, presentChange, presentManagedOrder, presentOrder } from './present.ts';
import { presentOtherDates } from './series/present.ts';
import { readTicketRefunds } from './ticket-refunds.ts';

/** The order as its buyer sees it now. @param known its event, when it was read just now */
export async function getManagedOrderView(
	services: Services,
	scope: OrderScope,
	known?: EventWithOrganiser,
): Promise<ManagedOrder> {
	const [order, event] = await Promise.all([
		getOrder(services, scope),
		known ?? getWholeEvent(services, scope),
	]);
	const payment = await getPaymentView(services, order, event);
	const managed = presentManagedOrder(order, event, {
		...{ now: services.clock.now(), payment },
		groupTokenOf: (group) => groupTokenOf(services, group),
	});
	const otherDates = event.seriesId === null ? undefined : await presentOtherDates(services, order);
	return otherDates ? { ...managed, otherDates } : managed;
}

/** An order with what has become of a payment, for its buyer. @param known its event, when it was read just now */
export async function paidOrder(
	services: Services,
	scope: OrderScope,
	payment: PaymentRow | null,
	known?: EventWithOrganiser,
) {
	const managed = await getManagedOrderView(services, scope, known);
	if (!payment) return { payment: null, nextAction: null, order: managed };
	return { payment: presentPayment(payment), nextAction: nextActionOf(payment), order: managed };
}

/** An order as the organiser sees it, with its lines, payments and refunds. */
export async function getOrderDetail(services: Services, scope: OrderScope): Promise<OrderDetail> {
	const [order, event, { payments: rows }, ticketRefunds, [came]] = await Promise.all([
		getOrder(services, scope),
		getWholeEvent(services, scope),
		readMoney(services, { organisationId: scope.organisationId, subjectId: scope.orderId }),
		readTicketRefunds(services.database.db, scope),
		services.database.db
			.select({ source: orders.source })
			.from(orders)
			.where(and(isOfEvent(orders, scope), eq(orders.id, scope.orderId))),
	]);
	const { refunds, dueMinor, refundRequest } = await getPaymentView(services, order, event);
	const sum = (of: (row: ShownPayment) => number) => rows.reduce((total, row) => total + of(row), 0);
	const refundedMinor = sum((row) => row.refundedMinor);
	const refundingMinor = sum((row) => row.refundingMinor);
	const paidMinor = sum((row) => row.capturedMinor) - refundedMinor;
	return {
		...presentOrder(order),
		source: came?.source ?? 'web',
		lines: order.lines,
		discount: order.discount,
		payments: rows.map((row) => ({ ...presentPayment(row), note: row.note })),
		refunds,
		refundRequest,
		change: presentChange(order),
		terms: order.terms,
		dueMinor,
		paidMinor,
		refundedMinor,
		refundingMinor,
		toSendMinor: sum((row) => (row.gateway === null ? row.refundingMinor : 0)),
		ticketRefunds,
		refundableMinor: paidMinor - refundingMinor - sum((row) => row.contestedMinor),
		canRefundToGiftCard: await canRefundToGiftCard(services.database.db, order),
		isTest:
			rows.some((row) => row.gateway === 'test') ||
			(await paidByTestCard(services.database.db, scope.organisationId, rows)),
		approvedAt: order.approvedAt?.toISOString() ?? null,
		declineMessage: order.declineMessage,
		resales: order.attendees.flatMap(({ id: attendeeId, resale }) =>
			resale
				? [
						{
							attendeeId,
							...{ state: resale.state, priceMinor: resale.priceMinor, buyerOrderId: resale.buyerOrderId },
						},
					]
				: [],
		),
		boughtFrom: order.boughtFrom,
		group: await groupOf(services, order),
		canShare: canShare(order, event, services.clock.now()),
		emailBounces: await emailBounces(services, order),
		reference: order.totalMinor > 0 ? transferReference(event.code, order.code) : null,
	};
}

/** Whether emails to the buyer bounce: read by SQL, since notifications come after orders. */
async function emailBounces(
	{ database }: Services,
	{ organisationId, buyer }: OrderRecord,
): Promise<boolean> {
	if (buyer.email === '') return false;
	const { rows } = await database.db.execute<{ bounces: boolean }>(sql`
		SELECT EXISTS (SELECT FROM mail_suppressions WHERE email_hash = sha256(convert_to(${emailKey(buyer.email)}, 'UTF8'))
			AND (organisation_id IS NULL OR organisation_id = ${organisationId}) AND reason = 'bounced'
			AND (until IS NULL OR until > now())) AS bounces`);
	return rows[0]?.bounces ?? false;
}

/** The group of an order, or of a guest who ordered a place of one; also of one that has ended. */
async function groupOf(services: Services, order: OrderRecord): Promise<OrderDetail['group']> {
	const groupId = order.attendees.find((one) => one.groupId !== null)?.groupId;
	if (!groupId) return null;
	const { organisationId, eventId } = order;
	const { id, name } = await getGroup(services.database.db, { organisationId, eventId, groupId });
	return { id, name };
}
