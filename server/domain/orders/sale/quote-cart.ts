import { budgetProblem, cartProblem, codeProblem } from '#server/domain/codes/code-problem.ts';
import { findOfferedCode } from '#server/domain/codes/offered-code.ts';
import { databaseNow, type EventStock } from '#server/domain/tickets/stock.ts';
import type { OfferRow } from '#server/domain/waitlist/rows.ts';
import type { Services } from '#server/services.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { unlocks } from '#shared/rules/pricing/codes.ts';
import type { CartGift, Quote } from '#shared/rules/pricing/quote.ts';
import { priceCart, savedBy } from './price.ts';
import { quoteOffered } from './resale-quote.ts';
import type { SaleOrder } from './sale-order.ts';

/**
 * The current public price of a cart. Nothing is held: the sale judges and prices it again.
 * @throws AppError `code-refused` with its reason, or what is wrong with an item
 */
export async function quoteCart(
	services: Services,
	stock: EventStock,
	cart: {
		items: SaleOrder['items'];
		gift?: CartGift | undefined;
		code?: string | undefined;
		offer?: OfferRow | null;
	},
): Promise<Quote & { discount?: { code: string; savedMinor: number } }> {
	const { items, gift, offer } = cart;
	if (offer?.isResale) return quoteOffered(services, cart, { offer, currency: stock.currency });
	const nowMs = databaseNow(stock);
	const code = cart.code === undefined ? null : await findOfferedCode(services.database.db, stock, cart.code);
	if (cart.code !== undefined) {
		const problem = codeProblem(code, nowMs) ?? (code && cartProblem(code, items, stock.types));
		if (problem) throw problem;
	}
	for (const { ticketTypeId, line } of items)
		if (
			stock.types.get(ticketTypeId)?.isHidden &&
			ticketTypeId !== offer?.ticketTypeId &&
			!unlocks(code, { id: ticketTypeId })
		)
			throw fieldError(`items.${line}.ticketTypeId`, message`This ticket type does not exist.`);
	const at = { nowMs: offer?.createdAt.getTime() ?? nowMs, code };
	const priced = priceCart(stock, items, at, gift);
	if (priced instanceof Error) throw priced;
	if (!code) return priced;
	const savedMinor = savedBy(priced, stock, items, at, gift);
	const problem = budgetProblem(code, savedMinor);
	if (problem) throw problem;
	return { ...priced, discount: { code: code.code, savedMinor } };
}
