import { amountStep } from './chargeable.ts';
import { share } from './money.ts';
import type { PricedType } from './quote.ts';

/**
 * Kinds of codes: takes a share off each ticket, or an amount, or sells each at a price of its own; `unlock` changes no price. Whatever
 * it does, a hidden ticket type that it names can be had with it.
 */
export const codeKinds = ['percent', 'fixed', 'price', 'unlock'] as const;
export type CodeKind = (typeof codeKinds)[number];

/** What a code changes about what is sold. */
export interface CodeTerms {
	kind: CodeKind;
	/** Of `percent`: the share that is taken off. */
	basisPoints: number | null;
	/** Of `fixed`: what is taken off each ticket. Of `price`: what each costs, where it would cost more. */
	amountMinor: number | null;
	/** Null: every ticket type with a price. */
	ticketTypeIds: readonly string[] | null;
}

type SoldType = Pick<PricedType, 'id' | 'kind'>;

const names = (code: CodeTerms, { id }: { id: string }): boolean => code.ticketTypeIds?.includes(id) ?? false;

/** Whether a ticket type that the public does not see can be had with a code. */
export const unlocks = (code: CodeTerms | null | undefined, type: { id: string }): boolean =>
	code ? names(code, type) : false;

/** Whether a code lowers the price of a type: donations and gifts stay what people give, and free tickets are free. */
export const lowers = (code: CodeTerms, type: SoldType): boolean =>
	code.kind !== 'unlock' &&
	(type.kind === 'paid' || type.kind === 'add_on') &&
	(code.ticketTypeIds === null || names(code, type));

/** Whether tickets of a type are had by a code, so that an order of them uses it. */
export const covers = (code: CodeTerms, type: SoldType): boolean => lowers(code, type) || names(code, type);

/** A price with a code: never above the price, never below 0, in whole steps of the currency. */
export function priceWithCode(priceMinor: number, code: CodeTerms, currency: string): number {
	const step = amountStep(currency);
	switch (code.kind) {
		case 'percent':
			return Math.min(
				priceMinor,
				step * share(priceMinor * (10_000 - (code.basisPoints ?? 0)), 1, 10_000 * step),
			);
		case 'fixed':
			return Math.max(0, priceMinor - (code.amountMinor ?? 0));
		case 'price':
			return Math.min(priceMinor, code.amountMinor ?? priceMinor);
		case 'unlock':
			return priceMinor;
	}
}

/**
 * The ticket types as somebody with a code is offered them: it lowers their prices, those of the tiers too. So all that follows from a
 * price (fee, tax, the part that is a gift, the total) follows from the lowered one, and `quote` knows no codes.
 */
export function withCode<Type extends PricedType>(
	types: readonly Type[],
	code: CodeTerms | null,
	currency: string,
): Type[] {
	return types.map((type) =>
		code === null || !lowers(code, type)
			? type
			: {
					...type,
					priceMinor: priceWithCode(type.priceMinor, code, currency),
					...(type.tiers && {
						tiers: type.tiers.map((tier) => ({
							...tier,
							priceMinor: priceWithCode(tier.priceMinor, code, currency),
						})),
					}),
				},
	);
}
