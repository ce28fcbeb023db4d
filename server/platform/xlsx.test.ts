import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { sheetAmount, sheetNumber, xlsxStream } from './xlsx.ts';

async function* pagesOf(count: number, size: number, text = (n: number) => `Guest ${n}`) {
	for (let from = 0; from < count; from += size) {
		yield Array.from({ length: Math.min(size, count - from) }, (_, n) => [text(from + n), 'x']);
	}
}

async function read(stream: ReadableStream<Uint8Array>): Promise<Record<string, string>> {
	const files = unzipSync(new Uint8Array(await new Response(stream).arrayBuffer()));
	return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]));
}

test('a workbook has all its parts, a bold header and every row in order', async () => {
	const files = await read(xlsxStream(['Name', 'Mark'], pagesOf(2_500, 1_000)));
	expect(Object.keys(files)).toEqual([
		'[Content_Types].xml',
		'_rels/.rels',
		'xl/workbook.xml',
		'xl/_rels/workbook.xml.rels',
		'xl/styles.xml',
		'xl/worksheets/sheet1.xml',
	]);
	const sheet = files['xl/worksheets/sheet1.xml'] ?? '';
	expect(sheet).toContain('<row r="1"><c r="A1" t="inlineStr" s="1"><is><t xml:space="preserve">Name</t>');
	const names = [...sheet.matchAll(/>(Guest \d+)</g)].map((match) => match[1]);
	expect(names).toEqual(Array.from({ length: 2_500 }, (_, n) => `Guest ${n}`));
	expect(sheet.endsWith('</sheetData></worksheet>')).toBe(true);
});

test('markup is text, and what XML cannot hold is left out', async () => {
	const hostile = '<b>&"\u0000\u0007\ud800 ok\uffff';
	const { 'xl/worksheets/sheet1.xml': sheet } = await read(
		xlsxStream(
			['A', 'B'],
			pagesOf(1, 1, () => hostile),
		),
	);
	expect(sheet).toContain('&lt;b&gt;&amp;"\ufffd ok</t>');
});

test('small pages that compress to nothing at first do not stall the file', async () => {
	const { 'xl/worksheets/sheet1.xml': sheet } = await read(xlsxStream(['A', 'B'], pagesOf(40, 1)));
	expect(sheet?.match(/<row /g)).toHaveLength(41);
});

test('an empty list is a sheet with its header', async () => {
	const { 'xl/worksheets/sheet1.xml': sheet } = await read(xlsxStream(['A'], pagesOf(0, 1)));
	expect(sheet?.match(/<row /g)).toHaveLength(1);
});

test('rows are read while the file is taken, not before', async () => {
	let calls = 0;
	async function* counted() {
		for await (const page of pagesOf(1_000_000, 1_000)) {
			calls += 1;
			yield page;
		}
	}
	const reader = xlsxStream(['A', 'B'], counted()).getReader();
	for (let n = 0; n < 12; n += 1) await reader.read();
	expect(calls).toBeLessThan(60);
	await reader.cancel();
});

test.each([
	['12.50', 12.5, 2],
	['-0.05', -0.05, 2],
	['1250', 1250, 0],
	['1.250', 1.25, 3],
	['999999999.99', 999_999_999.99, 2],
])('the amount %s is a number with the digits of its currency', async (text, amount, digits) => {
	expect(sheetAmount(text)).toEqual({ amount, digits });
	const pages = (async function* () {
		yield [[sheetAmount(text)]];
	})();
	const files = await read(xlsxStream(['Amount'], pages));
	const [, style, value] =
		/<c r="A2" s="(\d+)"><v>([^<]*)</.exec(files['xl/worksheets/sheet1.xml'] ?? '') ?? [];
	expect(Number(value)).toBe(amount);
	const formats = [...(files['xl/styles.xml'] ?? '').matchAll(/<xf (?:numFmtId="(\d+)"|fontId)/g)];
	const code = new RegExp(`numFmtId="${formats[Number(style)]?.[1]}" formatCode="([^"]*)"`).exec(
		files['xl/styles.xml'] ?? '',
	)?.[1];
	expect(code).toBe(`#,##0${digits ? `.${'0'.repeat(digits)}` : ''}`);
});

test.each(['', '=1', '1,50', '12.50 EUR', '1e5', '12345678901234.56', 'x', '1.23456'])(
	'%j is no amount and stays a text',
	(text) => {
		expect(sheetAmount(text)).toBe(text);
		expect(sheetNumber(text)).toBe(text);
	},
);
