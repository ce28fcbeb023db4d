import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeKey } from '../code-key.ts';
import { amountStep } from './chargeable.ts';
import { type CodeTerms, codeKinds, covers, lowers, priceWithCode, unlocks, withCode } from './codes.ts';
import { isRefusal, type PricedType, type PricingTerms, quote } from './quote.ts';

const ids = ['a', 'b', 'c', 'd'];
const currencies = ['EUR', 'JPY', 'HUF', 'KWD'];
const code = fc
	.record({
		kind: fc.constantFrom(...codeKinds),
		basisPoints: fc.integer({ min: 1, max: 10_000 }),
		steps: fc.integer({ min: 0, max: 400 }),
		ticketTypeIds: fc.option(fc.subarray(ids, { minLength: 1 })),
	})
	.map(({ steps, ...terms }) => ({ ...terms, amountMinor: steps }));
const amounts = {
	priceMinor: fc.integer({ min: 1, max: 900 }),
	tier: fc.option(fc.integer({ min: 1, max: 900 })),
};
const types = fc.tuple(
	...ids.map((id) =>
		fc.record({
			id: fc.constant(id),
			kind: fc.constantFrom('free', 'paid', 'donation', 'add_on' as const),
			...amounts,
		}),
	),
);
const cart = fc.array(
	fc.record({ ticketTypeId: fc.constantFrom(...ids), quantity: fc.integer({ min: 1, max: 6 }) }),
	{
		minLength: 1,
		maxLength: 6,
	},
);
const terms = fc.record({
	currency: fc.constantFrom(...currencies),
	pricesIncludeTax: fc.boolean(),
	fee: fc.option(
		fc.record({ basisPoints: fc.integer({ min: 0, max: 900 }), fixedMinor: fc.integer({ min: 0, max: 90 }) }),
	),
	feeBearer: fc.constantFrom('organiser', 'buyer' as const),
});

/** Amounts in whole steps of the currency, as the database holds them. */
function scaled(
	made: { id: string; kind: string; priceMinor: number; tier: number | null }[],
	{ currency }: PricingTerms,
): PricedType[] {
	const step = amountStep(currency);
	return made.map(({ id, kind, priceMinor, tier }) => ({
		id,
		kind: kind as PricedType['kind'],
		priceMinor: kind === 'free' ? 0 : priceMinor * step,
		taxBasisPoints: 1_900,
		...(kind === 'paid' && tier !== null && { tiers: [{ name: 'Early', priceMinor: tier * step, left: 2 }] }),
	}));
}

describe('a code', () => {
	test('never raises a price or a total, and leaves amounts that can be charged', () => {
		fc.assert(
			fc.property(types, cart, terms, code, (made, items, how, terms) => {
				const step = amountStep(how.currency);
				const offered = scaled(made, how);
				const one = { ...terms, amountMinor: (terms.amountMinor ?? 0) * step } as CodeTerms;
				const lowered = withCode(offered, one, how.currency);
				for (const [index, { priceMinor }] of lowered.entries()) {
					expect(priceMinor).toBeLessThanOrEqual(offered[index]?.priceMinor ?? 0);
					expect(priceMinor).toBeGreaterThanOrEqual(0);
					expect(priceMinor % step).toBe(0);
				}
				const [before, after] = [quote(offered, items, how), quote(lowered, items, how)];
				if (isRefusal(before) || isRefusal(after)) return;
				expect(after.totalMinor).toBeLessThanOrEqual(before.totalMinor);
				const isTouched = items.some(({ ticketTypeId }) =>
					offered.some((type) => type.id === ticketTypeId && lowers(one, type)),
				);
				if (!isTouched) expect(after.hash).toBe(before.hash);
			}),
		);
	});

	test('changes donations, free tickets and what it does not name in nothing', () => {
		const of = (kind: PricedType['kind'], id = 'a') => ({ id, kind });
		const some: CodeTerms = { kind: 'percent', basisPoints: 1_000, amountMinor: null, ticketTypeIds: ['a'] };
		expect(lowers(some, of('paid'))).toBe(true);
		expect(lowers(some, of('add_on'))).toBe(true);
		expect(lowers(some, of('paid', 'b'))).toBe(false);
		expect(lowers(some, of('donation'))).toBe(false);
		expect(lowers({ ...some, kind: 'unlock' }, of('paid'))).toBe(false);
		expect(covers(some, of('free'))).toBe(true);
		expect(covers({ ...some, ticketTypeIds: null }, of('free'))).toBe(false);
		expect(unlocks({ ...some, ticketTypeIds: null }, of('paid'))).toBe(false);
		expect(unlocks(some, of('free'))).toBe(true);
		expect(unlocks(null, of('free'))).toBe(false);
	});

	test.each([
		['percent', 1_999, 'EUR', 1_599],
		['percent', 1_000, 'JPY', 800],
		['percent', 50_000, 'HUF', 40_000],
		['fixed', 1_999, 'EUR', 1_499],
		['fixed', 300, 'EUR', 0],
		['price', 1_999, 'EUR', 500],
		['price', 300, 'EUR', 300],
		['unlock', 300, 'EUR', 300],
	] as const)('%s of %i %s costs %i', (kind, priceMinor, currency, expected) => {
		const one = { kind, basisPoints: 2_000, amountMinor: 500, ticketTypeIds: null };
		expect(priceWithCode(priceMinor, one, currency)).toBe(expected);
	});

	test('is the same however it is written', () => {
		expect(new Set(['EARLY-BIRD', ' early bird ', 'Early_Bird', 'ｅａｒｌｙｂｉｒｄ'].map(codeKey))).toEqual(
			new Set(['EARLYBIRD']),
		);
	});
});
