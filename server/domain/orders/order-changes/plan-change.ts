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
import { getOrder, type OrderLine, type OrderRecord, type OrderScope } from '../order-record.ts';
import { priceCart } from '../sale/price.ts';
import { linesBack, linesOfTickets, type SoldTicket } from './change-lines.ts';
import {
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
}

/** What a change comes to. */
export interface PlannedChange {
	/** What is taken back, then what is sold. Empty where nothing has a price. */
	lines: OrderLine[];
	/** Tickets of the order that get another type, and new ones. */
	swapped: SoldTicket[];
	added: SoldTicket[];
	/** The places that go back, and those that are taken. */
	back: PlaceChange[];
	taken: PlaceChange[];
	keptMinor: number;
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
	'payment-in-progress': message`A change of this order waits for its payment. Pay it or give it up first.`,
	'refund-requested': message`You asked for a refund. Cancel the request before you change tickets.`,
	disputed: message`A payment for this order is disputed. Contact the organiser.`,
	'checked-in': message`This ticket was already used to enter, so it can’t be changed.`,
	offered: message`This ticket is being transferred. Cancel the transfer first.`,
	'other-kind': message`This kind of ticket can’t be changed. Contact the organiser.`,
	refunded: message`A part of this ticket was refunded, so it can’t be changed. Contact the organiser.`,
};

const refuse = (obstacle: ChangeObstacle) =>
	ruleViolation('change-not-allowed', obstacleTexts[obstacle], { obstacle });

/**
 * Reads an order that its buyer wants to change.
 * @param db within a transaction that holds the pools, what it reads of places is exact
 * @throws `change-not-allowed`
 */
export async function readChangeable(services: Services, db: DbOrTx, scope: OrderScope): Promise<Changeable> {
	const [order, event] = await Promise.all([getOrder(services, scope), getWholeEvent(services, scope)]);
	const obstacle = orderObstacle(order, event, services.clock.now()) ?? (await moneyObstacle(db, order));
	if (obstacle) throw refuse(obstacle);
	const stock = await readEventStock(db, scope.eventId);
	if (!stock) throw notFound('Event');
	return { order, event, stock, tickets: await readTickets(db, order, stock) };
}

/** Whether a ticket type can be had by somebody who changes an order: it is on sale to everybody. `left` is judged apart. */
export function isOffered(terms: SaleTerms, stock: EventStock): boolean {
	return (
		!terms.isHidden &&
		(isChangeable(terms) || terms.kind === 'add_on') &&
		terms.admits === 1 &&
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
export function planChange(of: Changeable, wanted: WantedChange): PlannedChange {
	const { order, event, stock } = of;
	const rules = event.changeRules;
	if (rules === null) throw refuse('no-changes');
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
	const hasPrice = order.totalMinor > 0 || priced.totalMinor > 0;
	const lines = hasPrice ? [...back.lines, ...bought] : [];
	const differenceMinor = lines.reduce((sum, line) => sum + line.grossMinor, 0);
	if (!rules.allowsLower) refuseLower(chosen, bought);
	if (differenceMinor > 0) refuseUnpayable(stock, differenceMinor);
	return {
		...{ lines, swapped, added, keptMinor: back.keptMinor, differenceMinor },
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
		hash: hashOf(wanted, lines, { differenceMinor, currency: order.currency }),
	};
}

/** The tickets that are to have another type, with both. */
function chooseTickets({ tickets }: Changeable, wanted: WantedChange) {
	const known = new Map(tickets.map((ticket) => [ticket.attendeeId, ticket]));
	const seen = new Set<string>();
	return wanted.tickets.map(({ attendeeId, ticketTypeId }, index) => {
		const ticket = known.get(attendeeId);
		if (!ticket) throw notFound('Attendee');
		if (ticket.obstacle) throw refuse(ticket.obstacle);
		if (seen.has(attendeeId) || ticket.ticketTypeId === ticketTypeId)
			throw fieldError(`tickets.${index}.ticketTypeId`, message`Choose another ticket type.`);
		seen.add(attendeeId);
		return { ...ticket, from: ticket.ticketTypeId, to: ticketTypeId };
	});
}

function countTypes(tickets: readonly { ticketTypeId: string }[]): Map<string, number> {
	return new Map([...Map.groupBy(tickets, (one) => one.ticketTypeId)].map(([id, some]) => [id, some.length]));
}

/** Refuses types that are not on sale, add-ons in place of a ticket, and more of a type than one order may have. */
function judgeTypes({ order, stock }: Changeable, wanted: WantedChange, sold: readonly SoldTicket[]): void {
	const isSwapped = new Set(wanted.tickets.map(({ attendeeId }) => attendeeId));
	for (const [ticketTypeId, count] of countTypes(sold)) {
		const terms = stock.types.get(ticketTypeId);
		if (!terms || !isOffered(terms, stock))
			throw ruleViolation('ticket-type-closed', message`This ticket type is not available.`, {
				ticketTypeId,
			});
		const stays = order.attendees.filter(
			(one) => one.status === 'active' && one.ticketTypeId === ticketTypeId && !isSwapped.has(one.id),
		).length;
		if (stays + count > terms.maxPerOrder)
			throw ruleViolation('above-maximum', message`“${terms.name}”: limit ${terms.maxPerOrder} per order.`, {
				maxPerOrder: terms.maxPerOrder,
			});
	}
	for (const [index, { ticketTypeId }] of wanted.tickets.entries())
		if (stock.types.get(ticketTypeId)?.kind === 'add_on')
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

function refuseUnpayable(stock: EventStock, differenceMinor: number): void {
	if (!stock.payment.takesCards)
		throw ruleViolation('account-cannot-charge', message`Tickets cannot be paid by card right now.`);
	if (chargeProblem(differenceMinor, stock.currency))
		throw ruleViolation('amount-too-small', message`This amount is too small to be paid by card.`);
}

/** Names what the buyer was shown: which tickets, and every amount. */
function hashOf(
	wanted: WantedChange,
	lines: readonly OrderLine[],
	{ differenceMinor, currency }: { differenceMinor: number; currency: string },
): string {
	const swaps = wanted.tickets.map(({ attendeeId, ticketTypeId }) => `${attendeeId} ${ticketTypeId}`).sort();
	const adds = wanted.add.map(({ ticketTypeId, quantity }) => `${ticketTypeId} ${quantity}`).sort();
	const amounts = lines.map(
		({ kind, ticketTypeId, quantity, netMinor, taxMinor }) =>
			`${kind} ${ticketTypeId} ${quantity} ${netMinor} ${taxMinor}`,
	);
	return `${differenceMinor}${currency}-${hashText([...swaps, '', ...adds, '', ...amounts].join('\n')).toString(36)}`;
}
