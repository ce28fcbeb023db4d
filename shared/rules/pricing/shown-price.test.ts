import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountStep, chargeProblem } from './chargeable.ts';
import { isRefusal, type PricedType, type PricingTerms, quote } from './quote.ts';
import { shownPrice, shownRange } from './shown-price.ts';

const terms: PricingTerms = {
	currency: 'EUR',
	pricesIncludeTax: false,
	fee: { basisPoints: 500, fixedMinor: 100 },
	feeBearer: 'buyer',
};
const seat: PricedType = { id: 'seat', kind: 'paid', priceMinor: 2_000, taxBasisPoints: 1_000 };

const currencies = fc.constantFrom('EUR', 'GBP', 'JPY', 'KWD', 'HUF');
const offers = currencies.chain((currency) => {
	const step = amountStep(currency);
	const amount = fc.integer({ min: 1, max: 100_000 }).map((units) => units * step);
	const tier = fc.record({
		name: fc.constant('Early'),
		priceMinor: amount,
		left: fc.option(fc.integer({ min: 1, max: 50 })),
	});
	return fc.record({
		terms: fc.record({
			currency: fc.constant(currency),
			pricesIncludeTax: fc.boolean(),
			feeBearer: fc.constantFrom('organiser' as const, 'buyer' as const),
			fee: fc.option(
				fc.record({
					basisPoints: fc.integer({ min: 0, max: 2_000 }),
					fixedMinor: fc.integer({ min: 0, max: 500 }),
				}),
			),
		}),
		type: fc
			.record({
				kind: fc.constantFrom('free' as const, 'paid' as const, 'donation' as const, 'add_on' as const),
				priceMinor: amount,
				hasMinimum: fc.boolean(),
				tiers: fc.array(tier, { maxLength: 3 }),
				taxBasisPoints: fc.constantFrom(0, 700, 887.5, 1_900, 2_700),
				fairValueMinor: fc.option(amount),
			})
			.map(({ hasMinimum, tiers, ...type }) => ({
				...type,
				id: 'one',
				priceMinor: type.kind === 'free' || (type.kind === 'donation' && !hasMinimum) ? 0 : type.priceMinor,
				tiers: type.kind === 'paid' || type.kind === 'add_on' ? tiers : [],
			})),
	});
});

test('the price that is shown is the total of an order of one, whatever the fee, who bears it, taxes, tiers and currency', () => {
	fc.assert(
		fc.property(offers, ({ type, terms }) => {
			const shown = shownPrice(type, terms);
			const one = quote([type], [{ ticketTypeId: 'one', quantity: 1 }], terms);
			if (isRefusal(one)) {
				// Only because a card could not be charged with it alone.
				expect(chargeProblem(shown.totalMinor, terms.currency)).not.toBeNull();
				return;
			}
			expect(shown.totalMinor).toBe(one.totalMinor);
			expect(shown.feeMinor).toBe(one.buyerFeeMinor);
			expect(shown.taxMinor).toBe(one.lines.reduce((sum, line) => sum + line.taxMinor, 0));
			expect(shown.giftMinor).toBe(
				one.lines.reduce((sum, line) => sum + (line.kind === 'surplus' ? line.grossMinor : 0), 0),
			);
			expect(Math.max(shown.feeMinor, shown.taxMinor, shown.giftMinor)).toBeLessThanOrEqual(shown.totalMinor);
			if (one.totalMinor > 0) expect(shown.totalMinor).toBeGreaterThan(0);
		}),
		{ numRuns: 2_000 },
	);
});

test('an amount that a card refuses is shown whole too', () => {
	const parking = { ...seat, kind: 'add_on' as const, priceMinor: 20 };
	expect(shownPrice(parking, terms)).toMatchObject({ totalMinor: 33, feeMinor: 11 });
});

test('a range passes over add-ons, and over what can no longer be had as long as something else can', () => {
	const dear = { ...seat, id: 'dear', priceMinor: 4_000, canBeHad: true };
	const cheap = { ...seat, canBeHad: false };
	const parking = { ...seat, kind: 'add_on' as const, priceMinor: 500, canBeHad: true };
	expect(shownRange([dear, cheap, parking], terms)).toEqual({ minPriceMinor: 4_730, maxPriceMinor: 4_730 });
	expect(shownRange([dear, { ...cheap, canBeHad: true }], terms)).toEqual({
		minPriceMinor: 2_420,
		maxPriceMinor: 4_730,
	});
	expect(shownRange([{ ...dear, canBeHad: false }, cheap], terms)).toEqual({
		minPriceMinor: 2_420,
		maxPriceMinor: 4_730,
	});
	expect(shownRange([parking], terms)).toBeNull();
});

test('a donation without a minimum costs nothing, one with a minimum its minimum with fee and tax', () => {
	const gift = { ...seat, kind: 'donation' as const, priceMinor: 0 };
	expect(shownPrice(gift, terms)).toEqual({ totalMinor: 0, feeMinor: 0, taxMinor: 0, giftMinor: 0 });
	expect(shownPrice({ ...gift, priceMinor: 2_000 }, terms).totalMinor).toBe(2_420);
});
