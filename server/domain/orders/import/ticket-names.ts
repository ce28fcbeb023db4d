import type { EventStock, SaleTerms } from '#server/domain/tickets/stock.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import type { GuestRow } from './check-guests.ts';

/** Which ticket each guest of a list gets. */
export interface TicketChoice {
	/** The type of a guest; by its name in the list, else the chosen one. */
	typeOf(guest: GuestRow): SaleTerms;
	/** The names in the list that are types here. */
	known(name: string): SaleTerms | null;
}

/** The contract of ticket types allows no longer name. */
const maxNameLength = 100;

/** Names are compared without regard to case and blanks. */
function fold(name: string): string {
	return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Matches the ticket names of a list with the types of the event; everybody else gets the fallback. Add-ons are no tickets. */
export function chooseTickets(stock: EventStock, fallback: SaleTerms): TicketChoice {
	const byName = new Map<string, SaleTerms>();
	for (const type of stock.types.values()) {
		if (type.kind !== 'add_on' && !byName.has(fold(type.name))) byName.set(fold(type.name), type);
	}
	const known = (name: string) => byName.get(fold(name)) ?? null;
	return { known, typeOf: (guest) => known(ticketNameOf(guest.ticketType)) ?? fallback };
}

/** The ticket names of guests that are no types of the event yet, as the list writes them first. */
export function newTicketNames(guests: readonly GuestRow[], choice: TicketChoice): string[] {
	const names = new Map<string, string>();
	for (const { ticketType } of guests) {
		const name = ticketNameOf(ticketType);
		if (name !== '' && !choice.known(name) && !names.has(fold(name))) names.set(fold(name), name);
	}
	return [...names.values()];
}

/** A name of the list within the limits of a ticket type's name. */
export const ticketNameOf = (name: string) => name.slice(0, maxNameLength).trim().toWellFormed();

/**
 * The ticket type for guests without one: the requested one, else the first public one, else the first.
 * @returns null if the event has no such type
 */
export function fallbackType(stock: EventStock, ticketTypeId: string | undefined): SaleTerms | null {
	const types = [...stock.types.values()].filter((type) => type.kind !== 'add_on');
	if (ticketTypeId !== undefined) return types.find((type) => type.id === ticketTypeId) ?? null;
	return types.find((type) => !type.isHidden && !type.isClosed) ?? types[0] ?? null;
}

/** Why the guests can’t be imported: one sentence for each pool with too few spots. */
export function missingPlaces(
	stock: EventStock,
	guests: readonly GuestRow[],
	choice: TicketChoice,
): TranslatableMessage[] {
	const wanted = new Map<string, { places: number; names: Set<string> }>();
	for (const guest of guests) {
		const type = choice.typeOf(guest);
		for (const poolId of type.poolIds) {
			const pool = wanted.get(poolId) ?? { places: 0, names: new Set() };
			pool.places += type.admits * guest.quantity;
			pool.names.add(type.name);
			wanted.set(poolId, pool);
		}
	}
	return [...wanted].flatMap(([poolId, { places, names }]) => {
		const pool = stock.pools.get(poolId);
		if (!pool || pool.size === null) return [];
		const left = Math.max(0, pool.size - pool.confirmed - pool.held);
		if (places <= left) return [];
		const list = [...names].map((name) => `“${name}”`).join(', ');
		return [
			places === 1
				? message`This list needs 1 spot for ${list}, but none is left. Raise the capacity first.`
				: left === 1
					? message`This list needs ${places} spots for ${list}, but only 1 is left. Raise the capacity first.`
					: message`This list needs ${places} spots for ${list}, but only ${left} are left. Raise the capacity first.`,
		];
	});
}
