import type { ManagedOrder, Order } from '#shared/contracts/orders.ts';
import { decideRefund } from '#shared/rules/refund-policy.ts';
import { presentCover, themeHueOf } from '../events/cover-of.ts';
import type { EventWithOrganiser } from '../events/event-rows.ts';
import { isOver } from './event-end.ts';
import { orderObstacle } from './order-changes/obstacles.ts';
import type { OrderRecord } from './order-record.ts';
import type { PaymentView } from './payment-view.ts';

/** An order as its buyer sees it. Codes are told only of tickets that let somebody in. */
export function presentOrder(order: OrderRecord): Order {
	return {
		id: order.id,
		code: order.code,
		status: order.status,
		eventId: order.eventId,
		buyer: { name: order.buyer.name, email: order.buyer.email },
		totalMinor: order.totalMinor,
		currency: order.currency,
		expiresAt: order.status === 'pending' ? (order.expiresAt?.toISOString() ?? null) : null,
		createdAt: order.createdAt.toISOString(),
		attendees: order.attendees.map((attendee) => ({
			id: attendee.id,
			name: attendee.name,
			email: attendee.email,
			ticketTypeId: attendee.ticketTypeId,
			ticketTypeName: attendee.ticketTypeName,
			ticketCode: attendee.status === 'active' ? attendee.ticketCode : null,
			status: attendee.status,
		})),
	};
}

/** What "my ticket" shows: the order with its event, the online link included once it is confirmed. */
export function presentManagedOrder(
	order: OrderRecord,
	event: EventWithOrganiser,
	how: { now: Date; payment: PaymentView },
): ManagedOrder {
	const { now, payment } = how;
	const isLive = order.status === 'pending' || order.status === 'confirmed';
	return {
		...presentOrder(order),
		attendees: presentOrder(order).attendees.map((one) => ({ ...one, isHandedOn: false, offer: null })),
		canChange:
			order.attendees.some(({ status }) => status === 'active') && orderObstacle(order, event, now) === null,
		canTransfer: false,
		change: order.change && { ...order.change, expiresAt: new Date(order.change.expiresAt).toISOString() },
		...payment,
		lines: order.lines,
		gift: order.gift,
		quoteHash: order.quoteHash,
		discount: order.discount,
		terms: order.terms,
		mustConfirmAddress:
			order.status === 'pending' && order.terms === 'door' && order.mustConfirmAddress === true,
		event: {
			id: event.id,
			slug: event.slug,
			title: event.title,
			status: event.status,
			statusMessage: event.statusMessage,
			startsAt: event.startsAt.toISOString(),
			endsAt: event.endsAt.toISOString(),
			timeZone: event.timeZone,
			isAllDay: event.isAllDay,
			isOver: isOver(event, now),
			format: event.format,
			venueName: event.venueName,
			address: event.address,
			city: event.city,
			countryCode: event.countryCode,
			onlineUrl: order.status === 'confirmed' ? event.onlineUrl : '',
			coverUrl: presentCover(event).url,
			themeHue: themeHueOf(event),
			organiserName: event.organiserName,
			refundPolicy: event.refundPolicy,
			refund: presentRefund(event, now),
			isSandbox: event.isSandbox,
		},
		// A donation alone is given.
		canCancel:
			isLive &&
			!isOver(event, now) &&
			(order.totalMinor === 0 ||
				order.status === 'pending' ||
				order.attendees.some(({ status }) => status === 'active')),
		canExtend:
			order.status === 'pending' &&
			order.holdExtensions === 0 &&
			(order.terms === null || order.terms === 'card'),
	};
}

/** What the refund policy of an event promises to those who cancel now. */
function presentRefund(event: EventWithOrganiser, now: Date): ManagedOrder['event']['refund'] {
	const decision = decideRefund({ ...event, now });
	if (decision.way !== 'refund') return null;
	const { percent, keepMinor, keepBasisPoints } = decision.terms;
	// A share alone would promise what the fee takes away.
	return keepMinor || keepBasisPoints ? null : { percent, until: decision.until.toISOString() };
}
