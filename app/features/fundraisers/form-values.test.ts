import { expect, test } from 'vitest';
import { readFundraiser, valuesOfFundraiser } from './form-values.ts';

const values = { ...valuesOfFundraiser(null), goalMinor: '1000' };
const read = (part: Partial<typeof values>, currency = 'EUR') =>
	readFundraiser({ ...values, ...part }, currency);

test('each wrong row is named, beside the goal', () => {
	expect(
		read({
			goalMinor: '',
			presetsMinor: ['10', 'ten', '', '0.01', '', '25'],
			presetTexts: ['', '', 'a meal', '', '', ''],
		}),
	).toEqual({
		faults: [
			{ problem: 'required', preset: null },
			{ problem: 'not-money', preset: 1 },
			{ problem: 'required', preset: 2 },
			{ problem: 'amount-too-small', preset: 3 },
		],
	});
	expect(read({ presetsMinor: ['12.50'] }, 'HUF')).toEqual({
		faults: [{ problem: expect.any(String), preset: 0 }],
	});
});

test('empty rows are no amounts, and what is right is read', () => {
	expect(read({ presetsMinor: ['10', '', '25.5'], presetTexts: ['a book', '', ''] })).toMatchObject({
		input: { goalMinor: 100_000, presetsMinor: [1_000, 2_550], presetTexts: ['a book', ''] },
	});
});
