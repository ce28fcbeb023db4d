import { type OfferedListing, readOffered } from '#server/domain/waitlist/resale-listings.ts';
import { getEntry, type OfferRow } from '#server/domain/waitlist/rows.ts';
import { offerEnded } from '#server/domain/waitlist/taken-offer.ts';
import type { Services } from '#server/services.ts';
import { type AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { codeKey } from '#shared/rules/code-key.ts';
import type { CartGift, Quote, QuoteLine } from '#shared/rules/pricing/quote.ts';
import { hashText } from '#shared/rules/seeded-random.ts';
import type { SaleOrder } from './sale-order.ts';

/** What tickets cost that guests resell: the lines by which they were sold, one ticket after the other. */
export function quoteResold(listings: readonly OfferedListing[], currency: string): Quote {
	const lines = listings.flatMap((listing) => listing.lines).map((of, line) => ({ ...of, line }));
	const sum = (some: readonly QuoteLine[], of: 'netMinor' | 'taxMinor' | 'grossMinor') =>
		some.reduce((total, one) => total + one[of], 0);
	const totalMinor = sum(lines, 'grossMinor');
	const byRate = Map.groupBy(
		lines.filter(({ taxBasisPoints }) => taxBasisPoints > 0),
		({ taxBasisPoints }) => taxBasisPoints,
	);
	return {
		currency,
		lines,
		taxes: [...byRate]
			.map(([basisPoints, some]) => ({
				...{ basisPoints, netMinor: sum(some, 'netMinor'), taxMinor: sum(some, 'taxMinor') },
			}))
			.toSorted((a, b) => a.basisPoints - b.basisPoints),
		buyerFeeMinor: sum(
			lines.filter(({ kind }) => kind === 'service_fee'),
			'grossMinor',
		),
		platformFeeMinor: listings.reduce((total, { feeMinor }) => total + feeMinor, 0),
		totalMinor,
		hash: `${totalMinor}${currency}-${hashText(JSON.stringify(listings.map(({ id, priceMinor }) => [id, priceMinor]))).toString(36)}`,
	};
}

/** A request for tickets that guests resell. */
interface ResaleCart {
	items: SaleOrder['items'];
	gift?: CartGift | null | undefined;
	code?: string | null | undefined;
}

/**
 * Why tickets that guests resell cannot be had with what else is in the cart: their price is fixed. The code that somebody joined the
 * waitlist with comes along by itself, and changes nothing.
 * @param entry who is offered them
 */
export function resaleProblem(
	{ items, gift = null, code = null }: ResaleCart,
	entry: { code: string },
): AppError | null {
	if (items.length === 1 && gift === null && (code === null || codeKey(code) === codeKey(entry.code)))
		return null;
	return ruleViolation(
		'resale-alone',
		message`Tickets that another guest resells are bought alone, without a donation or a code.`,
	);
}

/**
 * The price of an order of resold tickets, of those that an entry is offered.
 * @throws `resale-alone`, `offer-ended`
 */
export async function quoteOffered(
	services: Services,
	cart: ResaleCart,
	{ offer, currency }: { offer: OfferRow; currency: string },
): Promise<Quote> {
	const { db } = services.database;
	const problem = resaleProblem(cart, await getEntry(db, offer));
	if (problem) throw problem;
	const listings = await readOffered(db, offer);
	const [item] = cart.items;
	if (item?.ticketTypeId !== offer.ticketTypeId || item.quantity > listings.length) throw offerEnded();
	return quoteResold(listings.slice(0, item.quantity), currency);
}
