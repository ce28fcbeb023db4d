import { expect, test } from 'vitest';
import { epcCode } from './bank-transfer.ts';

const transfer = {
	holder: 'Kulturverein e. V.',
	iban: 'DE89370400440532013000',
	bic: 'COBADEFFXXX',
	amountMinor: 2_400,
	currency: 'EUR',
	reference: 'RF18K7M2PX9A',
};
const lines = (changes: Partial<typeof transfer> = {}) => epcCode({ ...transfer, ...changes })?.split('\n');
const expected = [
	'BCD',
	'002',
	'1',
	'SCT',
	'COBADEFFXXX',
	'Kulturverein e. V.',
	'DE89370400440532013000',
	'EUR24.00',
	'',
	'RF18K7M2PX9A',
	'',
	'',
];

test('each field is one line', () => {
	expect(lines()).toEqual(expected);
});

test.each([
	[{ holder: 'Kulturverein\ne. V.' }],
	[{ holder: ' Kulturverein\r\n\te. V.\u2028' }],
	[{ holder: 'Kulturverein\u0085e.\u00a0V.\u200b\u0000' }],
	[{ iban: 'DE89 3704 0044 0532 0130 00\n' }],
	[{ bic: 'COBADEFF XXX\r' }],
	[{ reference: 'RF18K7M2PX9A\nEUR1.00' }, 'RF18K7M2PX9A EUR1.00'],
])('whatever was typed: %j', (changes, reference = 'RF18K7M2PX9A') => {
	expect(lines(changes)).toEqual(expected.with(9, reference));
});

test('a long name is cut between characters', () => {
	const holder = lines({ holder: `${'é'.repeat(69)}🎪🎪` })?.[5] ?? '';
	expect(holder.isWellFormed()).toBe(true);
	expect([...holder]).toHaveLength(70);
	expect(epcCode({ ...transfer, holder: '\u{1f3aa}'.repeat(90) })).toBeNull();
});
