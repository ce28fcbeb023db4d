import { expect, test } from 'vitest';
import type { GiftCardSettings } from '#shared/contracts/organiser-gift-cards.ts';
import { searchedText } from './search-text.ts';
import { readSettings, valuesOfSettings } from './settings-values.ts';

const settings: GiftCardSettings = {
	isOffered: true,
	currency: 'EUR',
	amountsMinor: [2_500, 5_050],
	leastMinor: 1_000,
	mostMinor: 50_000,
	validYears: 3,
	details: 'For all our concerts.',
};

test.each([settings, { ...settings, currency: 'JPY', validYears: null, amountsMinor: [] }])(
	'settings that are opened and saved stay what they are',
	(one) => {
		expect(readSettings(valuesOfSettings(one))).toEqual({ input: one });
	},
);

test('what cannot be saved is said at its field', () => {
	const values = valuesOfSettings(settings);
	expect(readSettings({ ...values, leastMinor: '', amountsMinor: ['x', '', '5'] })).toEqual({
		faults: [
			{ field: 'leastMinor', problem: 'not-money' },
			{ field: 'amountsMinor.0', problem: 'not-money' },
		],
	});
	expect(readSettings({ ...values, mostMinor: '5' })).toMatchObject({
		faults: [{ field: 'mostMinor', problem: 'most-below-least' }, {}, {}],
	});
	expect(readSettings({ ...values, amountsMinor: ['25', '9.99', '500.01'] })).toEqual({
		faults: [
			{ field: 'amountsMinor.1', problem: 'out-of-bounds' },
			{ field: 'amountsMinor.2', problem: 'out-of-bounds' },
		],
	});
});

test.each([
	['', ''],
	[' ada@example.com ', 'ada@example.com'],
	['wxyz', 'WXYZ'],
	['abcd-efgh-jkmn-pqrs', 'PQRS'],
	['ABCDEFGHJKMNPQRS', 'PQRS'],
	['abcd-efgh-jkmn-pqr', null],
	['ABCDEFGHJKM', null],
	['Ada', null],
])('a search for %j', (typed, sent) => {
	expect(searchedText(typed)).toBe(sent);
});
