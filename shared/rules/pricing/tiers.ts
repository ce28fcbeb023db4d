/** A price before the regular one. It holds until an instant, until a number of tickets is taken, or until whichever comes first. */
export interface PriceTier {
	name: string;
	priceMinor: number;
	/** The first instant at which it no longer holds. */
	endsAt: string | null;
	/** Tickets of the type in all, those of the tiers before included, that may be taken at this price or a lower one. */
	soldUpTo: number | null;
}

/** A tier that can be bought now, or in the same order once those before it are used up. */
export interface OpenTier {
	name: string;
	priceMinor: number;
	endsAt: string | null;
	/** Tickets from now on until the price ends, those of the open tiers before it included; null: no number, or untold. */
	left: number | null;
}

/** Most tiers of one ticket type. */
export const MAX_TIERS = 10;

/**
 * The tiers that an order may meet now, in their order: those that have not ended and are not used up. After one without a number no other
 * is reached.
 * @param taken tickets that are sold or held
 */
export function openTiers(tiers: readonly PriceTier[], taken: number, nowMs: number): OpenTier[] {
	const open: OpenTier[] = [];
	for (const { name, priceMinor, endsAt, soldUpTo } of tiers) {
		if (endsAt !== null && Date.parse(endsAt) <= nowMs) continue;
		const left = soldUpTo === null ? null : soldUpTo - taken;
		if (left !== null && left <= 0) continue;
		open.push({ name, priceMinor, endsAt, left });
		if (left === null) break;
	}
	return open;
}

/** Some tickets of an order at one price. */
export interface PricedPart {
	priceMinor: number;
	quantity: number;
	/** Index in the open tiers; null: the regular price. */
	tier: number | null;
}

/**
 * Divides the tickets of one type in an order among its prices: the open tiers first, as far as they reach, the rest at the regular price.
 * @param before tickets of the same type that the order has already
 */
export function partsByPrice(
	type: { priceMinor: number; tiers?: readonly Pick<OpenTier, 'priceMinor' | 'left'>[] | undefined },
	quantity: number,
	before: number,
): PricedPart[] {
	const end = before + quantity;
	const parts: PricedPart[] = [];
	let from = before;
	for (const [tier, { priceMinor, left }] of (type.tiers ?? []).entries()) {
		const to = Math.min(end, left ?? end);
		if (to <= from) continue;
		parts.push({ priceMinor, quantity: to - from, tier });
		from = to;
	}
	if (end > from) parts.push({ priceMinor: type.priceMinor, quantity: end - from, tier: null });
	return parts;
}

/** What the next ticket costs before tax and fees. */
export const priceNow = (type: {
	priceMinor: number;
	tiers?: readonly Pick<OpenTier, 'priceMinor'>[] | undefined;
}): number => type.tiers?.[0]?.priceMinor ?? type.priceMinor;

/** Errors in the tiers of a ticket type: each needs an end, and each end comes after the one before. */
export type TierProblem = 'without-end' | 'ends-too-early' | 'number-too-low';

/** The first problem of a list of tiers, with its index; null: none. */
export function tierProblem(
	tiers: readonly Pick<PriceTier, 'endsAt' | 'soldUpTo'>[],
): { tier: number; problem: TierProblem } | null {
	let latest = Number.NEGATIVE_INFINITY;
	let most = 0;
	for (const [tier, { endsAt, soldUpTo }] of tiers.entries()) {
		if (endsAt === null && soldUpTo === null) return { tier, problem: 'without-end' };
		if (endsAt !== null && Date.parse(endsAt) <= latest) return { tier, problem: 'ends-too-early' };
		if (soldUpTo !== null && soldUpTo <= most) return { tier, problem: 'number-too-low' };
		latest = endsAt === null ? latest : Date.parse(endsAt);
		most = soldUpTo ?? most;
	}
	return null;
}
