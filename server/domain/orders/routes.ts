import { emailNote } from '#server/http/email-note.ts';
import { handle, type Route } from '#server/http/handler.ts';
import * as attendees from '#shared/contracts/attendees.ts';
import * as managedOrders from '#shared/contracts/managed-orders.ts';
import * as orderPayments from '#shared/contracts/order-payments.ts';
import * as contracts from '#shared/contracts/orders.ts';
import * as organiserOrders from '#shared/contracts/organiser-orders.ts';
import { fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { refuseStale } from '../accounts/sessions.ts';
import { getWholeEvent } from '../events/queries.ts';
import { showRefundCard } from '../gift-cards/refund-as-card.ts';
import { awaitPayment } from '../payments/await-payment.ts';
import { refuseFutureDay } from '../payments/booked-day.ts';
import { findOpenOffer } from '../waitlist/rows.ts';
import { getEntryOfToken } from '../waitlist/tokens.ts';
import { approveOrder, declineOrder } from './approval/decide.ts';
import { getAttendee } from './attendee-record.ts';
import { buyerRoutes } from './buyer-routes.ts';
import { calendarAnswer, orderCalendar } from './calendar.ts';
import { addAttendee } from './commands/add-attendee.ts';
import { cancelOrder, releaseHold } from './commands/cancel-order.ts';
import { confirmAddress } from './commands/confirm-address.ts';
import { confirmOrder } from './commands/confirm-order.ts';
import { editAttendee } from './commands/edit-attendee.ts';
import { eraseGuest, previewErasure } from './commands/erase-guest.ts';
import { extendHold, holdAgain } from './commands/extend-hold.ts';
import { markOrderPaid } from './commands/mark-order-paid.ts';
import { payOrder } from './commands/pay-order.ts';
import { manageTokenOf, placeOrder } from './commands/place-order.ts';
import { refundOrder, requireFresh } from './commands/refund-order.ts';
import { remindOrder } from './commands/remind-order.ts';
import { requestConfirmation } from './commands/request-confirmation.ts';
import { orderDocumentRoutes } from './documents/routes.ts';
import { isOver } from './event-end.ts';
import { getEventRevenue, listEventsWithRefundsDue } from './event-money.ts';
import { removeGiftCard } from './gift-cards/remove-gift-card.ts';
import { groupRoutes } from './groups/routes.ts';
import { orderChangeRoutes } from './order-changes/routes.ts';
import { mergeItems } from './order-items.ts';
import { listOrders } from './order-list.ts';
import { getOrder } from './order-record.ts';
import { organiserRoutes } from './organiser-routes.ts';
import { owedRefundRoutes } from './owed-refunds/routes.ts';
import { getManagedOrderView, getOrderDetail, paidOrder } from './paid-order.ts';
import { isHandedOn } from './present.ts';
import { cancelByBuyer } from './refund-requests/cancel-by-buyer.ts';
import { refundRequestRoutes } from './refund-requests/routes.ts';
import { quoteCart } from './sale/quote-cart.ts';
import { sellingEvent } from './selling-event.ts';
import { transferRoutes } from './transfers/routes.ts';
import { handedOn } from './transfers/rows.ts';

export const orderRoutes: Route[] = [
	handle(contracts.placeOrder, async ({ params, body, context }, services) => {
		const offer =
			body.offerToken === undefined ? undefined : await getEntryOfToken(services, body.offerToken);
		const { organisationId, eventId } = await sellingEvent(services, params.event, context, { offer });
		const { idempotencyKey } = context;
		const { address } = context;
		const input = { organisationId, eventId, ...body, offer, idempotencyKey, address };
		const placed = await placeOrder(services, input);
		if (placed.totalMinor === 0 || placed.status === 'awaiting_approval' || body.quoteHash !== undefined)
			return placed;
		const order = { organisationId, eventId, orderId: placed.id };
		const { quoteHash, lines, paymentMethods } = await getManagedOrderView(services, order);
		return { ...placed, quote: { hash: quoteHash ?? '', lines, paymentMethods } };
	}),
	handle(contracts.quoteCart, async ({ params, body, context }, services) => {
		const entry =
			body.offerToken === undefined ? undefined : await getEntryOfToken(services, body.offerToken);
		const stock = await sellingEvent(services, params.event, context, { offer: entry });
		const offer = entry && ((await findOpenOffer(services.database.db, entry)) ?? null);
		if (body.items.length === 0 && !body.gift) throw fieldError('items', message`Choose a ticket.`);
		return quoteCart(services, stock, { ...body, offer, items: mergeItems(body.items) });
	}),
	handle(orderPayments.payOrder, async ({ order, body, context }, services) => {
		const input = { ...body, idempotencyKey: context.needKey(), address: context.address };
		const { payment, event } = await payOrder(services, order, input);
		return paidOrder(services, order, payment, event);
	}),
	handle(orderPayments.removeGiftCard, async ({ params, order }, services) => {
		await removeGiftCard(services, { ...order, paymentId: params.payment });
		return getManagedOrderView(services, order);
	}),
	handle(orderPayments.showRefundCard, ({ params, order }, services) =>
		showRefundCard(services, { ...order, giftCardId: params.card }),
	),
	handle(orderPayments.getOrderPayment, async ({ params, order, query, context }, services) => {
		const scope = { organisationId: order.organisationId, paymentId: params.payment };
		const payment = await awaitPayment(services, scope, (query.wait ?? 0) * 1_000, context.signal);
		if (payment.subjectId !== order.orderId) throw notFound('Payment');
		return paidOrder(services, order, payment);
	}),
	handle(organiserOrders.getOrderDetail, ({ params, scope }, services) =>
		getOrderDetail(services, { ...scope, orderId: params.order }),
	),
	handle(organiserOrders.markOrderPaid, async ({ params, scope, body, caller }, services) => {
		const order = { ...scope, orderId: params.order };
		if (body.receivedOn) refuseFutureDay('receivedOn', body.receivedOn, services.clock.now());
		await markOrderPaid(services, order, { ...body, userId: caller.userId });
		return getOrderDetail(services, order);
	}),
	handle(organiserOrders.remindOrder, async ({ params, scope }, services) => {
		const order = { ...scope, orderId: params.order };
		await remindOrder(services, order);
		return getOrderDetail(services, order);
	}),
	handle(organiserOrders.approveOrder, async ({ params, scope }, services) => {
		const order = { ...scope, orderId: params.order };
		await approveOrder(services, order);
		return getOrderDetail(services, order);
	}),
	handle(organiserOrders.declineOrder, async ({ params, scope, body }, services) => {
		const order = { ...scope, orderId: params.order };
		await declineOrder(services, order, body?.message ?? '');
		return getOrderDetail(services, order);
	}),
	handle(organiserOrders.cancelOrder, async ({ params, scope, body }, services) => {
		const order = { ...scope, orderId: params.order };
		await cancelOrder(services, order, { notify: body?.notify ?? true, notifiesAttendee: true });
		return getOrderDetail(services, order);
	}),
	handle(organiserOrders.refundOrder, async ({ params, scope, body, caller }, services) => {
		const order = { ...scope, orderId: params.order };
		await refundOrder(services, order, {
			...body,
			userId: caller.userId,
			requireAmount: requireFresh(services, caller),
		});
		return getOrderDetail(services, order);
	}),
	handle(managedOrders.getManagedOrder, ({ order }, services) => getManagedOrderView(services, order)),
	handle(managedOrders.confirmOrder, async ({ order }, services) => {
		await confirmOrder(services, order);
		return getManagedOrderView(services, order);
	}),
	handle(managedOrders.confirmOrderAddress, async ({ order, body }, services) => {
		await confirmAddress(services, order, body.proof);
		return getManagedOrderView(services, order);
	}),
	handle(managedOrders.extendHold, async ({ order }, services) => {
		await extendHold(services, order);
		return getManagedOrderView(services, order);
	}),
	handle(managedOrders.holdOrderAgain, async ({ order }, services) => {
		await holdAgain(services, order);
		return getManagedOrderView(services, order);
	}),
	handle(managedOrders.deleteOrderHold, async ({ order }, services) => {
		await releaseHold(services, order);
		return undefined;
	}),
	handle(managedOrders.cancelManagedOrder, async ({ order, body, context }, services) => {
		const [event, { totalMinor, status, confirmedAt, attendees: tickets }] = await Promise.all([
			getWholeEvent(services, order),
			getOrder(services, order),
		]);
		if (isOver(event, services.clock.now()))
			throw ruleViolation('event-ended', message`This event is over. Tickets can no longer be cancelled.`);
		const {
			attendeeId,
			attendeeIds = attendeeId ? [attendeeId] : undefined,
			refundMinor,
			refundTo,
		} = body ?? {};
		if (totalMinor > 0 && confirmedAt !== null && status !== 'pending') {
			// Money may go back.
			context.needKey();
			await cancelByBuyer(services, order, { attendeeIds, refundMinor, refundTo });
		} else if (!attendeeIds) await cancelOrder(services, order, { notify: true, isByBuyer: true });
		else {
			// Nothing is cancelled where one of them cannot be.
			if (tickets.some((one) => isHandedOn(one) && one.status === 'active' && attendeeIds.includes(one.id)))
				throw handedOn();
			for (const attendeeId of attendeeIds)
				await cancelOrder(services, order, { attendeeId, notify: true, isByBuyer: true });
		}
		return getManagedOrderView(services, order, event);
	}),
	handle(managedOrders.resendManagedOrder, async ({ order, body, context }, services) => {
		await requestConfirmation(services, order, { email: body?.email });
		return {
			message: emailNote(services, context),
			manageToken: manageTokenOf(services, await getOrder(services, order)),
		};
	}),
	handle(managedOrders.updateManagedAttendee, async ({ params, order, body }, services) => {
		await editAttendee(services, { ...order, attendeeId: params.attendee }, body, { orderId: order.orderId });
		return getManagedOrderView(services, order);
	}),
	handle(managedOrders.getOrderCalendar, async ({ order }, services) => {
		const [record, event] = await Promise.all([getOrder(services, order), getWholeEvent(services, order)]);
		return calendarAnswer(event, orderCalendar(services, record, event));
	}),
	handle(organiserOrders.getEventRevenue, ({ scope }, services) => getEventRevenue(services, scope)),
	handle(organiserOrders.listEventsWithRefundsDue, async ({ scope }, services) => ({
		data: await listEventsWithRefundsDue(services, scope),
	})),
	handle(organiserOrders.listOrders, ({ scope, query }, services) => listOrders(services, scope, query)),
	handle(attendees.addAttendee, async ({ scope, body, caller }, services) => {
		const attendeeId = await addAttendee(services, { ...scope, userId: caller.userId, ...body });
		return getAttendee(services.database.db, { ...scope, attendeeId });
	}),
	handle(attendees.updateAttendee, async ({ params, scope, body, context }, services) => {
		const attendee = { ...scope, attendeeId: params.attendee };
		await editAttendee(services, attendee, body, { ifMatch: context.ifMatch });
		return getAttendee(services.database.db, attendee);
	}),
	handle(attendees.cancelAttendee, async ({ params, scope, body }, services) => {
		const attendee = { ...scope, attendeeId: params.attendee };
		const { orderId } = await getAttendee(services.database.db, attendee);
		await cancelOrder(
			services,
			{ ...scope, orderId },
			{ attendeeId: params.attendee, notify: body?.notify ?? true, notifiesAttendee: true },
		);
		return getAttendee(services.database.db, attendee);
	}),
	handle(attendees.resendAttendee, async ({ params, scope, context }, services) => {
		const { id, orderId } = await getAttendee(services.database.db, {
			...scope,
			attendeeId: params.attendee,
		});
		await requestConfirmation(services, { ...scope, orderId }, { attendeeId: id });
		return { message: emailNote(services, context) };
	}),
	handle(attendees.getAttendeeErasure, async ({ params, scope, query, context }, services) => {
		const preview = await previewErasure(services, { ...scope, attendeeId: params.attendee }, query);
		const sentence = preview.blocker?.messages.userMessage;
		return { ...preview, blocker: sentence ? context.translate(sentence) : null };
	}),
	handle(attendees.eraseAttendee, async ({ params, scope, body, caller }, services) => {
		refuseStale(caller, services.clock.now());
		const attendee = { ...scope, attendeeId: params.attendee };
		await eraseGuest(services, attendee, { withBuyer: body?.withBuyer ?? false });
		return getAttendee(services.database.db, attendee);
	}),
	...organiserRoutes,
	...owedRefundRoutes,
	...refundRequestRoutes,
	...orderChangeRoutes,
	...orderDocumentRoutes,
	...transferRoutes,
	...groupRoutes,
	...buyerRoutes,
];
