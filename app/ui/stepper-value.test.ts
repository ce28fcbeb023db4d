import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clampStep, nextStep, parseStep } from './stepper-value.ts';

describe('clampStep', () => {
	test.each([
		[5, { min: 0, max: 10 }, 5],
		[-1, { min: 0, max: 10 }, 0],
		[11, { min: 0, max: 10 }, 10],
		[7, { min: 1, max: 10, step: 3 }, 7],
		[8.6, { min: 1, max: 10, step: 3 }, 10],
		[99, { min: 1, max: 9, step: 3 }, 7],
		[Number.NaN, { min: 2, max: 9 }, 2],
		[Number.POSITIVE_INFINITY, { min: 2, max: 9 }, 9],
		[1e9, { min: 0 }, 1e9],
	])('%d within %o is %d', (value, bounds, expected) => {
		expect(clampStep(value, bounds)).toBe(expected);
	});

	test('always lands inside, on a step, and stays when clamped again', () => {
		const bounds = fc
			.record({
				min: fc.integer({ min: -50, max: 50 }),
				width: fc.nat(100),
				step: fc.integer({ min: 1, max: 9 }),
			})
			.map(({ min, width, step }) => ({ min, max: min + width, step }));
		fc.assert(
			fc.property(fc.double(), bounds, (value, b) => {
				const result = clampStep(value, b);
				expect(result).toBeGreaterThanOrEqual(b.min);
				expect(result).toBeLessThanOrEqual(b.max);
				expect(Math.abs((result - b.min) % b.step)).toBe(0);
				expect(clampStep(result, b)).toBe(result);
			}),
		);
	});
});

describe('nextStep', () => {
	test.each([
		[1, 1, { min: 0, max: 10 }, 2],
		[10, 1, { min: 0, max: 10 }, 10],
		[0, -1, { min: 0, max: 10 }, 0],
		[5, 1, { min: 0, max: 10, step: 4 }, 8],
		[5, -1, { min: 0, max: 10, step: 4 }, 4],
		[Number.NaN, 1, { min: 1, max: 10 }, 1],
		[99, -1, { min: 0, max: 10 }, 10],
	] as const)('from %d by %d within %o is %d', (value, direction, bounds, expected) => {
		expect(nextStep(value, direction, bounds)).toBe(expected);
	});
});

describe('parseStep', () => {
	test.each([
		['12', 12],
		[' 1,204 ', 1204],
		['1.204', 1204],
		['1 204', 1204],
		['-3', -3],
		['٣', 3],
		['３', 3],
		['', null],
		['two', null],
		['1e3', null],
		['9'.repeat(16), null],
	])('%j is %j', (text, expected) => {
		expect(parseStep(text)).toBe(expected);
	});
});
