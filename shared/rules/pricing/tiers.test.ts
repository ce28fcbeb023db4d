import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allInMinor, isRefusal, type PricingTerms, quote } from './quote.ts';
import { openTiers, type PriceTier, partsByPrice, tierProblem } from './tiers.ts';

const dayMs = 86_400_000;
const startMs = Date.UTC(2027, 0, 1);
const tier = (part: Partial<PriceTier>): PriceTier => ({
	name: 'Early bird',
	priceMinor: 1_000,
	endsAt: null,
	soldUpTo: null,
	...part,
});
const first = tier({ priceMinor: 1_000, soldUpTo: 20 });
const second = tier({ priceMinor: 1_500, soldUpTo: 50, endsAt: new Date(startMs + dayMs).toISOString() });
const third = tier({ priceMinor: 2_000, endsAt: new Date(startMs + 2 * dayMs).toISOString() });
const tiers = [first, second, third];
const terms: PricingTerms = {
	currency: 'EUR',
	pricesIncludeTax: true,
	fee: { basisPoints: 250, fixedMinor: 50 },
	feeBearer: 'buyer',
};

describe('the tiers that are open', () => {
	test.each<[string, number, number, [number, number | null][]]>([
		[
			'nothing sold',
			0,
			startMs,
			[
				[1_000, 20],
				[1_500, 50],
				[2_000, null],
			],
		],
		[
			'some of the first sold',
			18,
			startMs,
			[
				[1_000, 2],
				[1_500, 32],
				[2_000, null],
			],
		],
		[
			'the first used up',
			20,
			startMs,
			[
				[1_500, 30],
				[2_000, null],
			],
		],
		['the first used up, at the end of the second', 20, startMs + dayMs, [[2_000, null]]],
		[
			'one millisecond before',
			20,
			startMs + dayMs - 1,
			[
				[1_500, 30],
				[2_000, null],
			],
		],
		['few sold after all dates', 3, startMs + 2 * dayMs, [[1_000, 17]]],
		['all over', 20, startMs + 2 * dayMs, []],
	])('%s', (_, taken, nowMs, open) =>
		expect(openTiers(tiers, taken, nowMs).map(({ priceMinor, left }) => [priceMinor, left])).toEqual(open),
	);
});

test('an order over two tiers has a line for each price, with the fee of each', () => {
	const type = { id: 'a', kind: 'paid' as const, priceMinor: 3_000, taxBasisPoints: 0 };
	const priced = quote(
		[{ ...type, tiers: openTiers(tiers, 18, startMs) }],
		[{ ticketTypeId: 'a', quantity: 4 }],
		terms,
	);
	if (isRefusal(priced)) throw new Error(priced.rule);
	expect(priced.lines.map(({ kind, quantity, grossMinor }) => [kind, quantity, grossMinor])).toEqual([
		['ticket', 2, 2_000],
		['ticket', 2, 3_000],
		['service_fee', 2, 150],
		['service_fee', 2, 176],
	]);
	expect(priced.totalMinor).toBe(5_326);
	expect(allInMinor({ ...type, tiers: openTiers(tiers, 18, startMs) }, terms)).toBe(1_075);
	expect(allInMinor({ ...type, tiers: [] }, terms)).toBe(3_125);
});

test('tickets of two tiers are lines of their own, also where the tiers cost the same', () => {
	const same = [first, { ...second, name: 'Advance', priceMinor: first.priceMinor }];
	const type = { id: 'a', kind: 'paid' as const, priceMinor: 3_000, taxBasisPoints: 0 };
	const priced = quote(
		[{ ...type, tiers: openTiers(same, 19, startMs) }],
		[
			{ ticketTypeId: 'a', quantity: 1 },
			{ ticketTypeId: 'a', quantity: 32 },
		],
		{ ...terms, fee: null },
	);
	if (isRefusal(priced)) throw new Error(priced.rule);
	expect(priced.lines.map(({ tierName, quantity }) => [tierName, quantity])).toEqual([
		[first.name, 1],
		['Advance', 30],
		[null, 2],
	]);
});

test('parts add up, keep to what is left, and bought one by one cost the same', () => {
	fc.assert(
		fc.property(
			fc.array(fc.tuple(fc.nat(5_000), fc.integer({ min: 1, max: 20 })), { maxLength: 5 }),
			fc.nat(60),
			fc.nat(40),
			(steps, quantity, taken) => {
				let upTo = 0;
				const list = steps.map(([priceMinor, more]) => {
					upTo += more;
					return tier({ priceMinor, soldUpTo: upTo });
				});
				const type = { priceMinor: 9_999, tiers: openTiers(list, taken, startMs) };
				const parts = partsByPrice(type, quantity, 0);
				expect(parts.reduce((sum, part) => sum + part.quantity, 0)).toBe(quantity);
				const total = parts.reduce((sum, part) => sum + part.quantity * part.priceMinor, 0);
				let one = 0;
				for (let n = 0; n < quantity; n += 1) {
					const open = openTiers(list, taken + n, startMs);
					one += open[0]?.priceMinor ?? 9_999;
				}
				expect(total).toBe(one);
			},
		),
	);
});

test.each([
	[[tier({})], { tier: 0, problem: 'without-end' }],
	[[first, tier({ soldUpTo: 20 })], { tier: 1, problem: 'number-too-low' }],
	[[second, tier({ endsAt: second.endsAt })], { tier: 1, problem: 'ends-too-early' }],
	[tiers, null],
])('%o: %o', (list, problem) => expect(tierProblem(list)).toEqual(problem));
