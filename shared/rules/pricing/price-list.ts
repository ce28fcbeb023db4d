import { isRefusal, type PricedType, type PricingTerms, quote } from './quote.ts';
import { shownPrice } from './shown-price.ts';

/** What an event offers, as it is priced. */
export interface OfferedType extends PricedType {
	name: string;
	isClosed: boolean;
	position: number;
}

/** Price and proceeds of one of each offered type, before fees of the payment provider. Of a donation, the minimum. */
export function priceList(types: readonly OfferedType[], terms: PricingTerms) {
	return types
		.filter(({ isClosed }) => !isClosed)
		.sort((a, b) => a.position - b.position)
		.map((type) => {
			const sold = quote([type], [{ ticketTypeId: type.id, quantity: 1 }], terms);
			// An amount that cards refuse may be part of a larger order.
			const shown = shownPrice(type, terms);
			const { totalMinor, platformFeeMinor } = isRefusal(sold)
				? { totalMinor: shown.totalMinor, platformFeeMinor: shown.feeMinor }
				: sold;
			return {
				ticketTypeId: type.id,
				name: type.name,
				kind: type.kind,
				currency: terms.currency,
				buyerPaysMinor: totalMinor,
				organiserGetsMinor: totalMinor - platformFeeMinor,
			};
		});
}
