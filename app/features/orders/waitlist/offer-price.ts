import type { ApiClient } from '#app/lib/api-client.ts';
import { quoteCart } from '#shared/contracts/orders.ts';
import type { WaitlistEntry } from '#shared/contracts/waitlist.ts';

/** What some of the tickets cost that an entry is offered. */
export interface OfferPrice {
	quantity: number;
	totalMinor: number;
	currency: string;
	hash: string;
}

/** @returns null where nothing is offered, or the price is not known: the order then says it */
export async function priceOffer(
	api: Pick<ApiClient, 'call'>,
	offerToken: string,
	{ event, code, offer }: Pick<WaitlistEntry, 'event' | 'code' | 'offer'>,
	quantity = offer?.quantity ?? 0,
): Promise<OfferPrice | null> {
	if (!offer) return null;
	try {
		const { totalMinor, currency, hash } = await api.call(quoteCart, {
			params: { event: event.id },
			body: {
				items: [{ ticketTypeId: offer.ticketTypeId, quantity }],
				offerToken,
				...(code && { code }),
			},
			hasBearer: false,
		});
		return { quantity, totalMinor, currency, hash };
	} catch {
		return null;
	}
}
