import type { EventWithOrganiser } from '#server/domain/events/event-rows.ts';
import { toMailEvent } from '#server/domain/events/mail-event.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { orderCalendar, ticketsOfGuest } from '#server/domain/orders/calendar.ts';
import { manageTokenOf } from '#server/domain/orders/commands/place-order.ts';
import {
	type AttendeeRecord,
	findOwnAddress,
	getOrder,
	type OrderRecord,
} from '#server/domain/orders/order-record.ts';
import { getPaymentView } from '#server/domain/orders/payment-view.ts';
import { ownTickets } from '#server/domain/orders/present.ts';
import { findDisclosure } from '#server/domain/orders/quid-pro-quo.ts';
import { ticketLinkOf } from '#server/domain/orders/transfers/tokens.ts';
import { addressProof } from '#server/domain/orders/unpaid-places.ts';
import { readEventStock } from '#server/domain/tickets/stock.ts';
import type { MailEvent } from '#server/emails/kit/event-facts.ts';
import type { MailAmounts } from '#server/emails/kit/payment-facts.ts';
import { type ApprovalProps, orderApproval } from '#server/emails/orders/approval.ts';
import { orderCancelled } from '#server/emails/orders/cancelled.ts';
import { changeToPay } from '#server/emails/orders/change-to-pay.ts';
import { orderConfirmation } from '#server/emails/orders/confirmation.ts';
import { paymentDue } from '#server/emails/orders/payment-due.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isDonated } from '#shared/rules/order-lines.ts';
import { findWords } from './added-texts.ts';
import { type Obsolete, type SourceOptions, source } from './source.ts';

export interface OrderRef {
	organisationId: string;
	eventId: string;
	orderId: string;
}

/** A mail about an order, or about one ticket of it to the guest whose it is: that one never leads to the order. */
export type TicketRef = OrderRef & { attendeeId?: string };

export interface OrderData {
	order: OrderRecord;
	event: EventWithOrganiser;
	mailEvent: MailEvent;
	/** The page of who is written to: of the order, or of the ticket that was transferred to them; null: they have none, or it is left out. */
	manageLink: string | null;
	/** The guest who is written to, where it is not the buyer. */
	guest: AttendeeRecord | null;
}

/** The order and its event as they are now, or why a mail about them has no reader any more. */
export async function readOrder(
	services: Services,
	ref: TicketRef,
	options: SourceOptions,
): Promise<OrderData | Obsolete> {
	try {
		const [order, event] = await Promise.all([getOrder(services, ref), getWholeEvent(services, ref)]);
		// A mail that waited must not bring the tickets to an address that no longer has them.
		const guest = (ref.attendeeId && findOwnAddress(order, ref.attendeeId)) || null;
		const address = ref.attendeeId ? guest?.email : order.buyer.email;
		if (options.isForSending && address !== options.recipient)
			return { obsolete: `The ${ref.attendeeId ? 'ticket' : 'order'} has another address now.` };
		const manageLink = guest
			? ticketLinkOf(services, order, guest)
			: ref.attendeeId
				? null
				: `${services.config.appUrl}/my-ticket/${manageTokenOf(services, order)}`;
		return {
			order,
			event,
			mailEvent: toMailEvent(services, event),
			manageLink: options.showsSecrets ? manageLink : null,
			guest,
		};
	} catch (error) {
		if (error instanceof AppError && error.code === 'RESOURCE_NOT_FOUND')
			return { obsolete: 'The order or its event is gone.' };
		throw error;
	}
}

/** The valid tickets that a mail is about: those of the guest, or those of the order that its buyer has not transferred. */
export const activeTickets = (order: OrderRecord, guest: AttendeeRecord | null = null) =>
	guest ? ticketsOfGuest(order, guest).filter((one) => one.status === 'active') : ownTickets(order);

/** The calendar entry of who is written to; empty where there never was one. */
export function ticketCalendarOf(
	services: Services,
	{ order, event, guest }: OrderData,
	method: 'PUBLISH' | 'CANCEL' = 'PUBLISH',
): string {
	const isKnown = order.confirmedAt !== null && ['confirmed', 'cancelled'].includes(order.status);
	return isKnown && order.attendees.length > 0
		? orderCalendar(services, order, event, { method, guest })
		: '';
}

/** Why an email with tickets is no longer needed, or null. */
export function whyNoTickets({ order, event, guest }: OrderData): Obsolete | null {
	const hasTickets = activeTickets(order, guest).length > 0;
	if (order.status !== 'confirmed') return { obsolete: 'The order was cancelled meanwhile.' };
	if (!hasTickets) return { obsolete: 'The tickets were cancelled or transferred meanwhile.' };
	return event.status === 'cancelled' ? { obsolete: 'The event was cancelled meanwhile.' } : null;
}

/** Whose rules of messages hold for a mail about an event. */
export const placeOf = ({ event }: Pick<OrderData, 'event'>) => ({
	organisationId: event.organisationId,
	eventId: event.id,
	seriesId: event.seriesId,
});

/** Why thanks for a donation have no point now, or null. */
const whyNoGift = (order: OrderRecord): Obsolete | null =>
	order.status === 'confirmed' ? null : { obsolete: 'The donation was taken back meanwhile.' };

/** What an order cost, with its taxes; null where nothing was to be paid. */
function amountsOf(services: Services, order: OrderRecord): MailAmounts | null {
	if (order.totalMinor === 0) return null;
	const byRate = Map.groupBy(
		order.lines.filter((line) => line.taxBasisPoints > 0),
		(line) => line.taxBasisPoints,
	);
	return {
		currency: order.currency,
		totalMinor: order.totalMinor,
		taxes: [...byRate].map(([basisPoints, lines]) => ({
			basisPoints,
			taxMinor: lines.reduce((sum, line) => sum + Math.max(0, line.taxMinor), 0),
		})),
		discount: order.discount,
		isTest: order.terms === 'card' && services.gateway.name === 'test',
	};
}

export const orderConfirmationSource = source({
	template: orderConfirmation,
	async load(
		services,
		ref: TicketRef & { movedFrom?: Omit<OrderRef, 'organisationId'> & { note?: string } },
		options,
	) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, mailEvent, manageLink, guest } = data;
		const before = ref.movedFrom && { organisationId: ref.organisationId, ...ref.movedFrom };
		const left = before && (await readOrder(services, before, { ...options, isForSending: false }));
		const isGiftAlone = order.attendees.length === 0;
		const why = options.isForSending && (isGiftAlone ? whyNoGift(order) : whyNoTickets(data));
		if (why) return why;
		return {
			event: mailEvent,
			orderCode: order.code,
			buyerName: order.buyer.name,
			isForGuest: guest !== null,
			tickets: (guest ? [guest] : activeTickets(order)).map((ticket) => ({
				name: ticket.name,
				type: ticket.ticketTypeName,
				code: options.showsSecrets ? ticket.ticketCode : null,
			})),
			giftMinor: order.lines.reduce((sum, line) => sum + (isDonated(line) ? line.grossMinor : 0), 0),
			amounts: amountsOf(services, order),
			isMonthly: order.isMonthly && guest === null,
			disclosure: guest ? null : await findDisclosure(services.database.db, order, services.clock.now()),
			manageLink,
			words: isGiftAlone
				? null
				: await findWords(services, placeOf(data), 'confirmation', (guest ?? order.buyer).name),
			// Goods and tickets that are not tied to a date; their buyer alone has the contract.
			withdrawalLink:
				guest === null && order.attendees.some(({ hasWithdrawal }) => hasWithdrawal)
					? `${services.config.appUrl}/withdraw/${data.event.organiserSlug}`
					: null,
			calendar: order.status === 'confirmed' ? ticketCalendarOf(services, data) : '',
			...(left &&
				!('obsolete' in left) && {
					moved: {
						from: left.mailEvent,
						note: ref.movedFrom?.note ?? '',
						calendar:
							guest === null && activeTickets(left.order).length === 0
								? ticketCalendarOf(services, left, 'CANCEL')
								: '',
					},
				}),
		};
	},
});

export const orderCancelledSource = source({
	template: orderCancelled,
	async load(services, ref: TicketRef & { attendeeIds: string[] }, options) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const hasTicketsLeft = activeTickets(data.order, data.guest).length > 0;
		const gone = data.order.attendees.filter((one) => ref.attendeeIds.includes(one.id));
		return {
			event: data.mailEvent,
			orderCode: data.order.code,
			names: gone.map((one) => one.name),
			hasTicketsLeft,
			isForGuest: data.guest !== null,
			manageLink: data.manageLink,
			calendar: hasTicketsLeft ? '' : ticketCalendarOf(services, data, 'CANCEL'),
		};
	},
});

export const paymentDueSource = source({
	template: paymentDue,
	async load(services, ref: OrderRef, options) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, event, mailEvent, manageLink } = data;
		const amounts = amountsOf(services, order);
		if (!amounts || order.status !== 'pending' || !['transfer', 'door'].includes(order.terms ?? ''))
			return { obsolete: 'The order is paid, was cancelled, or is paid another way.' };
		const { transfer, dueMinor } = await getPaymentView(services, order, event);
		return {
			event: mailEvent,
			orderCode: order.code,
			amounts,
			dueMinor,
			transfer: transfer && { ...transfer, until: order.expiresAt ?? event.endsAt },
			confirm:
				order.terms === 'door' && order.mustConfirmAddress
					? {
							until: order.expiresAt ?? event.endsAt,
							link:
								manageLink &&
								`${services.config.appUrl}/checkout/${manageTokenOf(services, order)}?confirm=${addressProof(services.secret, order)}`,
						}
					: null,
			manageLink,
		};
	},
});

const isOfTicket = (kind: string) => kind === 'ticket' || kind === 'add_on';

export const changeToPaySource = source({
	template: changeToPay,
	async load(services, ref: OrderRef & { changeId: string }, options) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, mailEvent } = data;
		const { change } = order;
		if (change?.id !== ref.changeId) return { obsolete: 'The change was paid, cancelled, or has ended.' };
		const stock = await readEventStock(services.database.db, ref.eventId);
		const typesOf = (sign: 1 | -1) =>
			[
				...Map.groupBy(
					change.lines.filter(({ kind, quantity }) => isOfTicket(kind) && quantity * sign > 0),
					({ ticketTypeId }) => ticketTypeId ?? '',
				),
			].map(([id, lines]) => ({
				typeName: stock?.types.get(id)?.name ?? '',
				count: lines.reduce((sum, { quantity }) => sum + quantity * sign, 0),
			}));
		return {
			event: mailEvent,
			orderCode: order.code,
			before: typesOf(-1),
			after: typesOf(1),
			currency: order.currency,
			differenceMinor: change.differenceMinor,
			until: new Date(change.expiresAt),
			isTest: services.gateway.name === 'test',
			payLink: options.showsSecrets
				? `${services.config.appUrl}/checkout/${manageTokenOf(services, order)}`
				: null,
		};
	},
});

/** The approval state of an order. Dropped if it has changed since. */
export const orderApprovalSource = source({
	template: orderApproval,
	async load(services, ref: OrderRef & { state: ApprovalProps['state'] }, options) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, event, mailEvent, manageLink } = data;
		const isSo = {
			asked: order.status === 'awaiting_approval',
			approved: order.status === 'pending',
			declined: order.status === 'cancelled',
			lapsed: order.status === 'cancelled',
		}[ref.state];
		if (options.isForSending && !isSo)
			return { obsolete: 'The order was decided, paid or cancelled meanwhile.' };
		return {
			event: mailEvent,
			orderCode: order.code,
			state: ref.state,
			tickets: [...Map.groupBy(order.attendees, (one) => one.ticketTypeName)].map(([typeName, all]) => ({
				typeName,
				count: all.length,
			})),
			currency: order.currency,
			totalMinor: order.totalMinor,
			until: order.expiresAt,
			message: ref.state === 'declined' ? (order.declineMessage ?? '') : '',
			isEventCancelled: event.status === 'cancelled',
			isTest: services.gateway.name === 'test',
			manageLink,
			payLink: options.showsSecrets
				? `${services.config.appUrl}/checkout/${manageTokenOf(services, order)}`
				: null,
		};
	},
});
