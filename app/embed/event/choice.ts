import { firstQuantities, mostOf, settleQuantity, ticketsIn } from '#app/features/orders/sale-lines.ts';
import type { EmbeddedEvent } from '#shared/contracts/embeds.ts';

export type EmbeddedTicket = EmbeddedEvent['tickets'][number];
/** Tickets by id of their type. */
export type Quantities = Record<string, number>;

/** What is had on the event page alone: it has a price, or asks for an amount. */
export const hasCost = (ticket: Pick<EmbeddedTicket, 'kind' | 'totalMinor'>): boolean =>
	ticket.totalMinor > 0 || ticket.kind === 'donation';

/** The one ticket of an event that has no other, where it can be taken: there is nothing to choose. */
export function onlyTicket({ tickets }: Pick<EmbeddedEvent, 'tickets'>): EmbeddedTicket | undefined {
	const [only, ...others] = ticketsIn(tickets);
	return only && others.length === 0 && mostOf(only) > 0 ? only : undefined;
}

/** Initial values of the form, or the rest of an earlier choice after the event has changed. */
export function settledChoice({ tickets }: Pick<EmbeddedEvent, 'tickets'>, earlier?: Quantities): Quantities {
	const first = firstQuantities(tickets);
	if (!earlier) return first;
	return Object.fromEntries(
		tickets.map((ticket) => {
			const wanted = earlier[ticket.id] ?? 0;
			return [ticket.id, settleQuantity(ticket, wanted, wanted) || (first[ticket.id] ?? 0)];
		}),
	);
}

/** The lines of the order, in the order of the form. */
export const itemsOf = ({ tickets }: Pick<EmbeddedEvent, 'tickets'>, chosen: Quantities) =>
	tickets.flatMap(({ id }) => {
		const quantity = chosen[id] ?? 0;
		return quantity > 0 ? [{ ticketTypeId: id, quantity }] : [];
	});

/**
 * How the form’s button handles the choice.
 * - `page`: something of it costs money, or nothing is chosen and everything would.
 * - `request`: the organiser approves it first.
 */
export function verbOf({ tickets }: Pick<EmbeddedEvent, 'tickets'>, chosen: Quantities) {
	const taken = tickets.filter(({ id }) => (chosen[id] ?? 0) > 0);
	const offered = ticketsIn(tickets).filter((ticket) => mostOf(ticket) > 0);
	if (taken.some(hasCost) || (taken.length === 0 && offered.every(hasCost))) return 'page';
	return taken.some(({ needsApproval }) => needsApproval) ? 'request' : 'register';
}

/** The event with what a refusal as sold out said is left of a ticket type, whatever a cached answer says. */
export function withLeft(event: EmbeddedEvent, metadata: Record<string, unknown>): EmbeddedEvent {
	const left = Math.max(0, Number(metadata.left ?? 0));
	if (metadata.rule !== 'sold-out' || !Number.isInteger(left)) return event;
	return {
		...event,
		tickets: event.tickets.map((ticket) =>
			ticket.id !== metadata.ticketTypeId || (ticket.left !== null && ticket.left <= left)
				? ticket
				: { ...ticket, left, state: left === 0 && ticket.state === 'on_sale' ? 'sold_out' : ticket.state },
		),
	};
}
