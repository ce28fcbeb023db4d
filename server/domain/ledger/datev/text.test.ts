import { expect, test } from 'vitest';
import { headLines, rowLine } from './lines.ts';
import { encodeWindows1252, plainText, quoted } from './text.ts';

const read = (bytes: Uint8Array) => new TextDecoder('windows-1252').decode(bytes);

test('writes every character of Windows-1252 so that it reads the same', () => {
	const all = read(Uint8Array.from({ length: 256 }, (_, byte) => byte));
	// Five bytes stand for nothing.
	const text = Array.from(all, (one) => (/[\u0080-\u009f]/.test(one) ? '?' : one)).join('');
	expect(read(encodeWindows1252(text))).toBe(text);
});

test('writes what Windows-1252 lacks in Latin letters, on one line, within the length', () => {
	expect(plainText('Łódź – Fête „Ü“ €', 60)).toBe('Lódz – Fête „Ü“ €');
	expect(plainText('Москва\r\n東京\t2026', 60)).toMatch(/^Moskva [A-Za-z]+ 2026$/);
	expect(plainText('u\u0308ber \ud800', 60)).toBe('über ?');
	expect(plainText(`${'a'.repeat(59)} b`, 60)).toBe('a'.repeat(59));
	expect(quoted('The "big" one')).toBe('"The ""big"" one"');
});

test('rows have no field that a spreadsheet runs, and only characters that the fields permit', () => {
	const row = rowLine(
		{
			...{ account: '10000', counterAccount: '8400', side: 'S', amountMinor: 120_005, taxKey: '40' },
			...{ day: '0511', reference: '=A B;"c-1', document: 'INV-"1"', text: 'Tickets: =1+1; "x"' },
		},
		{ currency: 'EUR', isClosed: true },
		2,
	);
	expect(row.startsWith('1200,05;"S";"EUR";;;;10000;8400;"0040";0511;"ABc-1";')).toBe(true);
	expect(row).toContain(';"Tickets: =1+1; ""x""";');
	expect(row).toContain(';"Beleg";"INV-""1""";');
	expect(row.endsWith('\r\n')).toBe(true);
});

test('the first line has the 31 fields of the example of DATEV', () => {
	const [first] = headLines({
		...{
			createdAt: '20240130140440439',
			fiscalYearStart: '20240101',
			firstDay: '20240801',
			lastDay: '20240831',
		},
		...{
			consultantNumber: 29_098,
			clientNumber: 55_003,
			accountLength: 4,
			name: 'Foyer 2024-08',
			chart: '03',
		},
		...{ currency: 'EUR', isClosed: false },
	}).split('\r\n');
	expect(first).toBe(
		'"EXTF";700;21;"Buchungsstapel";13;20240130140440439;;"";"";"";29098;55003;20240101;4;20240801;20240831;"Foyer 2024-08";"";1;0;0;"EUR";;"";;;"03";;;"";""',
	);
});
