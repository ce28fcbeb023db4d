import { budgetProblem } from '#server/domain/codes/code-problem.ts';
import { type EventStock, pricedTypes, pricingOf, tiersOpenNow } from '#server/domain/tickets/stock.ts';
import { AppError, fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type CodeTerms, withCode } from '#shared/rules/pricing/codes.ts';
import type { DoorPriceList } from '#shared/rules/pricing/door-prices.ts';
import { type CartGift, isRefusal, type PricedType, type Quote, quote } from '#shared/rules/pricing/quote.ts';
import { type OpenTier, partsByPrice } from '#shared/rules/pricing/tiers.ts';
import { quoteResold } from './resale-quote.ts';
import type { PriceBound, SaleOrder } from './sale-order.ts';

/** The state that a price is worked out for. */
export interface PricedAt {
	/** Milliseconds since the epoch, by the database's clock. */
	nowMs: number;
	/** Places that orders before this one are about to take, by pool. */
	ahead?: ReadonlyMap<string, number> | undefined;
	/** The code that lowers prices. */
	code?: CodeTerms | null | undefined;
	/** Prices that are taken instead of those of the stock. */
	priceList?: DoorPriceList | undefined;
}

/** The price of a cart, or why it has none. */
export function priceCart(
	stock: EventStock,
	items: SaleOrder['items'],
	at: PricedAt,
	gift: CartGift | null = null,
): Quote | AppError {
	const { priceList } = at;
	const types = withCode<PricedType>(
		priceList?.types ?? pricedTypes(stock, at.nowMs, at.ahead),
		at.code ?? null,
		stock.currency,
	);
	const priced = quote(types, items, priceList?.terms ?? pricingOf(stock), gift);
	if (!isRefusal(priced)) return priced;
	const line = typeof priced.line === 'number' ? (items[priced.line]?.line ?? 0) : 0;
	const field = priced.line === 'gift' ? 'gift.amountMinor' : `items.${line}.chosenMinor`;
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

/**
 * The discount of a code on the total of a cart, with tax and fees; none where the cart has no price without it.
 * @param gift the gift beside the tickets that `priced` has
 */
export function savedBy(
	priced: Quote,
	stock: EventStock,
	items: SaleOrder['items'],
	at: PricedAt,
	gift: CartGift | null = null,
): number {
	const before = priceCart(stock, items, { ...at, code: null }, gift);
	return before instanceof AppError ? 0 : before.totalMinor - priced.totalMinor;
}

/** Whether an order has to be priced at all: what an organiser adds is without a price. */
function isPriced(order: SaleOrder, stock: EventStock): boolean {
	const kindOf = (ticketTypeId: string) =>
		order.priceList
			? order.priceList.types.find(({ id }) => id === ticketTypeId)?.kind
			: stock.types.get(ticketTypeId)?.kind;
	return (
		order.mode !== 'organiser' &&
		(order.gift !== null || order.items.some((item) => (kindOf(item.ticketTypeId) ?? 'free') !== 'free'))
	);
}

/**
 * Works out what an order costs on the terms of a stock, and whether it has to be approved, and notes both in the order. Nobody is sold anything at a price that they did not
 * see: where the order names a quote it must be this one, and paying it names it in any case.
 * @returns why the order cannot be taken, or null
 */
export function settlePrice(order: SaleOrder, stock: EventStock, at: PricedAt): AppError | null {
	order.quote = null;
	order.needsApproval =
		order.mode === 'public' &&
		!order.resale &&
		!order.offered?.isOfGroup &&
		order.items.some(({ ticketTypeId }) => stock.types.get(ticketTypeId)?.needsApproval);
	order.priceBounds = undefined;
	if (order.resale) return settleResale(order, quoteResold(order.resale, stock.currency), stock);
	if (!isPriced(order, stock)) return null;
	const priced = priceCart(stock, order.items, { ...at, priceList: order.priceList }, order.gift);
	if (priced instanceof AppError) return priced;
	if (order.discount) {
		order.discount.savedMinor = savedBy(priced, stock, order.items, at, order.gift);
		const problem = budgetProblem(order.discount.code, order.discount.savedMinor);
		if (problem) return problem;
	}
	const kinds = order.items.map((item) => stock.types.get(item.ticketTypeId)?.kind);
	if (order.mode === 'public' && kinds.length > 0 && kinds.every((kind) => kind === 'add_on'))
		return ruleViolation('add-on-alone', message`Add-ons need a ticket. Choose a ticket too.`);
	if (priced.totalMinor === 0) return null;
	const changed = quoteProblem(order, priced);
	if (changed) return changed;
	order.quote = priced;
	if (!order.priceList) order.priceBounds = boundsOf(order, stock, at);
	return null;
}

/** Whether the buyer saw another price. Without a quote it is a hold at the price of now; paying it names that. */
function quoteProblem({ quoteHash }: SaleOrder, { totalMinor, currency, hash }: Quote): AppError | null {
	return quoteHash === null || quoteHash === hash
		? null
		: ruleViolation('price-changed', message`The price has changed. Check it and try again.`, {
				totalMinor,
				currency,
				hash,
			});
}

/** What guests resell is paid by card, so that their money can go back. */
function settleResale(order: SaleOrder, priced: Quote, { payment }: EventStock): AppError | null {
	if (!payment.takesCards)
		return ruleViolation('payment-account-missing', message`These tickets can’t be paid right now.`);
	const changed = quoteProblem(order, priced);
	if (!changed) order.quote = priced;
	return changed;
}

/** Until when the prices of the tiers hold that an order meets; nothing where it meets none. */
function boundsOf(order: SaleOrder, stock: EventStock, at: PricedAt): Map<string, PriceBound> | undefined {
	let bounds: Map<string, PriceBound> | undefined;
	for (const { ticketTypeId, quantity } of order.items) {
		const terms = stock.types.get(ticketTypeId);
		if (!terms || terms.priceTiers.length === 0) continue;
		const pool = stock.pools.get(terms.poolIds[0] ?? '');
		const ahead = at.ahead?.get(terms.poolIds[0] ?? '') ?? 0;
		const taken = (pool?.confirmed ?? 0) + (pool?.held ?? 0) + ahead;
		const tiers = tiersOpenNow(stock, terms, at.nowMs, ahead);
		bounds ??= new Map();
		const bound = boundOf(tiers, terms, quantity, taken);
		// What the waitlist offers costs what it did then, also once that tier is over.
		bounds.set(ticketTypeId, order.offered ? { ...bound, untilMs: null } : bound);
	}
	return bounds;
}

function boundOf(
	tiers: readonly OpenTier[],
	terms: { priceMinor: number; admits: number },
	quantity: number,
	taken: number,
): PriceBound {
	const bound: PriceBound = { takenAtMost: null, untilMs: null };
	let sold = 0;
	for (const part of partsByPrice({ priceMinor: terms.priceMinor, tiers }, quantity, 0)) {
		sold += part.quantity;
		const tier = part.tier === null ? undefined : tiers[part.tier];
		if (!tier) continue;
		if (tier.left !== null) {
			// As many tickets more may be gone before as would be left of the tier after this order.
			const atMost = taken + (tier.left - sold) * terms.admits;
			bound.takenAtMost = Math.min(bound.takenAtMost ?? atMost, atMost);
		}
		if (tier.endsAt !== null) {
			const untilMs = Date.parse(tier.endsAt);
			bound.untilMs = Math.min(bound.untilMs ?? untilMs, untilMs);
		}
	}
	return bound;
}

/** How an order is placed: it waits for its approval, or holds its places because that was requested or because it is to be paid. */
export const placedStatus = (order: SaleOrder): 'awaiting_approval' | 'pending' | 'confirmed' =>
	order.needsApproval ? 'awaiting_approval' : order.isHold || order.quote !== null ? 'pending' : 'confirmed';

/** Whether the places of an order are held, not confirmed. */
export const isHeld = (order: SaleOrder): boolean => placedStatus(order) !== 'confirmed';
