import { leastCharge } from '#shared/lib/provider-amounts.ts';
import type { OrderLineKind } from '../order-lines.ts';
import { hashText } from '../seeded-random.ts';
import { amountStep, type ChargeProblem, chargeProblem } from './chargeable.ts';
import { coverOf } from './cover.ts';
import { allocate, share, split, taxOnTop, taxWithin } from './money.ts';
import { type OpenTier, partsByPrice, priceNow } from './tiers.ts';

/** Amounts are whole numbers of minor units; rates are basis points, to a tenth of one: 1900 is 19 %, 887.5 is 8.875 %. */
export interface PricedType {
	id: string;
	kind: 'free' | 'paid' | 'donation' | 'add_on';
	/** The price; of a donation, the least that may be given: that is the price of admission, and what is given beyond it a gift. */
	priceMinor: number;
	/** Prices before the regular one that are open now, in their order. */
	tiers?: readonly Pick<OpenTier, 'name' | 'priceMinor' | 'left'>[] | undefined;
	/** Of a donation, the rate of its minimum; ignored without one. */
	taxBasisPoints: number;
	/** What a paid ticket is worth; the rest of its price is a gift. Null: it is sold for what it is worth. With tax where prices hold it. */
	fairValueMinor?: number | null | undefined;
}

/** The fee of the platform for each ticket with a price. */
export interface PlatformFee {
	basisPoints: number;
	fixedMinor: number;
}

export interface PricingTerms {
	currency: string;
	/** Whether prices hold their tax. Fees follow the prices of their tickets. */
	pricesIncludeTax: boolean;
	/** Null: none. */
	fee: PlatformFee | null;
	feeBearer: 'organiser' | 'buyer';
}

export interface CartItem {
	ticketTypeId: string;
	quantity: number;
	/** Of a donation: what the buyer gives for each; absent, the minimum. */
	chosenMinor?: number | undefined;
}

/** A donation beside tickets, or alone. */
export interface CartGift {
	amountMinor: number;
	/** Whether the donor adds the fees of the card (`coverOf`). */
	cover: boolean;
}

export interface QuoteRefusal {
	rule: 'unknown-type' | 'below-minimum-amount' | ChargeProblem;
	/** Index in the cart; `gift`: what is given; null: the order as a whole. */
	line: number | 'gift' | null;
	/** The least amount, for `below-minimum-amount` and `amount-too-small`. */
	minimumMinor?: number;
}

export interface QuoteLine {
	/** Index in `lines`. */
	line: number;
	kind: OrderLineKind;
	/** Of a fee: the type that it is for. Null: a gift that is no ticket, and its cover. */
	ticketTypeId: string | null;
	/** The price tier of the ticket; null: the regular price. */
	tierName: string | null;
	quantity: number;
	/** What one alone would cost with its tax, without the fee. Where tax is added to prices, the line may differ from its multiple. */
	unitMinor: number;
	netMinor: number;
	taxMinor: number;
	/** Always net + tax. */
	grossMinor: number;
	taxBasisPoints: number;
}

export interface Quote {
	currency: string;
	/** One for each ticket type, tier and amount in the order of the cart, each followed by its gift part, then the fees that the buyer bears, then the gift and its cover. */
	lines: QuoteLine[];
	/** By rate, the lowest first; without what has no tax. */
	taxes: { basisPoints: number; netMinor: number; taxMinor: number }[];
	/** Part of the total: fees that the buyer bears, with their tax. */
	buyerFeeMinor: number;
	/** What the platform takes, whoever bears it. */
	platformFeeMinor: number;
	totalMinor: number;
	/**
	 * Names what the buyer was shown: `4800EUR-` and a 32-bit hash of lines, taxes and fees. It is no secret and no signature, since the
	 * server always charges what it calculates itself; it only notices a price that has changed since. So it may be short, and is
	 * synchronous and the same in every engine and on pages without HTTPS, where `crypto.subtle` is missing.
	 */
	hash: string;
}

export const isRefusal = (answer: Quote | QuoteRefusal): answer is QuoteRefusal => 'rule' in answer;

/**
 * The price of a cart, for the browser and the server alike: a pure function without clock or database. The order of the items, and items
 * of one type that come apart, change nothing but the order of the lines.
 */
export function quote(
	types: readonly PricedType[],
	cart: readonly CartItem[],
	terms: PricingTerms,
	gift: CartGift | null = null,
): Quote | QuoteRefusal {
	const items = readCart(types, cart, terms.currency);
	if ('rule' in items) return items;
	const giftProblem = gift && chargeProblem(gift.amountMinor, terms.currency);
	// As with tickets, a small gift may be part of a larger total.
	if (giftProblem && giftProblem !== 'amount-too-small') return { rule: giftProblem, line: 'gift' };
	const parts = [
		...items.flatMap(itemParts),
		...items.flatMap((item) => feePart(item, terms)),
		...giftParts(gift, terms.currency),
	];
	// An order of their own, so that neither ties nor the hash depend on the order of the cart.
	const ordered = [...parts].sort(byIdentity);
	const taxes = addTaxes(ordered, terms);
	const lines = parts.map((part, line) => toLine(part, line, terms));
	const totalMinor = sum(lines.map(({ grossMinor }) => grossMinor));
	const problem = chargeProblem(totalMinor, terms.currency);
	if (problem) return totalRefusal(problem, terms.currency);
	const fees = lines.filter(({ kind }) => kind === 'service_fee');
	const buyerFeeMinor = sum(fees.map(({ grossMinor }) => grossMinor));
	return {
		currency: terms.currency,
		lines,
		taxes,
		buyerFeeMinor,
		platformFeeMinor: sum(items.map((item) => item.quantity * feeOf(item, terms))),
		totalMinor,
		hash: `${totalMinor}${terms.currency}-${hashText(canonicalText(ordered, terms)).toString(36)}`,
	};
}

/**
 * The full price of the next ticket of a type: with tax, and with the fee where the buyer bears it. Of a donation, the least.
 */
export function allInMinor(type: PricedType, terms: PricingTerms): number {
	const eachMinor = priceNow(type);
	const fee = terms.feeBearer === 'buyer' ? feeOf({ type, eachMinor }, terms) : 0;
	const givenMinor = giftPartOf({ type, eachMinor });
	return withTax(eachMinor - givenMinor + fee, type.taxBasisPoints, terms) + givenMinor;
}

/** The donated part of the next ticket’s price. */
export const giftPartMinor = (type: PricedType): number => giftPartOf({ type, eachMinor: priceNow(type) });

/** Whether all of the price is a gift: nothing has to be given. */
const isGiftAlone = ({ kind, priceMinor }: Pick<PricedType, 'kind' | 'priceMinor'>): boolean =>
	kind === 'donation' && priceMinor === 0;

/** Whether tickets of a type are sold at a price, of which tax and the fee are taken. */
export const isSold = (type: Pick<PricedType, 'kind' | 'priceMinor'>): boolean =>
	type.kind !== 'free' && !isGiftAlone(type);

/** The price above the fair value of a ticket that has one, or above the minimum of a donation. */
function giftPartOf({ type, eachMinor }: Pick<Item, 'type' | 'eachMinor'>): number {
	if (type.kind !== 'paid' && (type.kind !== 'donation' || isGiftAlone(type))) return 0;
	const worthMinor = type.kind === 'donation' ? type.priceMinor : (type.fairValueMinor ?? eachMinor);
	return Math.max(0, eachMinor - worthMinor);
}

/** The fee of the platform for one ticket with a price: at most half of the price, in whole steps of the currency. */
export function unitFee(priceMinor: number, fee: PlatformFee, currency: string): number {
	const step = amountStep(currency);
	const exact = priceMinor * fee.basisPoints + fee.fixedMinor * 10_000;
	const half = step * (split(share(priceMinor, 1, step), 2)[0] ?? 0);
	return Math.min(half, step * share(exact, 1, 10_000 * step));
}

/** An item of the cart after merging. */
interface Item {
	type: PricedType;
	quantity: number;
	eachMinor: number;
	tierName: string | null;
}

function readCart(
	types: readonly PricedType[],
	cart: readonly CartItem[],
	currency: string,
): Item[] | QuoteRefusal {
	const items: Item[] = [];
	for (const [line, { ticketTypeId, quantity, chosenMinor }] of cart.entries()) {
		const type = types.find(({ id }) => id === ticketTypeId);
		if (!type) return { rule: 'unknown-type', line };
		if (type.kind === 'donation' && (chosenMinor ?? type.priceMinor) < type.priceMinor)
			return { rule: 'below-minimum-amount', line, minimumMinor: type.priceMinor };
		for (const part of partsOf(type, quantity, chosenMinor, items)) {
			const problem = chargeProblem(part.eachMinor, currency);
			// An amount below the least charge may be part of a larger total.
			if (problem && problem !== 'amount-too-small') return { rule: problem, line };
			const same = items.find(
				(item) => item.type === type && item.eachMinor === part.eachMinor && item.tierName === part.tierName,
			);
			if (same) same.quantity += part.quantity;
			else items.push({ type, ...part });
		}
	}
	return items;
}

/** A ticket is free or has a chosen amount, or is bought at the prices that are open. */
function partsOf(
	type: PricedType,
	quantity: number,
	chosenMinor: number | undefined,
	items: readonly Item[],
): Omit<Item, 'type'>[] {
	const tierName = null;
	if (type.kind === 'free') return [{ quantity, eachMinor: 0, tierName }];
	if (type.kind === 'donation') return [{ quantity, eachMinor: chosenMinor ?? type.priceMinor, tierName }];
	const before = sum(items.map((item) => (item.type === type ? item.quantity : 0)));
	return partsByPrice(type, quantity, before).map((part) => ({
		quantity: part.quantity,
		eachMinor: part.priceMinor,
		tierName: part.tier === null ? null : (type.tiers?.[part.tier]?.name ?? null),
	}));
}

const totalRefusal = (rule: ChargeProblem, currency: string): QuoteRefusal =>
	rule === 'amount-too-small'
		? { rule, line: null, minimumMinor: leastCharge(currency) }
		: { rule, line: null };

/** A line while it is calculated; amounts are prices, so with or without tax as the terms say. */
interface Part {
	kind: OrderLineKind;
	ticketTypeId: string | null;
	tierName: string | null;
	quantity: number;
	eachMinor: number;
	taxMinor: number;
	taxBasisPoints: number;
}

/** What is sold, and beside it what is given with the price: the gift has no tax. */
function itemParts(item: Item): Part[] {
	const { type, quantity, eachMinor, tierName } = item;
	const givenMinor = giftPartOf(item);
	const part = { ticketTypeId: type.id, tierName, quantity, taxMinor: 0 };
	return [
		{
			...part,
			kind: isGiftAlone(type) ? 'gift' : type.kind === 'add_on' ? 'add_on' : 'ticket',
			eachMinor: eachMinor - givenMinor,
			taxBasisPoints: eachMinor === 0 || isGiftAlone(type) ? 0 : type.taxBasisPoints,
		},
		...(givenMinor > 0
			? [{ ...part, kind: 'surplus' as const, eachMinor: givenMinor, taxBasisPoints: 0 }]
			: []),
	];
}

function feePart(item: Item, terms: PricingTerms): Part[] {
	const { type, quantity, tierName } = item;
	const eachMinor = feeOf(item, terms);
	if (terms.feeBearer !== 'buyer' || eachMinor === 0) return [];
	const { id: ticketTypeId, taxBasisPoints } = type;
	return [{ kind: 'service_fee', ticketTypeId, tierName, quantity, eachMinor, taxMinor: 0, taxBasisPoints }];
}

/** What is given and what the donor adds for its fees: neither is a sale, so neither has tax or a fee of the platform. */
function giftParts(gift: CartGift | null, currency: string): Part[] {
	if (!gift) return [];
	const part = { ticketTypeId: null, tierName: null, quantity: 1, taxMinor: 0, taxBasisPoints: 0 };
	const cover = gift.cover ? coverOf(gift.amountMinor, currency) : 0;
	return [
		{ ...part, kind: 'gift', eachMinor: gift.amountMinor },
		...(cover > 0 ? [{ ...part, kind: 'cover' as const, eachMinor: cover }] : []),
	];
}

/** Of what is sold; a gift has no fee. */
const feeOf = (item: Pick<Item, 'type' | 'eachMinor'>, terms: PricingTerms): number =>
	terms.fee && isSold(item.type) ? unitFee(item.eachMinor - giftPartOf(item), terms.fee, terms.currency) : 0;

/** Calculates the tax once for each rate of the order and divides it among the parts of that rate. */
function addTaxes(parts: Part[], terms: PricingTerms): Quote['taxes'] {
	const rates = [...new Set(parts.map(({ taxBasisPoints }) => taxBasisPoints))].filter((rate) => rate > 0);
	return rates
		.sort((a, b) => a - b)
		.map((basisPoints) => {
			const taxed = parts.filter((part) => part.taxBasisPoints === basisPoints);
			const amounts = taxed.map(({ quantity, eachMinor }) => quantity * eachMinor);
			const amount = sum(amounts);
			const taxMinor = taxOf(amount, basisPoints, terms);
			const shares = allocate(taxMinor, amounts);
			for (const [index, part] of taxed.entries()) part.taxMinor = shares[index] ?? 0;
			return { basisPoints, netMinor: terms.pricesIncludeTax ? amount - taxMinor : amount, taxMinor };
		});
}

/**
 * The tax within an amount, or on top of it. Tax on top is rounded to what can be charged; tax within is part of an amount that already is.
 */
function taxOf(amountMinor: number, basisPoints: number, terms: PricingTerms): number {
	if (terms.pricesIncludeTax) return taxWithin(amountMinor, basisPoints);
	return taxOnTop(amountMinor, basisPoints, amountStep(terms.currency));
}

const withTax = (amountMinor: number, basisPoints: number, terms: PricingTerms): number =>
	terms.pricesIncludeTax ? amountMinor : amountMinor + taxOf(amountMinor, basisPoints, terms);

function toLine(part: Part, line: number, terms: PricingTerms): QuoteLine {
	const { kind, ticketTypeId, tierName, quantity, eachMinor, taxMinor, taxBasisPoints } = part;
	const amount = quantity * eachMinor;
	const grossMinor = terms.pricesIncludeTax ? amount : amount + taxMinor;
	return {
		line,
		kind,
		ticketTypeId,
		tierName,
		quantity,
		unitMinor: withTax(eachMinor, taxBasisPoints, terms),
		netMinor: grossMinor - taxMinor,
		taxMinor,
		grossMinor,
		taxBasisPoints,
	};
}

const byIdentity = (a: Part, b: Part): number =>
	compare(a.ticketTypeId ?? '', b.ticketTypeId ?? '') ||
	compare(a.kind, b.kind) ||
	a.eachMinor - b.eachMinor ||
	// A donation with a minimum at two amounts is sold at the same price twice.
	a.quantity - b.quantity;

/** By code units, as in every engine and language. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Everything that the lines, taxes and fees which the buyer is shown follow from. */
function canonicalText(ordered: readonly Part[], terms: PricingTerms): string {
	const texts = ordered.map(
		({ ticketTypeId, kind, quantity, eachMinor, taxMinor, taxBasisPoints }) =>
			`${ticketTypeId ?? ''} ${kind} ${quantity} ${eachMinor} ${taxMinor} ${taxBasisPoints}`,
	);
	return `${terms.pricesIncludeTax}\n${texts.join('\n')}`;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
