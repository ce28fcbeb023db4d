import { describe, expect, it } from 'vitest';
import { isKnownColumnName } from '#server/domain/orders/import/column-names.ts';
import { MAX_ROWS } from '#shared/rules/file-sizes.ts';
import { cpuMs } from '#tests/support/cpu-time.ts';
import { readTextTable, type TableOptions, TableProblem } from './read-table.ts';

const readTable = (bytes: Uint8Array, options: Partial<TableOptions> = {}) =>
	readTextTable(bytes, { isKnownColumnName, ...options });

const bytes = (text: string) => Buffer.from(text, 'utf8');

function problemOf(text: string | Uint8Array): { code: string; message: string } {
	try {
		readTable(typeof text === 'string' ? bytes(text) : text);
	} catch (error) {
		if (error instanceof TableProblem) return { code: error.code, message: error.message };
		throw error;
	}
	return { code: 'none', message: '' };
}

describe('readTable', () => {
	it.each([
		['commas', 'Name,Email\r\nAna,ana@example.com\r\n', ','],
		['semicolons', 'Name;E-Mail\r\n"Silva, Ana";ana@example.com\r\n', ';'],
		['tabs', 'Name\tEmail\nAna\tana@example.com\n', '\t'],
		['pipes', 'Name|Email\rAna|ana@example.com\r', '|'],
		["Excel's first line", 'sep=;\r\nName;E-Mail\r\nAna;ana@example.com', ';'],
	])('reads a list with %s', (_name, text, delimiter) => {
		const table = readTable(bytes(text));
		expect(table).toMatchObject({ delimiter, hasHeader: true, encoding: 'utf-8' });
		expect(table.rows).toHaveLength(1);
		expect(table.rows[0]?.cells[1]).toBe('ana@example.com');
		expect(table.rows[0]?.row).toBe(2);
	});

	it('keeps line breaks and doubled quotes inside cells, and counts rows as a spreadsheet does', () => {
		const table = readTable(bytes('Name,Notes\n"Ana ""Bo"" Silva","two\r\nlines"\n\nCy,x\n'));
		expect(table.rows).toEqual([
			{ row: 2, cells: ['Ana "Bo" Silva', 'two\nlines'] },
			{ row: 4, cells: ['Cy', 'x'] },
		]);
	});

	it('numbers the columns of a list without header', () => {
		const table = readTable(bytes('Ana,Silva,ana@example.com\nBo,Lund,bo@example.org\n'));
		expect(table).toMatchObject({ hasHeader: false, columns: ['Column 1', 'Column 2', 'Column 3'] });
		expect(table.rows.map(({ row }) => row)).toEqual([1, 2]);
	});

	it('knows a header in a language it does not know by what stands below it', () => {
		const table = readTable(bytes('Onoma,Tachydromio\nEleni,e@example.com\nNikos,n@example.com\n'));
		expect(table).toMatchObject({ hasHeader: true, columns: ['Onoma', 'Tachydromio'] });
	});

	it('takes what a person says about the header', () => {
		const text = bytes('Guest,Name\nAna,Silva\n');
		expect(readTable(text).rows).toHaveLength(1);
		expect(readTable(text, { hasHeader: false }).rows).toHaveLength(2);
	});

	it('reads a list of one column', () => {
		const table = readTable(bytes('Ana Silva\nBo Lund\n'));
		expect(table).toMatchObject({ hasHeader: false, columns: ['Column 1'] });
		expect(table.rows).toHaveLength(2);
	});

	it('forgives rows whose last cells are missing, and columns without name and content', () => {
		const table = readTable(bytes('Name,Email,Notes,,\nAna,ana@example.com\nBo,bo@example.com,hi,,\n'));
		expect(table.columns).toEqual(['Name', 'Email', 'Notes']);
		expect(table.rows[0]?.cells).toEqual(['Ana', 'ana@example.com', '']);
	});

	it.each([
		['nothing', '', 'empty-file', 'empty'],
		['a header alone', 'First name,Last name,Email\r\n', 'no-rows', 'no rows below'],
		['a quote left open', 'Name,Email\nAna,"Silva\nBo,Lund\n', 'unclosed-quote', 'Row 2'],
		['text behind a quote', 'Name,Email\n"Ana"x,Silva\n', 'text-after-quote', 'Row 2'],
		['two delimiters', 'Name;Email\nAna;a\nBo,b\n', 'mixed-delimiters', 'row 3 by commas'],
		['a row too long', 'Name,Email\nAna,a,b,c\nBo,b,c\n', 'ragged-rows', 'Row 2 has 4 cells'],
		['a NUL', 'Name,Email\nA\0na,a\n', 'not-text', 'Line 2'],
	])('refuses %s', (_name, text, code, words) => {
		const problem = problemOf(text);
		expect(problem.code).toBe(code);
		expect(problem.message).toContain(words);
	});

	it('refuses an archive where only text can be', () => {
		expect(problemOf(Buffer.from('504b0304140000000800', 'hex')).message).toContain('spreadsheet');
	});

	it('refuses more than it can take in one go', () => {
		expect(problemOf(`Name\n${'Ana\n'.repeat(MAX_ROWS + 1)}`).code).toBe('too-large');
		expect(problemOf(`Name${',x'.repeat(501)}\nAna\n`).code).toBe('too-large');
		expect(problemOf(`Name,Email\n${'a'.repeat(32_768)},x\n`).code).toBe('too-large');
	});

	it('refuses a line of millions of cells before it splits it', () => {
		expect(
			cpuMs(() => expect(problemOf(`Name${',x'.repeat(2_000_000)}\nAna\n`).code).toBe('too-large')),
		).toBeLessThan(1_000);
		expect(problemOf(`Name,Email\nAna${';x'.repeat(2_000_000)}\n`).code).toBe('too-large');
		expect(problemOf(`Name${',x'.repeat(150)}\n${`Ana${',y'.repeat(150)}\n`.repeat(15_000)}`).code).toBe(
			'too-large',
		);
	});

	it('takes any number of delimiters inside cells', () => {
		const notes = 'a, b; c | d'.repeat(2_500);
		expect(readTable(bytes(`Name,Notes\nAna,"${notes}"\nBo,"${notes}"\n`)).rows).toHaveLength(2);
	});
});
