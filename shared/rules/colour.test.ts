import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, fitChroma, luminance, mixHue, toHex } from './colour.ts';

const oklch = (lightness: number, chroma: number, hue: number) => ({ lightness, chroma, hue });
const WHITE = oklch(1, 0, 0);
const BLACK = oklch(0, 0, 0);

// Reference values: CSS Color 4 sample conversions.
test.each([
	[oklch(0.62796, 0.25768, 29.234), '#ff0000'],
	[oklch(0.51975, 0.17686, 142.495), '#008000'],
	[oklch(0.45201, 0.31321, 264.052), '#0000ff'],
	[WHITE, '#ffffff'],
	[BLACK, '#000000'],
])('%o is %s', (colour, hex) => {
	expect(toHex(colour)).toBe(hex);
});

test('contrast of black and white is 21 either way round, of a colour with itself 1', () => {
	expect(contrast(WHITE, BLACK)).toBeCloseTo(21, 3);
	expect(contrast(BLACK, WHITE)).toBeCloseTo(21, 3);
	expect(contrast(oklch(0.5, 0.1, 20), oklch(0.5, 0.1, 20))).toBe(1);
});

describe('fitChroma', () => {
	test('keeps lightness and hue, never adds chroma, and leaves what fits alone', () => {
		fc.assert(
			fc.property(
				fc.double({ min: 0.05, max: 0.97, noNaN: true }),
				fc.double({ min: 0, max: 0.4, noNaN: true }),
				fc.integer({ min: 0, max: 359 }),
				(lightness, chroma, hue) => {
					const fitted = fitChroma(oklch(lightness, chroma, hue));
					expect(fitted.lightness).toBe(lightness);
					expect(fitted.hue).toBe(hue);
					expect(fitted.chroma).toBeLessThanOrEqual(chroma);
					expect(fitChroma(fitted)).toEqual(fitted);
					expect(luminance(fitted)).toBeGreaterThanOrEqual(0);
				},
			),
		);
	});
});

test.each([
	[10, 30, 0.5, 20],
	[350, 10, 0.5, 0],
	[10, 350, 0.25, 5],
	[300, 20, 1, 20],
])('mixHue(%d, %d, %d) is %d', (from, to, share, expected) => {
	expect(mixHue(from, to, share)).toBeCloseTo(expected, 6);
});
