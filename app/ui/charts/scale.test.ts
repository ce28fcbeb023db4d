import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linePath, niceScale } from './scale.ts';

test('steps are round, begin at nothing and reach the highest value', () => {
	expect(niceScale(0)).toEqual({ top: 1, steps: [0, 1] });
	expect(niceScale(7)).toEqual({ top: 8, steps: [0, 2, 4, 6, 8] });
	expect(niceScale(1_230).steps).toEqual([0, 500, 1_000, 1_500]);
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (max) => {
			const { top, steps } = niceScale(max);
			expect(top).toBeGreaterThanOrEqual(max);
			expect(steps.length).toBeLessThanOrEqual(6);
			expect(steps.at(-1)).toBe(top);
		}),
	);
});

test('a line goes from edge to edge', () => {
	expect(linePath([0, 5, 10], 10)).toBe('M0 100L50 50L100 0');
	expect(linePath([3], 10)).toBe('M0 70L100 70');
	expect(linePath([null, 5, 10, null, 0], 10)).toBe('M25 50L50 0M100 100h1');
	expect(linePath([null], 10)).toBe('');
});

test('nothing but zeros is no line', () => {
	expect(linePath([0, 0, 0], 1)).toBe('');
	expect(linePath([0, null, 0], 10)).toBe('');
	expect(linePath([0], 10)).toBe('');
	expect(linePath([0, 0, 1], 1)).toBe('M0 100L50 100L100 0');
});
