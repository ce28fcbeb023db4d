import { allInMinor, giftPartMinor, isRefusal, type PricedType, type PricingTerms, quote } from './quote.ts';

/** What one ticket costs, and what of it is named beside the price. Amounts are minor units of the currency of the terms. */
export interface ShownPrice {
	/** All that has to be paid for one: the amount to show. Of a donation, the least. */
	totalMinor: number;
	/** Part of the total: the fee that the buyer bears, with its tax. */
	feeMinor: number;
	/** Part of the total: the tax, that of the fee too. */
	taxMinor: number;
	/** Part of the total: what of it is a donation. */
	giftMinor: number;
}

/**
 * The price of the next ticket of a type as every place shows it to buyers: the total of an order of one, with every tax and fee that it
 * cannot be had without (UK DMCC Act 2024 s. 230, 16 CFR part 464, Directive 98/6/EC art. 2). It is `allInMinor`, with its parts.
 */
export function shownPrice(type: PricedType, terms: PricingTerms): ShownPrice {
	const totalMinor = allInMinor(type, terms);
	const one = quote([type], [{ ticketTypeId: type.id, quantity: 1 }], terms);
	const giftMinor = giftPartMinor(type);
	if (!isRefusal(one)) {
		const taxMinor = one.taxes.reduce((sum, tax) => sum + tax.taxMinor, 0);
		return { totalMinor, feeMinor: one.buyerFeeMinor, taxMinor, giftMinor };
	}
	// An amount that cards refuse may be part of a larger order.
	const withoutFeeMinor = allInMinor(type, { ...terms, fee: null });
	return { totalMinor, feeMinor: totalMinor - withoutFeeMinor, taxMinor: 0, giftMinor };
}

/** A ticket type of a list of prices. */
export interface RangedType extends PricedType {
	/** Whether it can be had now or later: it is not sold out, its sale has not ended and is not closed. */
	canBeHad: boolean;
}

/**
 * What coming costs, from the cheapest ticket to the dearest, all in. Add-ons are bought beside a ticket and say nothing of it. What can no
 * longer be had is passed over, as long as something else can.
 * @returns null where there is no ticket
 */
export function shownRange(
	types: readonly RangedType[],
	terms: PricingTerms,
): { minPriceMinor: number; maxPriceMinor: number } | null {
	const tickets = types.filter(({ kind }) => kind !== 'add_on');
	const open = tickets.filter(({ canBeHad }) => canBeHad);
	const prices = (open.length > 0 ? open : tickets).map((type) => allInMinor(type, terms));
	return prices.length === 0
		? null
		: { minPriceMinor: Math.min(...prices), maxPriceMinor: Math.max(...prices) };
}
