import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';

/** Most people one order may register. */
export const MAX_ATTENDEES_PER_ORDER = 1_000;

export interface OrderItem {
	ticketTypeId: string;
	quantity: number;
	/** Of a donation: the amount for each, in minor units. */
	chosenMinor?: number | undefined;
}

/**
 * Puts lines of the same ticket type together, in the order in which the types first appear: limits per order cannot be dodged by
 * repeating a line. `line` is where the type first stood, for errors about it.
 * @throws VALIDATION_FAILED when one type is wanted at two amounts
 */
export function mergeItems(items: readonly OrderItem[]): (OrderItem & { line: number })[] {
	const merged = new Map<string, OrderItem & { line: number }>();
	for (const [line, item] of items.entries()) {
		const known = merged.get(item.ticketTypeId);
		if (known && known.chosenMinor !== item.chosenMinor)
			throw fieldError(`items.${line}.chosenMinor`, message`Choose one amount for each type of ticket.`);
		if (known) known.quantity += item.quantity;
		else merged.set(item.ticketTypeId, { ...item, line });
	}
	return [...merged.values()];
}

/** Whether a quantity keeps the limits of its ticket type. */
export function quantityProblem(
	limits: { minPerOrder: number; maxPerOrder: number },
	quantity: number,
): 'below_minimum' | 'above_maximum' | null {
	if (quantity < limits.minPerOrder) return 'below_minimum';
	return quantity > limits.maxPerOrder ? 'above_maximum' : null;
}
