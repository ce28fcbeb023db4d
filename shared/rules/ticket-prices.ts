import { chargeStep } from '../lib/provider-amounts.ts';
import type { OrderLineKind } from './order-lines.ts';
import { allocate, split } from './pricing/money.ts';

/** An order as far as the prices of its tickets go. */
export interface PricedTickets {
	currency: string;
	/**
	 * As they were sold, and what was taken back since: refunded with a quantity of 0 and negative amounts, or changed for another ticket
	 * with a negative quantity.
	 */
	lines: readonly {
		kind: OrderLineKind;
		ticketTypeId: string | null;
		tierName: string | null;
		quantity: number;
		grossMinor: number;
		attendeeId?: string | null | undefined;
	}[];
	/** All of them, in the order of their ids. */
	attendees: readonly { id: string; ticketTypeId: string }[];
	/** Refunds of single tickets. */
	ticketRefunds: readonly { attendeeId: string; refundedMinor: number; failedMinor: number }[];
}

/** The line of an order that a ticket was sold with. */
export interface TicketLine {
	ticketTypeId: string;
	tierName: string | null;
}

/** The refundable amount of one ticket, and the line that it is returned from. */
export interface RefundableTicket extends TicketLine {
	id: string;
	minor: number;
}

/** Whether a line is of the ticket type and price tier. */
export const isOfTicketLine = (
	line: { ticketTypeId: string | null; tierName: string | null },
	{ ticketTypeId, tierName }: TicketLine,
): boolean => line.ticketTypeId === ticketTypeId && line.tierName === tierName;

/**
 * The full price of each ticket of an order. One that a change sold has lines of its own. The others of a type are of its lines in their
 * order, first those of the first price; what was paid for a line is divided among its tickets (`split`), so that single refunds add up to it.
 */
export function ticketPrices(order: PricedTickets): RefundableTicket[] {
	const own = order.attendees.flatMap((ticket) => ownPrice(order, ticket) ?? []);
	const isOwn = new Set(own.map(({ id }) => id));
	const others = order.attendees.filter(({ id }) => !isOwn.has(id));
	return [...own, ...sharedPrices(order, others)];
}

/** The price of a ticket that has lines of its own; null: it has none. */
function ownPrice(
	{ lines }: PricedTickets,
	{ id, ticketTypeId }: PricedTickets['attendees'][number],
): RefundableTicket | null {
	const sold = lines.filter(
		(line) => line.attendeeId === id && line.ticketTypeId === ticketTypeId && line.quantity !== 0,
	);
	const last = sold.at(-1);
	return last
		? { id, ticketTypeId, tierName: last.tierName, minor: sum(sold.map((line) => line.grossMinor)) }
		: null;
}

function sharedPrices(order: PricedTickets, attendees: PricedTickets['attendees']): RefundableTicket[] {
	return [...Map.groupBy(attendees, (one) => one.ticketTypeId)].flatMap(([ticketTypeId, tickets]) => {
		const sold = order.lines.filter(
			(line) => line.ticketTypeId === ticketTypeId && line.quantity !== 0 && !line.attendeeId,
		);
		const tiers = [...Map.groupBy(sold, (line) => line.tierName)]
			.map(([tierName, lines]) => ({
				tierName,
				// Beside the line of a ticket there may be one of its fee and one of what it is given for, each as many.
				quantity: Math.max(
					...[...Map.groupBy(lines, (line) => line.kind).values()].map((ofKind) =>
						sum(ofKind.map((line) => line.quantity)),
					),
				),
				grossMinor: sum(lines.map((line) => line.grossMinor)),
			}))
			.filter(({ quantity }) => quantity > 0);
		// One that admits several is a ticket for each of them.
		const counts =
			tiers.length === 0
				? []
				: allocate(
						tickets.length,
						tiers.map((tier) => tier.quantity),
					);
		const rest = [...tickets];
		return tiers.flatMap(({ tierName, grossMinor }, index) => {
			const own = rest.splice(0, counts[index]);
			const parts = splitBySteps(grossMinor, own.length, chargeStep(order.currency));
			return own.map(({ id }, number) => ({ id, ticketTypeId, tierName, minor: parts[number] as number }));
		});
	});
}

/** An amount in parts that can be refunded by card each, where the whole can. */
const splitBySteps = (minor: number, count: number, step: number): number[] =>
	minor % step === 0 ? split(minor / step, count).map((part) => part * step) : split(minor, count);

/**
 * The refundable amount of each of some tickets: its price less refunds for it, as long as that is left of its line, from which
 * refunds of an amount take too.
 */
export function refundableByTicket(order: PricedTickets, attendeeIds: readonly string[]): RefundableTicket[] {
	const chosen = new Set(attendeeIds);
	const refunds = new Map(order.ticketRefunds.map((one) => [one.attendeeId, one]));
	const byLine = Map.groupBy(ticketPrices(order), (one) => `${one.ticketTypeId} ${one.tierName}`);
	return [...byLine.values()].flatMap((tickets) => {
		const [first] = tickets as [RefundableTicket];
		const soldMinor = sum(
			order.lines.filter((line) => isOfTicketLine(line, first)).map((line) => line.grossMinor),
		);
		// What was taken back with a refund that failed is still to be returned.
		let leftMinor = soldMinor + sum(tickets.map(({ id }) => refunds.get(id)?.failedMinor ?? 0));
		return tickets
			.filter(({ id }) => chosen.has(id))
			.map((ticket) => {
				const wanted = ticket.minor - (refunds.get(ticket.id)?.refundedMinor ?? 0);
				const minor = Math.max(0, Math.min(wanted, leftMinor));
				leftMinor -= minor;
				return { ...ticket, minor };
			});
	});
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Whether a line is a gift that is no ticket, or the card fees that the donor added to it. */
export const isGiftLine = (line: { kind: OrderLineKind; ticketTypeId: string | null }): boolean =>
	line.ticketTypeId === null && (line.kind === 'gift' || line.kind === 'cover');

/** The rest of an order’s gift, with its cover. */
export const giftLeftMinor = (
	lines: readonly { kind: OrderLineKind; ticketTypeId: string | null; grossMinor: number }[],
): number => lines.filter(isGiftLine).reduce((sum, line) => sum + line.grossMinor, 0);
