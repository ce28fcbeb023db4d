import { questionsIn } from '#server/domain/events/changes/telling.ts';
import { announcedFields, findAnnounced } from '#server/domain/events/changes/told-fields.ts';
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
import { findRefundRequestById } from '#server/domain/orders/refund-requests/rows.ts';
import { getTransfer } from '#server/domain/orders/transfers/rows.ts';
import { ticketLinkOf, transferLinkOf } from '#server/domain/orders/transfers/tokens.ts';
import { addressProof } from '#server/domain/orders/unpaid-places.ts';
import { findOwedQuestions } from '#server/domain/questions/queries.ts';
import { findReplyTo } from '#server/domain/settings/queries.ts';
import { readEventStock } from '#server/domain/tickets/stock.ts';
import { eventCancelled } from '#server/emails/events/cancelled.ts';
import { eventChanged } from '#server/emails/events/changed.ts';
import { eventPostponed } from '#server/emails/events/postponed.ts';
import { questionAsked } from '#server/emails/events/question-asked.ts';
import { eventReminder } from '#server/emails/events/reminder.ts';
import type { MailEvent } from '#server/emails/kit/event-facts.ts';
import type { MailAmounts } from '#server/emails/kit/payment-facts.ts';
import { type ApprovalProps, orderApproval } from '#server/emails/orders/approval.ts';
import { orderCancelled } from '#server/emails/orders/cancelled.ts';
import { changeToPay } from '#server/emails/orders/change-to-pay.ts';
import { orderConfirmation } from '#server/emails/orders/confirmation.ts';
import { myTickets } from '#server/emails/orders/my-tickets.ts';
import { paymentDue } from '#server/emails/orders/payment-due.ts';
import { refundOwed } from '#server/emails/orders/refund-owed.ts';
import { type RefundRequestProps, refundRequest } from '#server/emails/orders/refund-request.ts';
import { orderRefunded } from '#server/emails/orders/refunded.ts';
import { ticketResold } from '#server/emails/orders/resold.ts';
import { type OfferOutcome, ticketOfferEnded } from '#server/emails/orders/ticket-offer-ended.ts';
import { ticketOffered } from '#server/emails/orders/ticket-offered.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isDonated } from '#shared/rules/order-lines.ts';
import { hasOptedOut, unsubscribeLinks } from '../opt-outs.ts';
import { bouncesText, isSuppressed } from '../suppressions.ts';
import { findRule, findWords } from './added-texts.ts';
import { type Obsolete, type SourceOptions, source } from './source.ts';

export interface OrderRef {
	organisationId: string;
	eventId: string;
	orderId: string;
}

/** A mail about an order, or about one ticket of it to the guest whose it is: that one never leads to the order. */
export type TicketRef = OrderRef & { attendeeId?: string };

interface OrderData {
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

/** Why a mail to somebody with tickets has no point now, or null. */
export function whyNoTickets({ order, event, guest }: OrderData): Obsolete | null {
	const hasTickets = activeTickets(order, guest).length > 0;
	if (order.status !== 'confirmed') return { obsolete: 'The order was cancelled meanwhile.' };
	if (!hasTickets) return { obsolete: 'The tickets were cancelled or transferred meanwhile.' };
	return event.status === 'cancelled' ? { obsolete: 'The event was cancelled meanwhile.' } : null;
}

/** Whose rules of messages hold for a mail about an event. */
const placeOf = ({ event }: Pick<OrderData, 'event'>) => ({
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

export const eventCancelledSource = source({
	template: eventCancelled,
	async load(services, ref: TicketRef, options) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, event, mailEvent } = data;
		if (options.isForSending && event.status !== 'cancelled')
			return { obsolete: 'The event is not cancelled.' };
		return {
			event: mailEvent,
			message: event.statusMessage,
			orderCode: order.code,
			calendar: ticketCalendarOf(services, data, 'CANCEL'),
		};
	},
});

export const eventPostponedSource = source({
	template: eventPostponed,
	async load(services, ref: TicketRef, options) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, event, mailEvent, manageLink } = data;
		if (options.isForSending && event.status !== 'postponed')
			return { obsolete: 'The event is not postponed any more.' };
		return {
			event: mailEvent,
			message: event.statusMessage,
			orderCode: order.code,
			isForGuest: data.guest !== null,
			manageLink,
			calendar: ticketCalendarOf(services, data),
		};
	},
});

export const eventChangedSource = source({
	template: eventChanged,
	async load(services, ref: TicketRef & { changeSetId: string }, options) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, event, mailEvent, manageLink, guest } = data;
		const change = await findAnnounced(services, ref, ref.changeSetId);
		if (!change) return { obsolete: 'The change is gone.' };
		const why = options.isForSending && whyNoTickets(data);
		if (why) return why;
		if (options.isForSending && change.state === 'undone') return { obsolete: 'The change was undone.' };
		const announced = announcedFields(change.summary, event);
		if (options.isForSending && announced.fields.length === 0)
			return { obsolete: 'The event is as guests know it again.' };
		return {
			event: mailEvent,
			...announced,
			note: change.note,
			orderCode: order.code,
			isForGuest: guest !== null,
			manageLink,
			calendar: order.status === 'confirmed' ? ticketCalendarOf(services, data) : '',
		};
	},
});

export const questionAskedSource = source({
	template: questionAsked,
	async load(services, ref: OrderRef & { changeSetId: string }, options) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, event, mailEvent, manageLink } = data;
		const change = await findAnnounced(services, ref, ref.changeSetId);
		if (!change) return { obsolete: 'The change is gone.' };
		const why = options.isForSending && whyNoTickets(data);
		if (why) return why;
		if (options.isForSending && change.state === 'undone') return { obsolete: 'The change was undone.' };
		if (options.isForSending && event.startsAt <= services.clock.now())
			return { obsolete: 'The event has started: nobody can answer any more.' };
		const questions = await findOwedQuestions(services, ref, questionsIn(change.summary));
		if (options.isForSending && questions.length === 0) return { obsolete: 'Nothing is left to answer.' };
		return { event: mailEvent, questions, orderCode: order.code, manageLink };
	},
});

/** Mails that the version before put into the outbox: their change has no history. */
export const eventRescheduledSource = source({
	template: eventChanged,
	async load(services, ref: OrderRef & { startsAt: string; place?: string }, options) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, event, mailEvent, manageLink } = data;
		const why = options.isForSending && whyNoTickets(data);
		if (why) return why;
		const { previousStartsAt, previousPlace } = event;
		return {
			event: mailEvent,
			fields: [
				...(previousStartsAt ? (['startsAt'] as const) : []),
				...(previousPlace ? (['venueName'] as const) : []),
			],
			before: {
				...(previousStartsAt && { startsAt: previousStartsAt }),
				...(previousPlace && {
					venueName: previousPlace,
					address: '',
					city: '',
					region: '',
					countryCode: '',
				}),
			},
			note: '',
			orderCode: order.code,
			isForGuest: false,
			manageLink,
			calendar: order.status === 'confirmed' ? ticketCalendarOf(services, data) : '',
		};
	},
});

export const eventReminderSource = source({
	template: eventReminder,
	async load(services, ref: TicketRef & { startsAt: string }, options) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, event, mailEvent, manageLink } = data;
		const rule = await findRule(services, placeOf(data), 'reminder');
		if (options.isForSending) {
			const why = whyNoTickets(data);
			if (why) return why;
			if (rule && !rule.isOn) return { obsolete: 'The organiser has switched reminders off.' };
			if (event.status !== 'published' || event.startsAt.toISOString() !== ref.startsAt)
				return { obsolete: 'The event has another date now.' };
			if (event.startsAt <= services.clock.now()) return { obsolete: 'The event has begun already.' };
			if (await hasOptedOut(services, options.recipient, 'events/reminder'))
				return { obsolete: 'This mailbox wants no reminders.' };
			if (await isSuppressed(services, ref.organisationId, options.recipient))
				return { obsolete: bouncesText };
		}
		return {
			event: mailEvent,
			orderCode: order.code,
			ticketCount: activeTickets(order, data.guest).length,
			isForGuest: data.guest !== null,
			manageLink,
			words: rule && { subject: rule.subject, text: rule.text, readerName: (data.guest ?? order.buyer).name },
			...(options.showsSecrets
				? unsubscribeLinks(services, options.mailId)
				: { unsubscribeLink: null, oneClickUrl: null }),
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

/** How an order stands that needs approval, unless it stands otherwise by now. */
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

interface RefundRef extends OrderRef {
	refundId: string;
}

/** A refund with what its mails say of it; no refund where there is none of that id. */
async function readRefund(services: Services, ref: RefundRef, options: SourceOptions) {
	const data = await readOrder(services, ref, options);
	if ('obsolete' in data) return data;
	const { order, event, mailEvent, manageLink } = data;
	const view = await getPaymentView(services, order, event);
	const refund = view.refunds.find((one) => one.id === ref.refundId);
	const facts = refund && {
		event: mailEvent,
		orderCode: order.code,
		currency: order.currency,
		amountMinor: refund.amountMinor,
		isLatePayment: refund.reason === 'late_payment',
		note: refund.note,
		manageLink,
	};
	return { view, refund, facts };
}

export const orderRefundedSource = source({
	template: orderRefunded,
	async load(services, ref: RefundRef, options) {
		const data = await readRefund(services, ref, options);
		if ('obsolete' in data) return data;
		const { view, refund, facts } = data;
		if (!facts || refund?.state === 'failed') return { obsolete: 'The refund did not go through.' };
		const payment = view.payments.find((one) => one.id === refund?.paymentId);
		return {
			...facts,
			isTest: payment?.isTest === true,
			isToGiftCard: payment?.method === 'gift_card',
			isOnNewGiftCard: refund?.giftCardId != null,
			sentWay: refund?.sentWay ?? null,
		};
	},
});

export const refundOwedSource = source({
	template: refundOwed,
	async load(services, ref: RefundRef, options) {
		const data = await readRefund(services, ref, options);
		if ('obsolete' in data) return data;
		const { view, refund, facts } = data;
		if (!facts || refund?.state !== 'requested') return { obsolete: 'The money was sent meanwhile.' };
		return { ...facts, hasAccount: view.refundAccount !== null };
	},
});

export const refundRequestSource = source({
	template: refundRequest,
	async load(
		services,
		ref: OrderRef & { requestId: string; state: RefundRequestProps['state']; isReminder?: true },
		options,
	) {
		const data = await readOrder(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, event, mailEvent, manageLink } = data;
		const request = await findRefundRequestById(services.database.db, ref, ref.requestId);
		if (!request) return { obsolete: 'The request is gone.' };
		if (options.isForSending && request.state !== ref.state)
			return { obsolete: 'The request was answered or withdrawn meanwhile.' };
		return {
			event: mailEvent,
			orderCode: order.code,
			currency: order.currency,
			wantedMinor: request.wantedMinor,
			state: ref.state,
			answer: request.answer,
			manageLink,
			waiting: ref.isReminder
				? { askedAt: request.createdAt, ...(await readContact(services, event.organisationId)) }
				: null,
		};
	},
});

type OfferRef = OrderRef & { transferId: string; attendeeId: string };

/** An offer with its ticket, order and event. */
async function readOffer(services: Services, ref: OfferRef, options: SourceOptions) {
	const { attendeeId, transferId: _, ...orderRef } = ref;
	const data = await readOrder(services, orderRef, { ...options, isForSending: false });
	if ('obsolete' in data) return data;
	const ticket = data.order.attendees.find(({ id }) => id === attendeeId);
	if (!ticket) return { obsolete: 'The ticket is gone.' };
	return { ...data, ticket, transfer: await getTransfer(services.database.db, ref) };
}

/** To whom a ticket is offered. */
export const ticketOfferedSource = source({
	template: ticketOffered,
	async load(services, ref: OfferRef, options) {
		const data = await readOffer(services, ref, options);
		if ('obsolete' in data) return data;
		const { mailEvent, ticket, transfer } = data;
		const isOpen = transfer.state === 'offered' && transfer.expiresAt > services.clock.now();
		if (options.isForSending && !(isOpen && transfer.toEmail === options.recipient))
			return { obsolete: 'The offer was accepted, taken back or has ended.' };
		return {
			// Who comes in by its link learns that once they have the ticket.
			event: { ...mailEvent, onlineUrl: '' },
			fromName: transfer.fromName,
			type: ticket.ticketTypeName,
			until: transfer.expiresAt,
			acceptLink: options.showsSecrets ? transferLinkOf(services, ref) : null,
		};
	},
});

/** To who offered a ticket: what became of the offer. */
export const ticketOfferEndedSource = source({
	template: ticketOfferEnded,
	async load(services, ref: OfferRef & { state: OfferOutcome }, options) {
		const data = await readOffer(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, mailEvent, ticket, transfer, manageLink } = data;
		if (options.isForSending && transfer.fromEmail !== options.recipient)
			return { obsolete: 'Who offered the ticket was erased.' };
		// The first to hand a ticket on is the buyer; others have no link to the order, and none at all once the ticket is accepted.
		const isFromBuyer = (transfer.holderVersion ?? (ticket.holderVersion ?? 0) + 1) === 1;
		const isTheirs = isFromBuyer ? order.buyer.email === transfer.fromEmail : ref.state !== 'accepted';
		const link = isFromBuyer
			? manageLink
			: options.showsSecrets
				? ticketLinkOf(services, order, ticket)
				: null;
		return {
			event: mailEvent,
			orderCode: order.code,
			state: ref.state,
			toName: transfer.toName,
			type: ticket.ticketTypeName,
			hasPage: isTheirs,
			link: isTheirs ? link : null,
		};
	},
});

/** To who resold a ticket: it is sold, and what goes back. */
export const ticketResoldSource = source({
	template: ticketResold,
	async load(services, ref: OrderRef & { attendeeId: string }, options) {
		const { attendeeId, ...orderRef } = ref;
		const data = await readOrder(services, orderRef, options);
		if ('obsolete' in data) return data;
		const { order, mailEvent, manageLink } = data;
		const ticket = order.attendees.find(({ id }) => id === attendeeId);
		if (ticket?.resale?.state !== 'sold') return { obsolete: 'The ticket is gone.' };
		const { priceMinor, keepMinor } = ticket.resale;
		return {
			...{ event: mailEvent, orderCode: order.code, type: ticket.ticketTypeName },
			...{ currency: order.currency, priceMinor, keepMinor, manageLink },
		};
	},
});

/** How guests reach an organiser: where their answers go, and the contact form of the organiser's public page. */
async function readContact(services: Services, organisationId: string) {
	const replyTo = await findReplyTo(services.database.db, organisationId);
	const { rows } = await services.database.pool.query<{ slug: string }>(
		`SELECT o.slug FROM organisations o JOIN organisation_pages p ON p.organisation_id = o.id
		WHERE o.id = $1 AND o.sandbox_of IS NULL AND p.is_shown AND p.takes_messages`,
		[organisationId],
	);
	const [page] = rows;
	return {
		replyTo: replyTo?.address ?? null,
		contactLink: page ? `${services.config.appUrl}/organisers/${page.slug}` : null,
	};
}

/** The links of several orders and tickets of one address; those that changed hands or ended since are left out. */
export const myTicketsSource = source({
	template: myTickets,
	async load(services, ref: { orders: TicketRef[] }, options) {
		const found = await Promise.all(
			ref.orders.map(async (one) => ({
				...(await readOrder(services, one, { ...options, isForSending: false })),
				isOfTicket: one.attendeeId !== undefined,
			})),
		);
		const theirs = found.filter(
			(data): data is OrderData & { isOfTicket: boolean } =>
				!('obsolete' in data) &&
				(data.isOfTicket ? data.guest?.email : data.order.buyer.email)?.toLowerCase() ===
					options.recipient.toLowerCase(),
		);
		if (theirs.length === 0) return { obsolete: 'The orders have another address now, or are gone.' };
		const links = theirs.flatMap(({ manageLink }) => manageLink ?? []);
		return {
			events: theirs.map(({ mailEvent }) => mailEvent),
			manageLinks: links.length === theirs.length ? links : null,
		};
	},
});
