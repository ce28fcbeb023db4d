import { describe, expect, test } from 'vitest';
import { contrastRatio, hueOfColor, textOnColor } from './brand-color.ts';

describe('the contrast of two colours', () => {
	test.each([
		['#000000', '#ffffff', 21],
		['#ffffff', '#ffffff', 1],
		['#767676', '#ffffff', 4.54],
		['#ff0000', '#ffffff', 4.0],
		['#0000ff', '#ffffff', 8.59],
	])('%s on %s is %d', (a, b, expected) => {
		expect(contrastRatio(a, b)).toBeCloseTo(expected, 2);
		expect(contrastRatio(b, a)).toBeCloseTo(expected, 2);
	});
});

test.each([
	['#ff0000', 29],
	['#00ff00', 142],
	['#0000ff', 264],
	['#ffff00', 110],
])('the hue of %s is %d degrees', (color, hue) => {
	expect(hueOfColor(color)).toBe(hue);
});

test.each(['#000000', '#ffffff', '#777777'])('%s has no hue', (color) => {
	expect(hueOfColor(color)).toBeNull();
});

test('a colour says which text it carries', () => {
	expect(textOnColor('#ffee00').text).toBe('#000000');
	expect(textOnColor('#1a3a6b').text).toBe('#ffffff');
	for (let grey = 0; grey < 256; grey++) {
		const hex = `#${grey.toString(16).padStart(2, '0').repeat(3)}`;
		expect(textOnColor(hex).ratio).toBeGreaterThanOrEqual(4.5);
	}
});
