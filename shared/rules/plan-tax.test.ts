import { describe, expect, test } from 'vitest';
import { isUnionVatNumber, planTax } from './plan-tax.ts';

const german = { countryCode: 'DE', taxNumber: 'DE 123456789', taxBasisPoints: 1_900 };
const taxOf = (recipient: { countryCode: string; taxNumber: string }, operator = german) => {
	const { basisPoints, netMinor, taxMinor, isReverseCharge } = planTax(operator, recipient, 2_900);
	return [basisPoints, netMinor, taxMinor, isReverseCharge];
};

describe('the tax of a bill', () => {
	test('is contained in the price, at the rate of the operator', () => {
		expect(taxOf({ countryCode: 'DE', taxNumber: 'DE987654321' })).toEqual([1_900, 2_437, 463, false]);
		expect(taxOf({ countryCode: '', taxNumber: '' })).toEqual([1_900, 2_437, 463, false]);
		expect(taxOf({ countryCode: 'FR', taxNumber: '' })).toEqual([1_900, 2_437, 463, false]);
		expect(taxOf({ countryCode: 'US', taxNumber: 'US12-3456789' })).toEqual([1_900, 2_437, 463, false]);
	});

	test('is owed by a business of another member of the Union, and none where the operator has no rate', () => {
		expect(taxOf({ countryCode: 'FR', taxNumber: 'FR 40 303 265 045' })).toEqual([0, 2_900, 0, true]);
		expect(
			taxOf({ countryCode: 'FR', taxNumber: 'FR40303265045' }, { ...german, taxBasisPoints: 0 }),
		).toEqual([0, 2_900, 0, false]);
		expect(
			taxOf({ countryCode: 'FR', taxNumber: 'FR40303265045' }, { ...german, taxNumber: '12/345/67890' }),
		).toEqual([1_900, 2_437, 463, false]);
	});

	test('takes VAT numbers by their country', () => {
		expect(isUnionVatNumber({ countryCode: 'GR', taxNumber: 'EL123456789' })).toBe(true);
		expect(isUnionVatNumber({ countryCode: 'GR', taxNumber: 'GR123456789' })).toBe(false);
		expect(isUnionVatNumber({ countryCode: 'FR', taxNumber: 'DE123456789' })).toBe(false);
		expect(isUnionVatNumber({ countryCode: 'GB', taxNumber: 'GB123456789' })).toBe(false);
	});
});
