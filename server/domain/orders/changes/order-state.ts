import type { FactCatalogue } from '#server/domain/fact-catalogue.ts';
import type { PlaceChange, PlaceProblem } from '#server/domain/tickets/places.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { refuseAwaiting } from '../approval/rules.ts';
import type { AttendeeRecord, OrderRecord, OrderScope } from '../order-record.ts';
import { handedOn } from '../transfers/rows.ts';

export interface CancelOptions {
	/** One ticket of the order; all of them when absent. */
	attendeeId?: string | undefined;
	/** Whether the guest is notified by mail. */
	notify: boolean;
	/** Whether the guest of a ticket who has an email of their own is notified as well: what the buyer did is theirs to announce. */
	notifiesAttendee?: boolean | undefined;
	/** By the buyer, who can cancel only what they hold: all of that when no ticket is named. */
	isByBuyer?: boolean | undefined;
}

/** What may happen to an order after it was placed. */
export type OrderChange = {
	scope: OrderScope;
} /** `isPaid`: the money for an order with a price has come. */ & (
	| { kind: 'confirm'; isPaid?: boolean }
	/** Takes the places of an expired order again. */
	| { kind: 'hold' }
	| { kind: 'release' }
	| { kind: 'approve'; isEventOver: boolean }
	/** `message` is for the buyer. */
	| { kind: 'decline'; message: string }
	/** Nobody has decided in time about an order that awaits approval. */
	| { kind: 'lapse' }
	| ({ kind: 'cancel' } & CancelOptions)
);

/** A ticket of an order that is held. */
export interface TicketState {
	id: string;
	ticketTypeId: string;
	status: AttendeeRecord['status'];
	/** Cancelled by somebody, not only because the hold ended. */
	isGivenBack: boolean;
	/** Somebody else than the buyer holds it. */
	isHandedOn: boolean;
	isChanged: boolean;
}

/** A ticket of another order, held as well, whose buyer resells it. It has the place that the one which buys it is to have. */
export interface ResoldTicket {
	listingId: string;
	order: OrderState;
	attendeeId: string;
	/** Somebody has entered with it. */
	isUsed: boolean;
}

/** A locked order with the changes applied to it so far. */
export interface OrderState {
	id: string;
	status: OrderRecord['status'];
	/** Something is to be paid for it. */
	isPriced: boolean;
	/** The amount due, of one that is not confirmed, without pending refunds. */
	missingMinor?: number;
	tickets: TicketState[];
	/** Tickets that it buys from other guests, while they are for sale: its own tickets have no places until it is paid. */
	bought: ResoldTicket[];
	decision: 'approved' | 'declined' | null;
	/** What is to be written: the instants of this transaction. */
	isConfirmed: boolean;
	isCancelled: boolean;
	/** Its places are held again, from now. */
	isHeldAgain: boolean;
	isApproved: boolean;
	/** The organiser’s message to the declined buyer; null: not declined. */
	declineMessage: string | null;
}

/** A fact to announce. */
export type OrderNews =
	| { name: 'orders.order-confirmed'; payload: { orderId: string; notify: boolean } }
	| { name: 'orders.approval-changed'; payload: FactCatalogue['orders.approval-changed'] }
	| { name: 'orders.order-cancelled'; payload: FactCatalogue['orders.order-cancelled'] }
	| { name: 'orders.resale-changed'; payload: FactCatalogue['orders.resale-changed'] };

/** The result of a change: whether something changed, and the facts to publish. */
export interface Applied {
	isChanged: boolean;
	news: OrderNews[];
}

const unchanged: Applied = { isChanged: false, news: [] };

/** Moves the places of an order in its pools, or says what is in the way. */
type Move = (changes: PlaceChange[], options?: { mustBeOpen?: boolean }) => PlaceProblem | null;

/**
 * Applies a change to a locked order. Pure except for `order`, which it modifies, and `move`. A refused change modifies nothing.
 * @throws AppError with the rule that forbids it
 */
export function applyChange(order: OrderState, change: OrderChange, move: Move): Applied {
	if (change.kind === 'confirm') {
		refuseAwaiting(order.status);
		if (order.isPriced && !change.isPaid && order.status !== 'confirmed')
			throw ruleViolation('payment-required', message`This order is confirmed when it is paid.`);
		// A part of it went back meanwhile: what was charged as the rest is not enough.
		if (order.status !== 'confirmed' && (order.missingMinor ?? 0) > 0)
			throw ruleViolation('hold-ended', message`Your hold has ended. Get the tickets again before you pay.`);
		return confirm(order, move);
	}
	if (change.kind === 'hold') return holdAgain(order, move);
	if (change.kind === 'cancel') return cancel(order, change, move);
	if (change.kind === 'approve') return approve(order, change, move);
	if (change.kind === 'decline') return decline(order, change.message, move);
	if (change.kind === 'lapse') return lapse(order, move);
	if (order.status === 'confirmed')
		throw ruleViolation('order-confirmed', message`This order is already confirmed. Cancel it instead.`);
	return cancel(order, { notify: false }, move);
}

/** The tickets of a hold become valid; of a hold that has ended, those that nobody gave back, if there is room. */
function confirm(order: OrderState, move: Move): Applied {
	if (order.status === 'confirmed') return unchanged;
	if (order.status === 'cancelled')
		throw ruleViolation('order-cancelled', message`This order was cancelled. Please register again.`);

	// Held again, it has places of its own.
	if (order.bought.length > 0 && order.tickets.every(({ status }) => status !== 'held'))
		return confirmResale(order, move);
	// The tickets it was to buy from other guests were cancelled or used meanwhile: it has neither their places nor its own.
	if (
		order.status === 'pending' &&
		order.tickets.some((one) => one.status === 'cancelled' && !one.isGivenBack)
	)
		throw notForSale();
	const isLate = order.status === 'expired';
	const tickets = order.tickets.filter((one) => (isLate ? !one.isGivenBack : one.status === 'held'));
	const problem = move(
		tickets.map(({ ticketTypeId }) => ({ ticketTypeId, confirmed: 1, held: isLate ? 0 : -1 })),
		{ mustBeOpen: true },
	);
	if (problem) throw refusal(problem);
	for (const ticket of tickets) Object.assign(ticket, { status: 'active', isChanged: true });
	order.status = 'confirmed';
	order.isConfirmed = true;
	return {
		isChanged: true,
		news: [{ name: 'orders.order-confirmed', payload: { orderId: order.id, notify: true } }],
	};
}

const notForSale = () =>
	ruleViolation('hold-ended', message`These tickets are not for sale any more.`, { left: 0 });

/** The tickets of other guests are cancelled, and those of the order become valid in their places. All of them, or none. */
function confirmResale(order: OrderState, move: Move): Applied {
	const tickets = order.tickets.filter((one) => !one.isGivenBack);
	const resold = order.bought.map((one) => ({
		...one,
		ticket: one.order.tickets.find(({ id }) => id === one.attendeeId),
	}));
	const isForSale = ({ ticket, isUsed }: (typeof resold)[number]) =>
		!isUsed && ticket?.status === 'active' && !ticket.isHandedOn;
	// It is paid as a whole.
	if (resold.length !== tickets.length || !resold.every(isForSale)) throw notForSale();
	const sold = resold.flatMap(({ ticket }) => ticket ?? []);
	const problem = move(
		[
			...sold.map(({ ticketTypeId }) => ({ ticketTypeId, confirmed: -1, held: 0 })),
			...tickets.map(({ ticketTypeId }) => ({ ticketTypeId, confirmed: 1, held: 0 })),
		],
		{ mustBeOpen: true },
	);
	if (problem) throw refusal(problem);
	for (const ticket of tickets) Object.assign(ticket, { status: 'active', isChanged: true });
	order.status = 'confirmed';
	order.isConfirmed = true;
	for (const ticket of sold)
		Object.assign(ticket, { status: 'cancelled', isGivenBack: true, isChanged: true });
	const sellers = [...new Set(resold.map((one) => one.order))];
	for (const seller of sellers) if (seller.tickets.every((one) => one.isGivenBack)) end(seller);
	const news: OrderNews[] = [
		{ name: 'orders.order-confirmed', payload: { orderId: order.id, notify: true } },
		...sellers.map(({ id }): OrderNews => {
			const attendeeIds = resold.filter((one) => one.order.id === id).map(({ attendeeId }) => attendeeId);
			return { name: 'orders.order-cancelled', payload: { orderId: id, attendeeIds, notify: false } };
		}),
		...resold.map(
			({ listingId, attendeeId, order: { id: orderId } }): OrderNews => ({
				...{ name: 'orders.resale-changed', payload: { orderId, attendeeId, listingId, state: 'sold' } },
			}),
		),
	];
	return { isChanged: true, news };
}

/** With its last ticket an order is cancelled. */
function end(order: OrderState): void {
	order.status = 'cancelled';
	order.isCancelled = true;
}

/** The places of a hold that has ended are held again, if there is room; of one that has not, nothing is different. */
function holdAgain(order: OrderState, move: Move): Applied {
	refuseAwaiting(order.status);
	if (order.status === 'pending') return unchanged;
	if (order.status === 'confirmed')
		throw ruleViolation('order-confirmed', message`This order is already confirmed.`);
	if (order.status !== 'expired')
		throw ruleViolation('order-cancelled', message`This order was cancelled. Please register again.`);
	const tickets = order.tickets.filter((one) => !one.isGivenBack);
	const problem = move(
		tickets.map(({ ticketTypeId }) => ({ ticketTypeId, confirmed: 0, held: 1 })),
		{ mustBeOpen: true },
	);
	if (problem) throw refusal(problem);
	for (const ticket of tickets) Object.assign(ticket, { status: 'held', isChanged: true });
	order.status = 'pending';
	order.isHeldAgain = true;
	return { isChanged: true, news: [] };
}

/** The places go back; with its last ticket the order itself is cancelled. */
function cancel(
	order: OrderState,
	{ attendeeId, notify, notifiesAttendee, isByBuyer }: CancelOptions,
	move: Move,
): Applied {
	const meant = order.tickets.filter((one) => attendeeId === undefined || one.id === attendeeId);
	if (attendeeId !== undefined && meant.length === 0) throw notFound('Attendee');
	const isForeign = (one: TicketState) => isByBuyer === true && one.isHandedOn && !one.isGivenBack;
	if (attendeeId !== undefined && meant.some(isForeign)) throw handedOn();
	const given = meant.filter((one) => !isForeign(one) && !one.isGivenBack);
	// Its price was calculated for all of its tickets.
	if (order.isPriced && given.length < order.tickets.filter((one) => !one.isGivenBack).length)
		refuseAwaiting(order.status);
	const attendeeIds = given.filter((one) => one.status === 'active').map((one) => one.id);
	move(
		given.map(({ ticketTypeId, status }) => ({
			ticketTypeId,
			confirmed: status === 'active' ? -1 : 0,
			held: status === 'held' ? -1 : 0,
		})),
	);
	for (const ticket of given)
		Object.assign(ticket, { status: 'cancelled', isGivenBack: true, isChanged: true });
	const isEnded = order.status !== 'cancelled' && order.tickets.every((one) => one.isGivenBack);
	if (isEnded) end(order);
	return {
		isChanged: given.length > 0 || isEnded,
		news:
			attendeeIds.length > 0
				? [
						{
							name: 'orders.order-cancelled',
							payload: { orderId: order.id, attendeeIds, notify, notifiesAttendee },
						},
					]
				: [],
	};
}

const decided = (order: OrderState, state: 'approved' | 'declined' | 'lapsed'): OrderNews => ({
	name: 'orders.approval-changed',
	payload: { orderId: order.id, state },
});

/** Refuses to decide about an order that does not await approval. */
function refuseDecided({ status }: OrderState): void {
	if (status === 'cancelled') throw ruleViolation('order-cancelled', message`This order was cancelled.`);
	if (status !== 'awaiting_approval')
		throw ruleViolation('nothing-to-approve', message`This order doesn’t wait for approval.`);
}

/** An order without a price is confirmed; one with a price is to be paid, with its places still held. */
function approve(order: OrderState, { isEventOver }: { isEventOver: boolean }, move: Move): Applied {
	if (order.decision === 'approved' && order.status !== 'cancelled') return unchanged;
	refuseDecided(order);
	const tickets = order.tickets.filter((one) => one.status === 'held');
	const places = order.isPriced ? { confirmed: 0, held: 0 } : { confirmed: 1, held: -1 };
	const isRefused =
		isEventOver ||
		move(
			tickets.map(({ ticketTypeId }) => ({ ticketTypeId, ...places })),
			{ mustBeOpen: true },
		) !== null;
	if (isRefused)
		throw ruleViolation(
			'registration-closed',
			message`Orders can be approved while the event is published and not over.`,
		);
	order.decision = 'approved';
	order.isApproved = true;
	const news = decided(order, 'approved');
	if (order.isPriced) {
		order.status = 'pending';
		return { isChanged: true, news: [news] };
	}
	for (const ticket of tickets) Object.assign(ticket, { status: 'active', isChanged: true });
	order.status = 'confirmed';
	order.isConfirmed = true;
	return {
		isChanged: true,
		news: [news, { name: 'orders.order-confirmed', payload: { orderId: order.id, notify: true } }],
	};
}

function decline(order: OrderState, declineMessage: string, move: Move): Applied {
	if (order.decision === 'declined') return unchanged;
	if (order.decision === 'approved' && order.status !== 'cancelled')
		throw ruleViolation('order-approved', message`This order was approved already. Cancel it instead.`);
	refuseDecided(order);
	cancel(order, { notify: false }, move);
	order.decision = 'declined';
	order.declineMessage = declineMessage;
	return { isChanged: true, news: [decided(order, 'declined')] };
}

function lapse(order: OrderState, move: Move): Applied {
	if (order.status !== 'awaiting_approval') return unchanged;
	cancel(order, { notify: false }, move);
	return { isChanged: true, news: [decided(order, 'lapsed')] };
}

function refusal(problem: PlaceProblem) {
	if (problem.kind === 'closed')
		return ruleViolation('registration-closed', message`Registration for this event is closed.`);
	const text =
		problem.left === 0
			? message`Your hold expired and the tickets are gone.`
			: message`Your hold expired and there aren’t enough tickets left for your order.`;
	return ruleViolation('hold-ended', text, { left: problem.left });
}
