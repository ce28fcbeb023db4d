import { readFileSync } from 'node:fs';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { isKnownColumnName } from '#server/domain/orders/import/column-names.ts';
import { xlsxStream } from '../xlsx.ts';
import { readTable } from './read-table.ts';
import { readXlsx } from './read-xlsx.ts';

const limits = { maxRows: 1_000, maxColumns: 50 };
const fixture = readFileSync(new URL('../../../tests/fixtures/import/guests.xlsx', import.meta.url));
const sheet = 'xl/worksheets/sheet1.xml';

/** The fixture with another first sheet. */
function withSheet(xml: string): Uint8Array {
	return zipSync({ ...unzipSync(fixture), [sheet]: strToU8(xml) }, { level: 9 });
}

test('reads the first sheet as text: dates, numbers as they are stored, blank rows left out', async () => {
	const table = await readTable(fixture, { isKnownColumnName });
	expect(table).toMatchObject({ encoding: null, delimiter: null, hasHeader: true });
	expect(table.columns).toEqual([
		'First name',
		'Last name',
		'Email',
		'Ticket',
		'Checked in',
		'Phone',
		'Seats',
	]);
	expect(table.rows).toEqual([
		{
			row: 2,
			cells: ['Siobhán', 'O’Brien', 'siobhan@example.com', 'VIP', '2026-05-02 19:00', '+49 40 1234', '2'],
		},
		{ row: 3, cells: ['佐藤', '美咲', 'misaki@example.com', 'Standard', '', '007', '1.5'] },
		// The writer of the fixture made the formula's cell empty.
		{ row: 5, cells: ['', '<b>Bold</b>', 'bob(at)example.com', 'VIP', '', '', ''] },
	]);
});

test('reads what an export wrote', async () => {
	const pages = (async function* () {
		yield [['Ana "Bo" Silva', 'ana@example.com']];
	})();
	const bytes = new Uint8Array(await new Response(xlsxStream(['Name', 'Email'], pages)).arrayBuffer());
	expect(await readXlsx(bytes, limits)).toEqual({
		rows: [
			['Name', 'Email'],
			['Ana "Bo" Silva', 'ana@example.com'],
		],
	});
});

test.each([
	['an archive of something else', zipSync({ 'notes.txt': strToU8('hello') })],
	['an archive that is cut off', fixture.subarray(0, 900)],
	['no XML where the sheet should be', withSheet('<worksheet><sheetData><row><c></row>')],
	['noise behind the signature', Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(500, 7)])],
])('%s is refused, and the process goes on', async (_, bytes) => {
	expect(await readXlsx(bytes, limits)).toHaveProperty('problem');
});

test('a sheet that unpacks to hundreds of megabytes is never unpacked', async () => {
	const bomb = withSheet(`<worksheet><sheetData>${'<row></row>'.repeat(15_000_000)}</sheetData></worksheet>`);
	expect(bomb.length).toBeLessThan(1_000_000);
	const before = process.memoryUsage().rss;
	expect(await readXlsx(bomb, limits)).toEqual({ problem: 'too-large' });
	expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
});

test('a cell in the last row and column there can be is too large, not a table of that size', async () => {
	const far = withSheet(
		'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>',
	);
	expect(await readXlsx(far, limits)).toEqual({ problem: 'too-large' });
});

test('more rows or columns than asked for are too large', async () => {
	expect(await readXlsx(fixture, { ...limits, maxRows: 3 })).toEqual({ problem: 'too-large' });
	expect(await readXlsx(fixture, { ...limits, maxColumns: 6 })).toEqual({ problem: 'too-large' });
	await expect(
		readTable(withSheet('<worksheet><sheetData/></worksheet>'), { isKnownColumnName }),
	).rejects.toThrow();
});

test('formats of whole rows and columns leave no table of their size; content there is too large', async () => {
	const sheetOf = (rows: string) =>
		withSheet(
			`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
		);
	const text = (address: string) => `<c r="${address}" t="inlineStr"><is><t>Ana</t></is></c>`;
	const formatted = sheetOf(
		`<row r="1">${text('A1')}<c r="XFD1" s="1"/></row><row r="1048575"><c r="A1048575" s="1"/></row><row r="1048576" ht="2"/>`,
	);
	expect(await readXlsx(formatted, limits)).toEqual({ rows: [['Ana']] });
	for (const rows of [
		`<row r="1">${text('A1')}${text('XFD1')}</row>`,
		`<row r="1"><c s="1" r="XFD1"><v>1</v></c></row>`,
		`<row r="1048576">${text('A1048576')}</row>`,
		`<row r="1048576"><c t="inlineStr"><is><t>Ana</t></is></c></row>`,
		`<row ${Array.from({ length: 50_000 }, (_, index) => `a${index}=""`).join(' ')} r="1">${text('A1')}</row>`,
	])
		expect(await readXlsx(sheetOf(rows), limits)).toEqual({ problem: 'too-large' });
});
