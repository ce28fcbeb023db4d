import { describe, expect, test } from 'vitest';
import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import { currencyDigits, leastStep } from './currencies.ts';
import { currencyCodes, isCurrency, listCurrencies } from './currency-list.ts';
import { formatsFor } from './formats.ts';

describe('currencies', () => {
	test.each([
		...['HUF', 'COP', 'IDR', 'PKR', 'LAK', 'ALL', 'AFN', 'IRR', 'LBP', 'MGA'].map(
			(code) => [code, 2] as const,
		),
		['IQD', 3] as const,
		['EUR', 2] as const,
		['JPY', 0] as const,
		['KWD', 3] as const,
	])('%s has the %i digits of ISO 4217, whatever Intl says', (code, digits) => {
		expect(currencyDigits(code)).toBe(digits);
		const minor = 5_000 * 10 ** digits;
		expect(textToMoney('5000', code)).toBe(minor);
		expect(textToMoney(moneyToText(minor, code), code)).toBe(minor);
		expect(formatsFor('en').money(minor, code)).toMatch(/5,000(\.0+)?$/);
	});

	test('whose smaller unit nobody uses go up by whole units', () => {
		expect([leastStep('HUF'), leastStep('IQD'), leastStep('EUR')]).toEqual([100, 1_000, 1]);
		expect(textToMoney('12.50', 'HUF')).toBeNull();
		expect(moneyToText(500_000, 'HUF')).toBe('5000');
		expect(formatsFor('en').money(500_000, 'HUF')).toBe('HUF\u00a05,000');
	});

	test('are each in the table once and have a name; codes that are none are refused', () => {
		expect(new Set(currencyCodes).size).toBe(currencyCodes.length);
		expect(listCurrencies('en')).toContainEqual({ value: 'EUR', label: 'EUR – Euro' });
		expect([isCurrency('EUR'), isCurrency('XXX'), isCurrency('ABC')]).toEqual([true, false, false]);
	});
});
