import type { TicketType } from '#shared/contracts/tickets.ts';
import { isUuid } from '#shared/lib/ids.ts';
import { isCut, typesOfPage } from './page-types.ts';
import { firstQuantities, settleQuantity } from './sale-lines.ts';

const mostItems = 20;

/**
 * Reads the parameter `tickets` of an event's page: what other sites fill the form with, as `{ticketTypeId}.{quantity},…`. Anything else
 * in it is ignored.
 * @returns quantities from 1 by the id of the type, whether there is such a type or not
 */
export function readCart(parameter: string): Map<string, number> {
	const items = parameter.split(',', mostItems).flatMap((item) => {
		const [id = '', quantity = '', ...more] = item.split('.');
		const isItem = isUuid(id) && /^[1-9]\d{0,3}$/.test(quantity) && more.length === 0;
		return isItem ? [[id.toLowerCase(), Number(quantity)] as const] : [];
	});
	return new Map(items);
}

/**
 * The ticket types as the document of an event's page carries them, and what stands in its form: what the address asks for, as far as
 * it can be had.
 * @param parameter `tickets` of the address: a cart, or the place of the first type that the document has room for
 */
export function typesInAddress(
	all: readonly TicketType[],
	parameter: string | null,
): { types: TicketType[]; chosen?: Record<string, number> } {
	const cart = readCart(parameter ?? '');
	const first = Number(parameter) || 0;
	let types = typesOfPage(all, all[first] ? first : 0);
	const isRequested = ({ id }: TicketType) => cart.has(id);
	// What the address names has to be in the form.
	if (types.some((type) => isRequested(type) && isCut(type)))
		types = typesOfPage(all, all.findIndex(isRequested));
	const quantities = types.flatMap((type) => {
		const quantity = isCut(type) ? 0 : settleQuantity(type, cart.get(type.id) ?? 0, 0);
		return quantity > 0 ? [[type.id, quantity] as const] : [];
	});
	if (quantities.length === 0) return { types };
	return { types, chosen: { ...firstQuantities(types), ...Object.fromEntries(quantities) } };
}
