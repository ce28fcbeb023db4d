import { describe, expect, test } from 'vitest';
import { currencyCodes } from './currency-list.ts';
import { chargeStep, fromProvider, isChargeable, leastCharge, toProvider } from './provider-amounts.ts';

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
