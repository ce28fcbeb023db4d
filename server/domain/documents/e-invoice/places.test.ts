import { expect, test } from 'vitest';
import { placeOf } from './places.ts';

test.each([
	['Pier 1\n10115 Berlin', {}, { lines: ['Pier 1'], postcode: '10115', city: 'Berlin' }],
	[
		'Pier 1\nD-10115 Berlin\nGermany',
		{},
		{ lines: ['Pier 1', 'Germany'], postcode: '10115', city: 'Berlin' },
	],
	['Pier 1, 10115 Berlin', {}, { lines: ['Pier 1'], postcode: '10115', city: 'Berlin' }],
	['1 quai\n75001 Paris', {}, { lines: ['1 quai'], postcode: '75001', city: 'Paris' }],
	['Road 2\nLeeds\nLS1 4AP', {}, { lines: ['Road 2'], postcode: 'LS1 4AP', city: 'Leeds' }],
	['Road 2\nLeeds', {}, { lines: ['Road 2', 'Leeds'], postcode: '', city: '' }],
	[
		'Road 2\nLeeds',
		{ city: 'Leeds', postcode: 'LS1 4AP' },
		{ lines: ['Road 2'], postcode: 'LS1 4AP', city: 'Leeds' },
	],
	[
		'Pier 1\n10115 Berlin',
		{ city: 'Berlin' },
		{ lines: ['Pier 1', '10115 Berlin'], postcode: '10115', city: 'Berlin' },
	],
	['10115 Berlin', {}, { lines: ['10115 Berlin'], postcode: '', city: '' }],
	['', {}, { lines: [], postcode: '', city: '' }],
])('%j with %j', (address, given, place) => {
	expect(placeOf(address, given)).toEqual(place);
});
