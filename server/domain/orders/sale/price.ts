import { AppError, fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { isRefusal, type Quote, quote } from '#shared/rules/pricing/quote.ts';
import { type EventStock, pricingOf } from '../../tickets/stock.ts';
import type { SaleOrder } from './sale-order.ts';

/** What a cart costs, or why it has no price. */
export function priceCart(stock: EventStock, items: SaleOrder['items']): Quote | AppError {
	const priced = quote([...stock.types.values()], items, pricingOf(stock));
	if (!isRefusal(priced)) return priced;
	const line = priced.line === null ? 0 : (items[priced.line]?.line ?? 0);
	const field = `items.${line}.chosenMinor`;
	switch (priced.rule) {
		case 'unknown-type':
			return fieldError(`items.${line}.ticketTypeId`, message`This ticket type does not exist.`);
		case 'below-minimum-amount':
			return fieldError(field, message`This amount is below the minimum.`);
		case 'amount-step':
			return fieldError(field, message`Prices in ${stock.currency} are whole amounts.`);
		case 'amount-too-small':
			return ruleViolation('amount-too-small', message`This amount is too small to be paid.`, {
				minimumMinor: priced.minimumMinor,
				currency: stock.currency,
			});
		default:
			return fieldError(field, message`This amount is too large.`);
	}
}

/** Whether an order has to be priced at all: what an organiser adds is without a price. */
function isPriced(order: SaleOrder, stock: EventStock): boolean {
	return (
		order.mode === 'public' &&
		order.items.some((item) => (stock.types.get(item.ticketTypeId)?.kind ?? 'free') !== 'free')
	);
}

/**
 * Works out what an order costs on the terms of a stock, and notes it in the order. Nobody is sold anything at a price that they did not
 * see: an order with a price names the quote.
 * @returns why the order cannot be taken, or null
 */
export function settlePrice(order: SaleOrder, stock: EventStock): AppError | null {
	order.quote = null;
	if (!isPriced(order, stock)) return null;
	const priced = priceCart(stock, order.items);
	if (priced instanceof AppError) return priced;
	const kinds = order.items.map((item) => stock.types.get(item.ticketTypeId)?.kind);
	if (kinds.every((kind) => kind === 'add_on'))
		return ruleViolation('add-on-alone', message`Add-ons need a ticket. Choose a ticket too.`);
	if (priced.totalMinor === 0) return null;
	const { totalMinor, currency, hash } = priced;
	if (order.quoteHash === null)
		return ruleViolation('quote-missing', message`The price was not confirmed. Check it and try again.`, {
			totalMinor,
			currency,
			hash,
		});
	if (order.quoteHash !== hash)
		return ruleViolation('price-changed', message`The price has changed. Check it and try again.`, {
			totalMinor,
			currency,
			hash,
		});
	order.quote = priced;
	return null;
}

/** Whether the places of an order are held, not confirmed: because that was asked for, or because it is to be paid. */
export const isHeld = (order: SaleOrder): boolean => order.isHold || order.quote !== null;
