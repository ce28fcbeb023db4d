import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { isKnownColumnName } from '#server/domain/orders/import/column-names.ts';
import { sheetDate, xlsxStream } from '../xlsx.ts';
import { readTable } from './read-table.ts';
import { readXlsx } from './read-xlsx.ts';

const limits = { maxRows: 1_000, maxColumns: 50 };
const fixtureUrl = new URL('../../../tests/fixtures/import/guests.xlsx', import.meta.url);
const fixture = readFileSync(fixtureUrl);
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

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const inlineCell = (text: string, address = '') =>
	`<c${address && ` r="${address}"`} t="inlineStr"><is><t>${text}</t></is></c>`;
const sheetOf = (rows: string) => `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`;

/** A workbook whose parts have the names of `paths`; `sheets` in the order of the workbook. */
function workbookOf(
	sheets: { path: string; xml: string; state?: string; target?: string }[],
	{ book = 'xl/workbook.xml', properties = '', others = {} as Record<string, string>, prefix = '' } = {},
) {
	const p = prefix && `${prefix}:`;
	const folder = book.split('/').slice(0, -1).join('/');
	const relations = (entries: string[]) =>
		`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join('')}</Relationships>`;
	const files: Record<string, string> = {
		'_rels/.rels': relations([`<Relationship Id="a" Type="${office}/officeDocument" Target="/${book}"/>`]),
		[book]: `<${p}workbook xmlns${prefix && `:${prefix}`}="${main}" xmlns:r="${office}">${properties}<${p}sheets>${sheets
			.map(
				({ state }, index) =>
					`<${p}sheet name="S${index}" sheetId="${9 - index}" ${state ? `state="${state}" ` : ''}r:id="x${index}"/>`,
			)
			.join('')}</${p}sheets></${p}workbook>`,
		[`${folder}/_rels/${book.split('/').at(-1)}.rels`]: relations([
			...sheets.map(
				({ path, target }, index) =>
					`<Relationship Id="x${index}" Type="${office}/worksheet" Target="${target ?? `/${path}`}"/>`,
			),
			...Object.keys(others).map(
				(path, index) =>
					`<Relationship Id="o${index}" Type="${office}/${path.includes('tring') ? 'sharedStrings' : 'styles'}" Target="/${path}"/>`,
			),
		]),
		...Object.fromEntries(sheets.map(({ path, xml }) => [path, xml])),
		...others,
	};
	return zipSync(Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(xml)])));
}
const rowsOf = async (bytes: Uint8Array) => {
	const answer = await readXlsx(bytes, limits);
	return 'rows' in answer ? answer.rows : answer;
};
const guestSheet = sheetOf(
	`<row r="1">${inlineCell('Name', 'A1')}</row><row r="2">${inlineCell('Ana', 'A2')}</row>`,
);
const otherSheet = sheetOf(`<row r="1">${inlineCell('Hidden', 'A1')}</row>`);
const guestRows = [['Name'], ['Ana']];

test.each([
	['named by what is in it', 'xl/worksheets/Guest list.xml', undefined],
	['named beyond a thousand', 'xl/worksheets/sheet1234.xml', undefined],
	['in another folder, with a target from its own', 'xl/sheets/one.xml', 'sheets/one.xml'],
	['outside of the folder of the workbook', 'data/one.xml', '../data/one.xml'],
	['with a dot in its target', 'xl/worksheets/sheet1.xml', './worksheets/sheet1.xml'],
	['in other case than its target', 'xl/worksheets/Sheet1.XML', 'worksheets/sheet1.xml'],
])('reads a sheet %s', async (_, path, target) => {
	expect(await rowsOf(workbookOf([{ path, xml: guestSheet, ...(target && { target }) }]))).toEqual(guestRows);
});

test('reads the first sheet that can be seen, in the order of the workbook', async () => {
	const sheets = [
		{ path: 'xl/worksheets/sheet1.xml', xml: otherSheet, state: 'hidden' },
		{ path: 'xl/worksheets/sheet2.xml', xml: otherSheet, state: 'veryHidden' },
		{ path: 'xl/worksheets/sheet4.xml', xml: guestSheet, state: 'visible' },
		{ path: 'xl/worksheets/sheet3.xml', xml: otherSheet },
	];
	expect(await rowsOf(workbookOf(sheets))).toEqual(guestRows);
	expect(await rowsOf(workbookOf(sheets.slice(0, 2)))).toEqual({ problem: 'unreadable' });
});

test('reads a workbook, texts and styles by other names, with prefixes and days since 1904', async () => {
	const xml = `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c s="1"><x:v>44682.5</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
	const bytes = workbookOf([{ path: 'book/data.xml', xml }], {
		book: 'book/main.xml',
		prefix: 'x',
		properties: '<x:workbookPr date1904="true"/>',
		others: {
			'book/strings.xml': `<sst xmlns="${main}"><si><t>Ana</t></si></sst>`,
			'book/looks.xml': `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
		},
	});
	expect(await rowsOf(bytes)).toEqual([['Ana', '2026-05-02 12:00']]);
});

test('places cells and rows without an address behind the one before', async () => {
	const row = (cells: string) => `<row>${cells}</row>`;
	const xml = sheetOf(
		row(inlineCell('Name') + inlineCell('Email') + inlineCell('Notes')) +
			row(`${inlineCell('Ana')}<c/>${inlineCell('hi')}`) +
			`<row r="4">${inlineCell('Bo', 'A4')}${inlineCell('far', 'C4')}</row>` +
			row(inlineCell('Cy') + inlineCell('cy@example.com')),
	);
	expect(await rowsOf(workbookOf([{ path: 'xl/worksheets/sheet1.xml', xml }]))).toEqual([
		['Name', 'Email', 'Notes'],
		['Ana', '', 'hi'],
		['', '', ''],
		['Bo', '', 'far'],
		['Cy', 'cy@example.com', ''],
	]);
});

test('reads dates, and texts as they are, of an export', async () => {
	const texts = ['=SUM(A1)', '+49 40 1234', "'quoted", '@ana', '_x0041_', '-'];
	const pages = (async function* () {
		yield [[...texts, sheetDate('2026-05-02'), sheetDate('2026-05-02T19:00:00.000Z'), sheetDate('soon')]];
	})();
	const header = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'];
	const bytes = new Uint8Array(await new Response(xlsxStream(header, pages)).arrayBuffer());
	expect(await rowsOf(bytes)).toEqual([header, [...texts, '2026-05-02', '2026-05-02 19:00', 'soon']]);
});

test.each([
	['an archive of something else', zipSync({ 'notes.txt': strToU8('hello') })],
	['an archive that is cut off', fixture.subarray(0, 900)],
	['no XML where the sheet should be', withSheet('<worksheet><sheetData><row><c></row>')],
	['noise behind the signature', Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(500, 7)])],
])('%s is refused, and the process goes on', async (_, bytes) => {
	expect(await readXlsx(bytes, limits)).toHaveProperty('problem');
});

/** What a reading adds to the most memory that a process of its own has ever used, in bytes. */
async function measure(reading: string, bytes: Uint8Array): Promise<{ answer: unknown; addedBytes: number }> {
	const folder = mkdtempSync(join(tmpdir(), 'xlsx-'));
	try {
		const file = join(folder, 'book.xlsx');
		writeFileSync(file, bytes);
		const program = `
			const { existsSync, readFileSync } = await import('node:fs');
			const { unzipSync } = await import('fflate');
			const { readXlsx } = await import('#server/platform/table/read-xlsx.ts');
			const limits = ${JSON.stringify(limits)};
			const [fixture, bytes] = process.argv.slice(1).map((path) => readFileSync(path));
			// Of this program alone: the peak of resourceUsage() begins with that of the process which started it.
			const peakBytes = () => 1024 * (existsSync('/proc/self/status')
				? Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
				: process.resourceUsage().maxRSS);
			await readXlsx(fixture, limits);
			const before = peakBytes();
			const answer = await ${reading};
			const addedBytes = peakBytes() - before;
			process.stdout.write(JSON.stringify({ answer, addedBytes }), () => process.exit());`;
		const root = fileURLToPath(new URL('../../..', import.meta.url));
		const { stdout } = await promisify(execFile)(
			process.execPath,
			['--input-type=module', '-e', program, fileURLToPath(fixtureUrl), file],
			{ cwd: root },
		);
		return JSON.parse(stdout);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

test('a sheet that unpacks to more than a hundred megabytes is never unpacked', async () => {
	const rows = '<row></row>'.repeat(10_000_000);
	const bomb = withSheet(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
	expect(bomb.length).toBeLessThan(1_000_000);
	const read = await measure('readXlsx(bytes, limits)', bomb);
	expect(read.answer).toEqual({ problem: 'too-large' });
	expect(read.addedBytes).toBeLessThan(25_000_000);
	// The measure sees what unpacking takes beyond the memory that reading the small workbook has used.
	const unpacked = await measure('Object.keys(unzipSync(bytes)).length', bomb);
	expect(unpacked.addedBytes).toBeGreaterThan(40_000_000);
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
