import type { ApiClient } from '#app/lib/api-client.ts';
import { quoteCart } from '#shared/contracts/orders.ts';
import type { WaitlistEntry } from '#shared/contracts/waitlist.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** The price of some of the tickets that an entry is offered. */
export interface OfferPrice {
	quantity: number;
	totalMinor: number;
	currency: string;
	hash: string;
	/** The code that it was worked out with; empty: none, or the one they joined with is no longer taken. */
	code: string;
}

/** @returns null where nothing is offered, or the price is not known: the order then says it */
export async function priceOffer(
	api: Pick<ApiClient, 'call'>,
	offerToken: string,
	{ event, code, offer }: Pick<WaitlistEntry, 'event' | 'code' | 'offer'>,
	quantity = offer?.quantity ?? 0,
): Promise<OfferPrice | null> {
	if (!offer) return null;
	const { ticketTypeId } = offer;
	// What another guest paid is no price that a code lowers.
	const wanted = offer.resale ? '' : code;
	const quoteWith = async (used: string): Promise<OfferPrice> => {
		const { totalMinor, currency, hash } = await api.call(quoteCart, {
			params: { event: event.id },
			body: { items: [{ ticketTypeId, quantity }], offerToken, ...(used && { code: used }) },
			hasBearer: false,
		});
		return { quantity, totalMinor, currency, hash, code: used };
	};
	try {
		return await quoteWith(wanted).catch((refused) => {
			// What a code took off when they joined is no reason to lose the tickets.
			if (wanted && refused instanceof AppError && refused.metadata.rule === 'code-refused')
				return quoteWith('');
			throw refused;
		});
	} catch {
		return null;
	}
}
