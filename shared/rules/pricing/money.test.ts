import { dinero, halfAwayFromZero, multiply, toSnapshot, transformScale } from 'dinero.js/bigint';
import { EUR } from 'dinero.js/bigint/currencies';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocate, MAX_AMOUNT, share, split, taxOnTop, taxWithin } from './money.ts';

const runs = { numRuns: Number(process.env.PRICING_CASES ?? 3_000) };
const amounts = fc.integer({ min: -MAX_AMOUNT, max: MAX_AMOUNT });
const weights = fc.array(fc.integer({ min: 0, max: MAX_AMOUNT }), { minLength: 1, maxLength: 20 });
const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0);

describe('share', () => {
	test.each([
		[250, 1, 100, 3],
		[-250, 1, 100, -3],
		[249, 1, 100, 2],
		[-249, 1, 100, -2],
		[0, 1, 3, 0],
		[-1, 1, 3, 0],
		[7200, 1900, 11_900, 1150],
		[99_999_999_999, 99_999_999_999, 99_999_999_997, 100_000_000_001],
	])('%d × %d ÷ %d is %d', (amount, numerator, denominator, expected) =>
		expect(share(amount, numerator, denominator)).toBe(expected),
	);

	test('of basis points is what dinero.js calculates', () => {
		fc.assert(
			fc.property(amounts, fc.integer({ min: 0, max: 20_000 }), (amount, basisPoints) => {
				const scaled = multiply(dinero({ amount: BigInt(amount), currency: EUR }), {
					amount: BigInt(basisPoints),
					scale: 4n,
				});
				const expected = toSnapshot(transformScale(scaled, 2n, halfAwayFromZero)).amount;
				expect(share(amount, basisPoints, 10_000)).toBe(Number(expected));
			}),
			runs,
		);
	});

	test('is the nearest whole amount, and the one further from zero of two', () => {
		fc.assert(
			fc.property(
				amounts,
				fc.integer({ min: 1, max: 20_000_000 }),
				fc.integer({ min: 0, max: 20_000_000 }),
				(amount, denominator, part) => {
					const numerator = part % (2 * denominator);
					const exact = BigInt(amount) * BigInt(numerator);
					const got = BigInt(share(amount, numerator, denominator)) * BigInt(denominator);
					const error = amount < 0 ? exact - got : got - exact;
					// The error towards zero is below a half, the one away from zero at most a half.
					expect(-2n * error < BigInt(denominator)).toBe(true);
					expect(2n * error <= BigInt(denominator)).toBe(true);
				},
			),
			runs,
		);
	});
});

describe('split', () => {
	test('gives three parts of 1.00', () => expect(split(100, 3)).toEqual([33, 33, 34]));
	test('gives none of nothing', () => expect(split(100, 0)).toEqual([]));

	test('adds up, in parts that differ by at most 1; of the reverse the parts are the reverse', () => {
		fc.assert(
			fc.property(amounts, fc.integer({ min: 1, max: 200 }), (amount, count) => {
				const parts = split(amount, count);
				expect(parts).toHaveLength(count);
				expect(sum(parts)).toBe(amount);
				expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
				expect(split(-amount, count)).toEqual(parts.map((part) => 0 - part));
			}),
			runs,
		);
	});
});

describe('allocate', () => {
	test.each([
		[100, [1, 1, 1], [34, 33, 33]],
		[802, [4800, 220], [767, 35]],
		[5, [0, 3, 0], [0, 5, 0]],
		[-5, [1, 1], [-3, -2]],
		[0, [0, 0], [0, 0]],
	])('%d by %j is %j', (amount, by, expected) => expect(allocate(amount, by)).toEqual(expected));

	test('refuses to give an amount to nobody', () => expect(() => allocate(1, [0, 0])).toThrow(RangeError));

	test('adds up, each part within one of its exact share, ordered as the weights', () => {
		fc.assert(
			fc.property(amounts, weights, (amount, by) => {
				const total = sum(by);
				fc.pre(total > 0);
				const parts = allocate(amount, by);
				expect(sum(parts)).toBe(amount);
				for (const [index, part] of parts.entries()) {
					const error = BigInt(part) * BigInt(total) - BigInt(amount) * BigInt(by[index]!);
					expect(error < BigInt(total) && -error < BigInt(total)).toBe(true);
				}
				const sorted = parts.map((part, index) => ({ size: Math.abs(part), weight: by[index]! }));
				sorted.sort((a, b) => a.weight - b.weight || a.size - b.size);
				expect(sorted.map(({ size }) => size)).toEqual(
					sorted.map(({ size }) => size).toSorted((a, b) => a - b),
				);
			}),
			runs,
		);
	});
});

describe('tax', () => {
	test.each([
		[10_000, 887.5, 888, 815],
		[10_000, 888, 888, 816],
		[2_400, 887.5, 213, 196],
		[100_000, 0.1, 1, 1],
		[40_000, 0.1, 0, 0],
		[11_900, 1_900, 2_261, 1_900],
		[MAX_AMOUNT, 887.5, 8_875_000_000, 8_151_549_943],
		[0, 887.5, 0, 0],
	])('of %d at %d basis points is %d on top, %d within', (amount, rate, onTop, within) =>
		expect([taxOnTop(amount, rate, 1), taxWithin(amount, rate)]).toEqual([onTop, within]),
	);

	test('in thousandths of a per cent is what whole numbers of any size say', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: MAX_AMOUNT }),
				fc.integer({ min: 0, max: 100_000 }),
				fc.constantFrom(1, 5, 10, 100),
				(amount, thousandths, step) => {
					const rounded = (above: bigint, below: bigint) => (above * 2n + below) / (below * 2n);
					const [exact, rate] = [BigInt(amount), BigInt(thousandths)];
					// As the API and a column of one decimal place hand it over.
					const basisPoints = Number(JSON.stringify(thousandths / 10));
					expect(taxWithin(amount, basisPoints)).toBe(Number(rounded(exact * rate, 100_000n + rate)));
					expect(taxOnTop(amount, basisPoints, step)).toBe(
						Number(BigInt(step) * rounded(exact * rate, 100_000n * BigInt(step))),
					);
				},
			),
			runs,
		);
	});
});
