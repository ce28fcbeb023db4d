import { describe, expect, test } from 'vitest';
import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import {
	chargeStep,
	currencyCodes,
	currencyDigits,
	fromProvider,
	isChargeable,
	isCurrency,
	leastCharge,
	leastStep,
	listCurrencies,
	toProvider,
} from './currencies.ts';
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

describe('units of the card provider', () => {
	test.each([
		['EUR', 1_250, 1_250],
		['JPY', 500, 500],
		['ISK', 500, 50_000],
		['UGX', 500, 50_000],
		['MGA', 50_000, 500],
		['KWD', 5_120, 5_120],
		['HUF', 17_500, 17_500],
		['TWD', 10_050, 10_050],
	])('%s: %i minor units are sent as %i', (currency, minor, amount) => {
		expect(toProvider(minor, currency)).toBe(amount);
		expect(fromProvider(amount, currency)).toBe(minor);
	});

	test('amounts between the steps of the provider are refused in both directions', () => {
		expect(() => toProvider(5_124, 'KWD')).toThrow(RangeError);
		expect(() => toProvider(50_001, 'MGA')).toThrow(RangeError);
		expect(() => fromProvider(550, 'ISK')).toThrow(RangeError);
		expect(() => toProvider(1_000, 'IRR')).toThrow(RangeError);
		expect(() => toProvider(10.5, 'EUR')).toThrow(RangeError);
		expect([chargeStep('EUR'), chargeStep('KWD'), chargeStep('MGA'), chargeStep('ISK')]).toEqual([
			1, 10, 100, 1,
		]);
	});

	test('every chargeable currency comes back as it was sent, and its least charge can be charged', () => {
		const charged = currencyCodes.filter(isChargeable);
		expect(charged.length).toBeGreaterThan(130);
		for (const currency of charged) {
			expect(leastCharge(currency) % chargeStep(currency)).toBe(0);
			const minor = 123_450 * chargeStep(currency);
			expect(fromProvider(toProvider(minor, currency), currency)).toBe(minor);
		}
		expect(leastCharge('EUR')).toBe(50);
		expect(isChargeable('KPW')).toBe(false);
	});
});
