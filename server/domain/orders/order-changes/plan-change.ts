import type { DbOrTx } from '#server/db/client.ts';
import type { EventWithOrganiser } from '#server/domain/events/event-rows.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import type { PlaceChange } from '#server/domain/tickets/places.ts';
import {
	type EventStock,
	poolsOf,
	readEventStock,
	type SaleTerms,
	takesMoney,
} from '#server/domain/tickets/stock.ts';
import { saleState } from '#server/domain/tickets/ticket-sale.ts';
import type { Services } from '#server/services.ts';
import type { ChangeObstacle } from '#shared/contracts/order-changes.ts';
import { AppError, fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import type { WantedChange } from '#shared/rules/order-changes.ts';
import { chargeProblem } from '#shared/rules/pricing/chargeable.ts';
import { share } from '#shared/rules/pricing/money.ts';
import type { Quote } from '#shared/rules/pricing/quote.ts';
import { hashText } from '#shared/rules/seeded-random.ts';
import { refuseAwaiting } from '../approval/rules.ts';
import { getOrder, type OrderLine, type OrderRecord, type OrderScope } from '../order-record.ts';
import { priceCart } from '../sale/price.ts';
import { linesAtOldPrice, linesBack, linesOfTickets, type SoldTicket } from './change-lines.ts';
import {
	type ChangeAuthor,
	type ChangeableTicket,
	isChangeable,
	moneyObstacle,
	orderObstacle,
	readTickets,
} from './obstacles.ts';

/** An order that is about to be changed, with all that decides about it. */
export interface Changeable {
	order: OrderRecord;
	event: EventWithOrganiser;
	stock: EventStock;
	tickets: ChangeableTicket[];
	author: ChangeAuthor;
}

/** Who pays a difference in price. */
export interface DifferenceTerms {
	/** Who pays a higher price; nobody: the new tickets are sold for what the old ones cost. */
	differenceBy: 'buyer' | 'nobody';
	/** Whether a lower price goes back; else the new tickets are sold for what the old ones cost. */
	returnsDifference: boolean;
}

const buyersTerms: DifferenceTerms = { differenceBy: 'buyer', returnsDifference: true };

/** The amount of a change. */
export interface PlannedChange {
	/** Returned lines, then sold lines. Empty where nothing has a price. */
	lines: OrderLine[];
	/** Tickets of the order that get another type, and new ones. */
	swapped: SoldTicket[];
	added: SoldTicket[];
	/** The places that go back, and those that are taken. */
	back: PlaceChange[];
	taken: PlaceChange[];
	keptMinor: number;
	/** By how much the new tickets cost more than what is taken back, at the prices of now. */
	priceDifferenceMinor: number;
	/** To be paid; below 0: goes back. */
	differenceMinor: number;
	/** The platform’s share of what is to be paid. */
	feeMinor: number;
	hash: string;
}

const obstacleTexts: Record<ChangeObstacle, TranslatableMessage> = {
	'no-changes': message`Tickets for this event can’t be changed. Contact the organiser.`,
	'too-late': message`It is too late to change tickets for this event. Contact the organiser.`,
	'not-confirmed': message`This order isn’t confirmed yet.`,
	'payment-in-progress': message`A change of this order waits for its payment. Pay for it or cancel it first.`,
	'refund-requested': message`You asked for a refund. Cancel the request before you change tickets.`,
	disputed: message`A payment for this order is disputed. Contact the organiser.`,
	'checked-in': message`This ticket was already used to enter, so it can’t be changed.`,
	offered: message`This ticket is being transferred. Cancel the transfer first.`,
	'for-sale': message`This ticket is for sale. Stop the sale first.`,
	'other-kind': message`This kind of ticket can’t be changed. Contact the organiser.`,
	refunded: message`A part of this ticket was refunded, so it can’t be changed. Contact the organiser.`,
};

/** What a member reads instead. */
const memberTexts: Partial<typeof obstacleTexts> = {
	'no-changes': message`Tickets can be changed while the event is published and not over.`,
	'payment-in-progress': message`A change of this order waits for its payment. Cancel it first.`,
	'refund-requested': message`The buyer asked for a refund. Decide on that request first.`,
	disputed: message`A payment for this order is disputed.`,
	'checked-in': message`This guest is checked in. Undo the check-in first.`,
	offered: message`The buyer is transferring this ticket. It can be changed when that has ended.`,
	'for-sale': message`The buyer offers this ticket for sale. It can be changed when that has ended.`,
	'other-kind': message`This kind of ticket can’t be changed.`,
	refunded: message`A part of this ticket was refunded, so it can’t be changed.`,
};

const refuse = (
	obstacle: ChangeObstacle,
	author: ChangeAuthor,
	text = (author === 'organiser' && memberTexts[obstacle]) || obstacleTexts[obstacle],
) => ruleViolation('change-not-allowed', text, { obstacle });

/**
 * Reads an order that is to be changed.
 * @param db within a transaction that holds the pools, what it reads of places is exact
 * @throws `change-not-allowed`, `order-awaits-approval`
 */
export async function readChangeable(
	services: Services,
	db: DbOrTx,
	scope: OrderScope,
	author: ChangeAuthor,
): Promise<Changeable> {
	const [order, event] = await Promise.all([getOrder(services, scope), getWholeEvent(services, scope)]);
	refuseAwaiting(order.status);
	const obstacle =
		orderObstacle(order, event, services.clock.now(), author) ?? (await moneyObstacle(db, order));
	if (obstacle) throw refuse(obstacle, author);
	const stock = await readEventStock(db, scope.eventId);
	if (!stock) throw notFound('Event');
	return { order, event, stock, author, tickets: await readTickets(db, order, stock, author) };
}

/**
 * Whether a ticket type is available for changing an order. For buyers it must be on public sale without approval; members can also
 * choose hidden and closed types. Capacity (`left`) is checked separately.
 */
export function isOffered(terms: SaleTerms, stock: EventStock, author: ChangeAuthor): boolean {
	if (!(isChangeable(terms) || terms.kind === 'add_on') || terms.admits !== 1) return false;
	if (author === 'organiser') return true;
	return (
		!terms.isHidden &&
		!terms.needsApproval &&
		saleState(
			{
				kind: terms.kind,
				takesMoney: takesMoney(stock),
				isClosed: terms.isClosed || poolsOf(stock, terms).some((pool) => pool.isClosed),
				opensAtMs: terms.opensAtMs,
				closesAtMs: terms.closesAtMs ?? stock.endsAtMs,
				left: null,
			},
			stock.transactionNowMs,
		) === 'on_sale'
	);
}

/** Most changes of one order: each is another document of an invoiced one. */
export const MOST_CHANGES = 20;

/**
 * Works out what a change of an order comes to, at the prices of now. Pure.
 * @throws `change-not-allowed`, `lower-price`, `above-maximum`, `account-cannot-charge`, `amount-too-small`, what is wrong with an item
 */
export function planChange(
	of: Changeable,
	wanted: WantedChange,
	{ differenceBy, returnsDifference }: DifferenceTerms = buyersTerms,
): PlannedChange {
	const { order, stock } = of;
	const rules = of.author === 'buyer' ? of.event.changeRules : { keepMinor: 0, allowsLower: true };
	if (rules === null) throw refuse('no-changes', of.author);
	const chosen = chooseTickets(of, wanted);
	const swapped = chosen.map(({ attendeeId, to }) => ({ attendeeId, ticketTypeId: to }));
	const added = wanted.add.flatMap(({ ticketTypeId, quantity }) =>
		Array.from({ length: quantity }, () => ({ attendeeId: newId(), ticketTypeId })),
	);
	if (swapped.length + added.length === 0)
		throw fieldError('tickets', message`Choose what is to be changed.`);
	const sold = [...swapped, ...added];
	judgeTypes(of, wanted, sold);
	const items = [...countTypes(sold)].map(([ticketTypeId, quantity], line) => ({
		ticketTypeId,
		quantity,
		line,
	}));
	const priced = priceOf(stock, items);
	const back = linesBack(
		order,
		chosen.map(({ attendeeId }) => attendeeId),
		rules.keepMinor,
	);
	const bought = linesOfTickets(order, back.lines, priced.lines, sold);
	const priceDifferenceMinor = grossOf([...back.lines, ...bought]);
	const isAtOldPrice =
		priceDifferenceMinor > 0 ? differenceBy === 'nobody' : priceDifferenceMinor < 0 && !returnsDifference;
	const hasPrice = order.totalMinor > 0 || (priced.totalMinor > 0 && !isAtOldPrice);
	const now = isAtOldPrice
		? linesAtOldPrice(
				order,
				back,
				sold.map((one) => ({ ...one, isAddOn: isAddOn(stock, one) })),
			)
		: bought;
	const lines = hasPrice ? [...back.lines, ...now] : [];
	const differenceMinor = grossOf(lines);
	if (!rules.allowsLower) refuseLower(chosen, bought);
	if (differenceMinor > 0) {
		refuseUnpayable(of, differenceMinor);
		refuseForSale(of);
	}
	return {
		...{ lines, swapped, added, keptMinor: back.keptMinor, priceDifferenceMinor, differenceMinor },
		back: [...countTypes(chosen.map(({ from }) => ({ ticketTypeId: from })))].map(
			([ticketTypeId, count]) => ({
				...{ ticketTypeId, held: 0, confirmed: -count },
			}),
		),
		taken: items.map(({ ticketTypeId, quantity }) => ({ ticketTypeId, held: 0, confirmed: quantity })),
		feeMinor:
			differenceMinor > 0
				? share(priced.platformFeeMinor, Math.min(differenceMinor, priced.totalMinor), priced.totalMinor)
				: 0,
		hash: hashOf(chosen, wanted.add, lines, { differenceMinor, currency: order.currency }),
	};
}

const isAddOn = (stock: EventStock, { ticketTypeId }: { ticketTypeId: string }) =>
	stock.types.get(ticketTypeId)?.kind === 'add_on';

const grossOf = (lines: readonly OrderLine[]) => lines.reduce((sum, line) => sum + line.grossMinor, 0);

/** The tickets that are to have another type, with both. */
function chooseTickets({ tickets, author }: Changeable, wanted: WantedChange) {
	const known = new Map(tickets.map((ticket) => [ticket.attendeeId, ticket]));
	const seen = new Set<string>();
	return wanted.tickets.map(({ attendeeId, ticketTypeId }, index) => {
		const ticket = known.get(attendeeId);
		if (!ticket) throw notFound('Attendee');
		if (ticket.obstacle) throw refuse(ticket.obstacle, author);
		if (seen.has(attendeeId) || ticket.ticketTypeId === ticketTypeId)
			throw fieldError(`tickets.${index}.ticketTypeId`, message`Choose another ticket type.`);
		seen.add(attendeeId);
		return { ...ticket, from: ticket.ticketTypeId, to: ticketTypeId };
	});
}

function countTypes(tickets: readonly { ticketTypeId: string }[]): Map<string, number> {
	return new Map([...Map.groupBy(tickets, (one) => one.ticketTypeId)].map(([id, some]) => [id, some.length]));
}

/** Refuses types that cannot be had, add-ons in place of a ticket, and more of a type than one order may have. */
function judgeTypes(
	{ order, stock, author }: Changeable,
	wanted: WantedChange,
	sold: readonly SoldTicket[],
): void {
	const isSwapped = new Set(wanted.tickets.map(({ attendeeId }) => attendeeId));
	for (const [ticketTypeId, count] of countTypes(sold)) {
		const terms = stock.types.get(ticketTypeId);
		if (!terms || !isOffered(terms, stock, author))
			throw ruleViolation('ticket-type-closed', message`This ticket type is not available.`, {
				ticketTypeId,
			});
		const stays = order.attendees.filter(
			(one) => one.status === 'active' && one.ticketTypeId === ticketTypeId && !isSwapped.has(one.id),
		).length;
		if (author === 'buyer' && stays + count > terms.maxPerOrder)
			throw ruleViolation('above-maximum', message`“${terms.name}”: limit ${terms.maxPerOrder} per order.`, {
				maxPerOrder: terms.maxPerOrder,
			});
	}
	for (const [index, ticket] of wanted.tickets.entries())
		if (isAddOn(stock, ticket))
			throw fieldError(`tickets.${index}.ticketTypeId`, message`Choose another ticket type.`);
}

function priceOf(
	stock: EventStock,
	items: { ticketTypeId: string; quantity: number; line: number }[],
): Quote {
	const priced = priceCart(stock, items, { nowMs: stock.transactionNowMs });
	if (priced instanceof AppError) throw priced;
	return priced;
}

/** What each ticket costs by its lines. */
function refuseLower(
	chosen: readonly { attendeeId: string; priceMinor: number }[],
	bought: readonly OrderLine[],
): void {
	for (const { attendeeId, priceMinor } of chosen) {
		const minor = bought.reduce(
			(sum, line) => (line.attendeeId === attendeeId ? sum + line.grossMinor : sum),
			0,
		);
		if (minor < priceMinor)
			throw ruleViolation(
				'lower-price',
				message`Tickets for this event can’t be changed for ones that cost less.`,
			);
	}
}

/** Whether the buyer of an order can pay what a change costs more: by card, on a page that an email leads to. */
export const canBuyerPay = (order: OrderRecord, stock: EventStock): boolean =>
	stock.payment.takesCards && order.buyer.email !== '';

function refuseUnpayable({ order, stock }: Changeable, differenceMinor: number): void {
	if (!canBuyerPay(order, stock))
		throw ruleViolation('account-cannot-charge', message`Tickets cannot be paid by card right now.`);
	if (chargeProblem(differenceMinor, stock.currency))
		throw ruleViolation('amount-too-small', message`This amount is too small to be paid by card.`);
}

/** What waits for a payment and what is for sale exclude each other: the sale of a ticket would take its lines back meanwhile. */
function refuseForSale({ order, author }: Changeable): void {
	if (order.attendees.some(({ resale }) => resale?.state === 'listed'))
		throw refuse(
			'for-sale',
			author,
			author === 'organiser'
				? message`The buyer offers a ticket of this order for sale. A change that costs more is possible when that has ended.`
				: message`A ticket of this order is for sale. Stop the sale first.`,
		);
}

/** Names what was shown: which tickets, with the types before and after, and every amount. */
function hashOf(
	chosen: readonly { attendeeId: string; from: string; to: string }[],
	added: WantedChange['add'],
	lines: readonly OrderLine[],
	{ differenceMinor, currency }: { differenceMinor: number; currency: string },
): string {
	const swaps = chosen.map(({ attendeeId, from, to }) => `${attendeeId} ${from} ${to}`).sort();
	const adds = added.map(({ ticketTypeId, quantity }) => `${ticketTypeId} ${quantity}`).sort();
	const amounts = lines.map(
		({ kind, ticketTypeId, quantity, netMinor, taxMinor }) =>
			`${kind} ${ticketTypeId} ${quantity} ${netMinor} ${taxMinor}`,
	);
	return `${differenceMinor}${currency}-${hashText([...swaps, '', ...adds, '', ...amounts].join('\n')).toString(36)}`;
}
