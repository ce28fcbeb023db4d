import type { PricedType, PricingTerms } from './quote.ts';

/**
 * The prices by which a device sells without a network, as they were when it got them: of types with tiers the tier that was open then,
 * for any number. The device and the server price a cart by the same list with `quote`.
 */
export interface DoorPriceList {
	types: readonly PricedType[];
	terms: PricingTerms;
}
