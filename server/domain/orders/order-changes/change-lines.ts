import { chargeStep } from '#shared/lib/provider-amounts.ts';
import type { ChangeRules } from '#shared/rules/change-rules.ts';
import { allocate, share, split } from '#shared/rules/pricing/money.ts';
import type { QuoteLine } from '#shared/rules/pricing/quote.ts';
import { isOfTicketLine, type RefundableTicket, ticketPrices } from '#shared/rules/ticket-prices.ts';
import type { OrderLine, OrderRecord } from '../order-record.ts';

/** A ticket that a change sells: one of the order with another type, or a new one. */
export interface SoldTicket {
	attendeeId: string;
	ticketTypeId: string;
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** The rest of the lines of one kind and rate that a ticket is sold with. */
interface Part {
	line: OrderLine;
	grossMinor: number;
	taxMinor: number;
}

function partsOf(lines: readonly OrderLine[]): Part[] {
	return [...Map.groupBy(lines, (line) => `${line.kind} ${line.taxBasisPoints}`).values()].map((some) => ({
		line: some[0] as OrderLine,
		grossMinor: sum(some.map((line) => line.grossMinor)),
		taxMinor: sum(some.map((line) => line.taxMinor)),
	}));
}

/** The lines that return changed tickets. */
export interface LinesBack {
	lines: OrderLine[];
	/** The ticket that each line is of. */
	attendeeIds: string[];
	keptMinor: number;
}

/**
 * The lines that take changed tickets back, each at what it cost, and the fee that is retained: a part of its price that stays sold. Their
 * numbers follow those of the order.
 */
export function linesBack(
	order: Pick<OrderRecord, 'lines' | 'attendees' | 'currency'>,
	attendeeIds: readonly string[],
	keepMinor: ChangeRules['keepMinor'] = 0,
): LinesBack {
	const prices = new Map(
		ticketPrices({ ...order, ticketRefunds: [] }).map((ticket) => [ticket.id, ticket] as const),
	);
	const step = chargeStep(order.currency);
	// Tickets that were bought together share their lines: what one takes away is not there for the next.
	const shared = new Map<string, Part[]>();
	const lines: OrderLine[] = [];
	const tickets: string[] = [];
	let keptMinor = 0;
	for (const attendeeId of attendeeIds) {
		const ticket = prices.get(attendeeId);
		if (!ticket) continue;
		const parts = partsWith(order.lines, ticket, shared);
		const amounts = allocate(
			ticket.minor,
			parts.map((part) => part.grossMinor),
		);
		const fee = Math.min(keepMinor - (keepMinor % step), ticket.minor);
		for (const [index, part] of parts.entries()) {
			const grossMinor = amounts[index] as number;
			const taxMinor = part.grossMinor === 0 ? 0 : share(part.taxMinor, grossMinor, part.grossMinor);
			const isOwn = part.line.attendeeId === attendeeId;
			lines.push({
				...part.line,
				quantity: -1,
				...negative({ grossMinor, taxMinor }),
				attendeeId: isOwn ? attendeeId : null,
			});
			tickets.push(attendeeId);
			if (index === 0 && fee > 0) {
				const tax = grossMinor === 0 ? 0 : share(taxMinor, fee, grossMinor);
				lines.push({
					...part.line,
					quantity: 0,
					unitMinor: 0,
					...{ grossMinor: fee, taxMinor: tax, netMinor: fee - tax, attendeeId: null },
				});
				tickets.push(attendeeId);
			}
			part.grossMinor -= grossMinor;
			part.taxMinor -= taxMinor;
		}
		keptMinor += fee;
	}
	return { lines: numbered(order, lines), attendeeIds: tickets, keptMinor };
}

/** The lines that sell changed tickets for what they cost before, with the tax of then, and what is added for nothing. */
export function linesAtOldPrice(
	order: Pick<OrderRecord, 'lines'>,
	back: LinesBack,
	tickets: readonly (SoldTicket & { isAddOn: boolean })[],
): OrderLine[] {
	const sold = tickets.flatMap(({ isAddOn, ...ticket }) => {
		const own = back.lines.filter((_, index) => back.attendeeIds[index] === ticket.attendeeId);
		// Without a line of its own a ticket has a part of what others of its type cost.
		const lines =
			own.length > 0 ? own : [{ ...nothing, kind: isAddOn ? ('add_on' as const) : ('ticket' as const) }];
		return lines.map(
			(line): OrderLine => ({ ...line, ...ticket, ...negative(line), tierName: null, quantity: 1 }),
		);
	});
	return numbered({ lines: [...order.lines, ...back.lines] }, sold);
}

const nothing = {
	...{ line: 0, unitMinor: 0, taxBasisPoints: 0 },
	...{ netMinor: 0, taxMinor: 0, grossMinor: 0 },
};

const negative = ({ grossMinor, taxMinor }: { grossMinor: number; taxMinor: number }) => ({
	grossMinor: 0 - grossMinor,
	taxMinor: 0 - taxMinor,
	netMinor: taxMinor - grossMinor,
});

function partsWith(
	lines: readonly OrderLine[],
	ticket: RefundableTicket,
	shared: Map<string, Part[]>,
): Part[] {
	const sold = lines.filter((line) => isOfTicketLine(line, ticket) && line.quantity !== 0);
	const own = sold.filter((line) => line.attendeeId === ticket.id);
	if (own.length > 0) return partsOf(own);
	const key = `${ticket.ticketTypeId} ${ticket.tierName}`;
	const parts = shared.get(key) ?? partsOf(sold.filter((line) => !line.attendeeId));
	shared.set(key, parts);
	return parts;
}

/**
 * The lines of a quote, one for each ticket that they are of, so that each is known by what it cost.
 * @param after the lines before them, whose numbers they follow
 */
export function linesOfTickets(
	order: Pick<OrderRecord, 'lines'>,
	after: readonly OrderLine[],
	priced: readonly QuoteLine[],
	tickets: readonly SoldTicket[],
): OrderLine[] {
	const rest = Map.groupBy(tickets, ({ ticketTypeId }) => ticketTypeId);
	// The fee of a ticket has the type and tier of its price.
	const takenBy = new Map<string, string[]>();
	const lines = priced.flatMap((line) => {
		const key = `${line.ticketTypeId} ${line.tierName}`;
		const ids =
			takenBy.get(key) ??
			(rest.get(line.ticketTypeId ?? '') ?? []).splice(0, line.quantity).map(({ attendeeId }) => attendeeId);
		takenBy.set(key, ids);
		const gross = split(line.grossMinor, line.quantity);
		const tax = split(line.taxMinor, line.quantity);
		return ids.map((attendeeId, index): OrderLine => {
			const grossMinor = gross[index] as number;
			const taxMinor = tax[index] as number;
			return { ...line, quantity: 1, grossMinor, taxMinor, netMinor: grossMinor - taxMinor, attendeeId };
		});
	});
	return numbered({ lines: [...order.lines, ...after] }, lines);
}

function numbered(order: Pick<OrderRecord, 'lines'>, lines: readonly OrderLine[]): OrderLine[] {
	const first = nextLine(order.lines);
	return lines.map((line, index) => ({ ...line, line: first + index }));
}

/** The number of the next line of an order. */
export const nextLine = (lines: readonly { line: number }[]): number =>
	Math.max(-1, ...lines.map(({ line }) => line)) + 1;
