import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import type { Order } from '#shared/contracts/orders.ts';
import type { HeldTicket } from '#shared/contracts/ticket-transfers.ts';
import { decideRefund } from '#shared/rules/refund-policy.ts';
import { presentCover, themeHueOf } from '../events/cover-of.ts';
import type { EventWithOrganiser } from '../events/event-rows.ts';
import { isOver } from './event-end.ts';
import { orderObstacle } from './order-changes/obstacles.ts';
import type { AttendeeRecord, OrderRecord } from './order-record.ts';
import type { PaymentView } from './payment-view.ts';
import { resaleObstacle } from './resale/obstacles.ts';
import { allowsHandingOn } from './transfers/rows.ts';

/** A ticket as its holder sees it. Only tickets that admit a guest include their code. */
export const presentTicket = (ticket: AttendeeRecord): HeldTicket['ticket'] => ({
	id: ticket.id,
	name: ticket.name,
	email: ticket.email,
	ticketTypeId: ticket.ticketTypeId,
	ticketTypeName: ticket.ticketTypeName,
	ticketCode: ticket.status === 'active' ? ticket.ticketCode : null,
	status: ticket.status,
});

/** The person a ticket is offered to; null if the offer has ended. */
export const presentOffer = ({ offer }: AttendeeRecord, now: Date): HeldTicket['offer'] =>
	offer && offer.expiresAt > now ? { ...offer, expiresAt: offer.expiresAt.toISOString() } : null;

/** Whether a ticket is held by someone other than the buyer. */
export const isHandedOn = ({ holderVersion }: AttendeeRecord): boolean => holderVersion !== null;

/** The valid tickets of an order that its buyer holds: those that were not transferred. */
export const ownTickets = (order: OrderRecord): AttendeeRecord[] =>
	order.attendees.filter((ticket) => ticket.status === 'active' && !isHandedOn(ticket));

const presentResale = ({ resale }: AttendeeRecord): ManagedOrder['attendees'][number]['resale'] => {
	if (resale === null) return null;
	const { state, priceMinor, keepMinor, isTaken } = resale;
	return { state, priceMinor, backMinor: priceMinor - keepMinor, isTaken };
};

/** Whether a ticket of an order that waits for its payment is neither held nor given back. */
const isAwaited = ({ status, cancelledAt }: AttendeeRecord) => status === 'cancelled' && cancelledAt === null;

/** Whether the places of an order are held until it is paid or approved. */
const isWaiting = ({ status }: Pick<OrderRecord, 'status'>) =>
	status === 'pending' || status === 'awaiting_approval';

/** An order as its buyer sees it. The code of a transferred ticket is only shown to its holder. */
export function presentOrder(order: OrderRecord): Order {
	return {
		id: order.id,
		code: order.code,
		status: order.status,
		eventId: order.eventId,
		buyer: { name: order.buyer.name, email: order.buyer.email },
		totalMinor: order.totalMinor,
		currency: order.currency,
		expiresAt: isWaiting(order) ? (order.expiresAt?.toISOString() ?? null) : null,
		createdAt: order.createdAt.toISOString(),
		attendees: order.attendees.map((ticket) => ({
			...presentTicket(ticket),
			...(isHandedOn(ticket) && { ticketCode: null }),
			// A ticket that another guest resells takes no place until it is paid: it is theirs until then.
			...(order.status === 'pending' && isAwaited(ticket) && { status: 'held' as const }),
		})),
	};
}

/** The event of a ticket. @param how.hasTicket whether the ticket is valid, and theirs who see this */
export const presentTicketEvent = (
	event: EventWithOrganiser,
	now: Date,
	how: { hasTicket: boolean },
): ManagedOrder['event'] => ({
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
	onlineUrl: how.hasTicket ? event.onlineUrl : '',
	coverUrl: presentCover(event).url,
	themeHue: themeHueOf(event),
	organiserName: event.organiserName,
	refundPolicy: event.refundPolicy,
	refund: presentRefund(event, now),
	isSandbox: event.isSandbox,
});

/** What "my ticket" shows: the order with its event, the online link included once it is confirmed. */
export function presentManagedOrder(
	order: OrderRecord,
	event: EventWithOrganiser,
	how: { now: Date; payment: PaymentView; groupTokenOf: (group: { id: string; eventId: string }) => string },
): ManagedOrder {
	const { now, payment } = how;
	const shown = presentOrder(order);
	const hasOwn = ownTickets(order).length > 0;
	return {
		...shown,
		attendees: order.attendees.map((ticket, index) => ({
			...(shown.attendees[index] as Order['attendees'][number]),
			isHandedOn: isHandedOn(ticket),
			offer: isHandedOn(ticket) ? null : presentOffer(ticket, now),
			resale: presentResale(ticket),
		})),
		canChange: hasOwn && orderObstacle(order, event, now, 'buyer') === null,
		canTransfer: order.status === 'confirmed' && hasOwn && allowsHandingOn(event, now),
		canResell: order.totalMinor > 0 && hasOwn && resaleObstacle(order, event, now) === null,
		canShare: canShare(order, event, now),
		hasWithdrawal: order.confirmedAt !== null && order.attendees.some((ticket) => ticket.hasWithdrawal),
		group: order.group && {
			name: order.group.name,
			groupToken: how.groupTokenOf({ id: order.group.id, eventId: order.eventId }),
		},
		isResale: order.status === 'pending' && order.boughtFrom.length > 0,
		change: presentChange(order),
		...payment,
		lines: order.lines,
		gift: order.gift,
		quoteHash: order.quoteHash,
		discount: order.discount,
		terms: order.terms,
		mustConfirmAddress:
			order.status === 'pending' && order.terms === 'door' && order.mustConfirmAddress === true,
		event: presentTicketEvent(event, now, {
			hasTicket: order.status === 'confirmed' && (hasOwn || !order.attendees.some(isHandedOn)),
		}),
		// A donation alone is given.
		canCancel: !isOver(event, now) && (isWaiting(order) || (order.status === 'confirmed' && hasOwn)),
		canExtend:
			order.status === 'pending' &&
			order.holdExtensions === 0 &&
			(order.terms === null || order.terms === 'card'),
		isApproved: order.approvedAt !== null,
		declineMessage: order.declineMessage,
	};
}

/** Whether the tickets of an order can be shared as a group: it is confirmed, and its buyer holds more than one. */
export const canShare = (order: OrderRecord, event: EventWithOrganiser, now: Date): boolean =>
	order.status === 'confirmed' &&
	order.group === null &&
	event.status !== 'cancelled' &&
	!isOver(event, now) &&
	ownTickets(order).filter(({ isAdmission }) => isAdmission).length > 1 &&
	order.attendees.every(({ groupId }) => groupId === null);

/** The current refund terms of an event. */
function presentRefund(event: EventWithOrganiser, now: Date): ManagedOrder['event']['refund'] {
	const decision = decideRefund({ ...event, now });
	if (decision.way !== 'refund') return null;
	const { percent, keepMinor, keepBasisPoints } = decision.terms;
	// A share alone would promise what the fee takes away.
	return keepMinor || keepBasisPoints ? null : { percent, until: decision.until.toISOString() };
}

/** The change of an order that waits for its payment. */
export const presentChange = ({ change }: Pick<OrderRecord, 'change'>): ManagedOrder['change'] =>
	change && { ...change, expiresAt: new Date(change.expiresAt).toISOString() };
