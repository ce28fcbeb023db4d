import { expect, test } from 'vitest';
import { cashKeys, changeOf } from './cash-keys.ts';

test('keys are what is likely to be given, each more than what is due', () => {
	expect(cashKeys(2_400, 'EUR')).toEqual([2_500, 3_000, 4_000, 5_000, 10_000]);
	expect(cashKeys(700, 'EUR')).toEqual([1_000, 2_000, 5_000, 10_000, 20_000]);
	expect(cashKeys(5_000, 'EUR')).toEqual([6_000, 10_000, 20_000, 50_000, 100_000]);
	expect(cashKeys(1_200, 'JPY')).toEqual([1_500, 2_000, 5_000, 10_000, 20_000]);
	expect(cashKeys(0, 'EUR')).toEqual([]);
	for (const due of [1, 95, 99_95, 123_45, 9_999_999]) {
		const keys = cashKeys(due, 'CHF');
		expect(keys).toHaveLength(5);
		expect(keys.every((key) => key > due)).toBe(true);
		expect([...keys].sort((a, b) => a - b)).toEqual(keys);
	}
});

test('change is what was given beyond what is due', () => {
	expect(changeOf(2_400, 5_000)).toBe(2_600);
	expect(changeOf(2_400, 2_400)).toBe(0);
	expect(changeOf(2_400, 2_300)).toBeNull();
	expect(changeOf(2_400, null)).toBeNull();
});
