import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moneyToText, textToMoney } from './money-text.ts';

describe('textToMoney', () => {
	test.each([
		['12', 'EUR', 1200],
		['12.5', 'EUR', 1250],
		['12,50', 'EUR', 1250],
		['€ 12.50', 'EUR', 1250],
		['12.50 EUR', 'EUR', 1250],
		['1.234', 'EUR', 123_400],
		['1,234.56', 'EUR', 123_456],
		['1.234,56', 'EUR', 123_456],
		["1'234", 'CHF', 123_400],
		['12.', 'EUR', 1200],
		['0', 'EUR', 0],
		['1,250', 'JPY', 1250],
		['1250', 'JPY', 1250],
		['1.25', 'KWD', 1250],
		['١٢٫٥', 'EUR', 1250],
		['12.345', 'EUR', 1_234_500],
		['12.5', 'JPY', null],
		['-5', 'EUR', null],
		['', 'EUR', null],
		['abc', 'EUR', null],
		['1.2.3', 'EUR', null],
		['99999999999999', 'EUR', null],
	])('%s in %s is %s', (text, currency, minor) => expect(textToMoney(text, currency)).toBe(minor));

	test('takes back what moneyToText writes', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: 99_999_999_999 }),
				fc.constantFrom('EUR', 'JPY', 'KWD', 'USD'),
				(minor, currency) => {
					expect(textToMoney(moneyToText(minor, currency), currency)).toBe(minor);
				},
			),
		);
	});
});
