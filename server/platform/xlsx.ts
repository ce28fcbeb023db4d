import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** Most rows that a spreadsheet takes, its header among them. */
export const MAX_SHEET_ROWS = 1_048_576;
/** Most characters that a cell takes. */
const maxCellLength = 32_767;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Positions in `cellXfs` of the styles below. */
const styles = { plain: 0, header: 1, day: 2, instant: 3, amount: 4 };

/** How amounts are shown, by the digits behind the point of their currency: styles from `styles.amount` on. */
const amountFormats = [0, 1, 2, 3, 4].map((digits) => `#,##0${digits === 0 ? '' : `.${'0'.repeat(digits)}`}`);

/** The parts beside the sheet, as ECMA-376 wants them: types, relations, the workbook, and styles for the header, for dates and for amounts. */
const partsOf = (sheetName: 'Guests' | 'Report'): [path: string, xml: string][] => [
	[
		'[Content_Types].xml',
		`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
	],
	[
		'_rels/.rels',
		`<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
	],
	[
		'xl/workbook.xml',
		`<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
	],
	[
		'xl/_rels/workbook.xml.rels',
		`<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
	],
	[
		'xl/styles.xml',
		`<styleSheet xmlns="${main}"><numFmts count="${2 + amountFormats.length}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>${amountFormats.map((code, digits) => `<numFmt numFmtId="${166 + digits}" formatCode="${code}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${4 + amountFormats.length}"><xf fontId="0"/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/>${amountFormats.map((_, digits) => `<xf numFmtId="${166 + digits}" applyNumberFormat="1"/>`).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
	],
];

// What XML 1.0 cannot hold at all, lone surrogates among it.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A, B, … Z, AA: the name of a column, from 0. */
export function columnName(index: number): string {
	const before = Math.floor(index / 26);
	return (before === 0 ? '' : columnName(before - 1)) + String.fromCharCode(65 + (index % 26));
}

function cell(address: string, value: SheetCell, style: number): string {
	if (typeof value === 'number') return `<c r="${address}"><v>${value}</v></c>`;
	if (typeof value === 'object' && 'digits' in value)
		return `<c r="${address}" s="${styles.amount + value.digits}"><v>${value.amount}</v></c>`;
	if (typeof value === 'object')
		return `<c r="${address}" s="${value.hasTime ? styles.instant : styles.day}"><v>${value.serial}</v></c>`;
	const safe = value
		.slice(0, maxCellLength)
		.toWellFormed()
		.replace(unwritable, '')
		// Readers take `_x0041_` for an A (ECMA-376 part 1, 22.9.2.19).
		.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
	return `<c r="${address}" t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${safe}</t></is></c>`;
}

/** A date of a spreadsheet: days since 30 December 1899, without a zone. */
export interface SheetDate {
	serial: number;
	hasTime: boolean;
}

/** An amount of money, shown with the digits of its currency. */
export interface SheetAmount {
	amount: number;
	digits: number;
}

/** Texts as they are (a cell of this kind is never a formula), numbers and amounts that can be added up, and dates. */
export type SheetCell = string | number | SheetDate | SheetAmount;

/** A spreadsheet keeps this many digits of a number. */
const exactDigits = 15;

/** An amount with the digits that it is written with (`12.50`, `1250`, `1.250`); other texts stay texts. */
export function sheetAmount(text: string): SheetAmount | string {
	const match = /^-?(\d+)(?:\.(\d{1,4}))?$/.exec(text);
	const [, whole = '', fraction = ''] = match ?? [];
	if (!match || whole.length + fraction.length > exactDigits) return text;
	return { amount: Number(text), digits: fraction.length };
}

/** A count or a rate as a number; other texts stay texts. */
export function sheetNumber(text: string): number | string {
	const amount = sheetAmount(text);
	return typeof amount === 'string' ? text : amount.amount;
}

const dateText = /^\d{4}-\d{2}-\d{2}(?:([T ])(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)Z?)?$/;
/** 1 March 1900: Excel counts a 29 February before it that there never was. */
const firstSerial = 61;

/** A day (`2026-05-02`) or a time (`2026-05-02T19:00:00.000Z`, `2026-05-02 19:00`) as a date; other texts stay texts. */
export function sheetDate(text: string): SheetDate | string {
	const match = dateText.exec(text);
	const time = Date.parse(`${text.slice(0, 10)}T${match?.[2] ?? '00:00'}Z`);
	if (!match || Number.isNaN(time)) return text;
	const serial = Number((time / 86_400_000 + 25_569).toFixed(9));
	return serial < firstSerial ? text : { serial, hasTime: match[2] !== undefined };
}

/** Many readers need the address of each cell, though the standard lets it out. */
const row = (number: number, cells: readonly SheetCell[], columns: readonly string[], style = styles.plain) =>
	`<row r="${number}">${cells.map((text, index) => cell(`${columns[index] ?? columnName(index)}${number}`, text, style)).join('')}</row>`;

/**
 * A workbook with one sheet, written while its rows are read: memory holds the page in hand and no more. Rows beyond
 * what a spreadsheet takes are left out.
 * @param pages rows in pieces of any size
 */
export function xlsxStream(
	header: readonly string[],
	pages: AsyncIterator<readonly SheetCell[][]>,
	sheetName: 'Guests' | 'Report' = 'Guests',
): ReadableStream<Uint8Array> {
	let zip: Zip;
	let sheet: ZipDeflate;
	let rows = 1;
	let written = 0;
	let isClosed = false;
	const columns = header.map((_, index) => columnName(index));
	const end = () => {
		sheet.push(strToU8('</sheetData></worksheet>'), true);
		zip.end();
	};
	return new ReadableStream<Uint8Array>({
		start(controller) {
			zip = new Zip((error, chunk, isLast) => {
				if (error) return controller.error(error);
				written += chunk.length;
				if (chunk.length > 0) controller.enqueue(chunk);
				if (isLast) {
					isClosed = true;
					controller.close();
				}
			});
			for (const [path, xml] of partsOf(sheetName)) {
				const part = new ZipPassThrough(path);
				zip.add(part);
				part.push(strToU8(declaration + xml), true);
			}
			sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 });
			zip.add(sheet);
			sheet.push(
				strToU8(
					`${declaration}<worksheet xmlns="${main}"><sheetFormatPr defaultColWidth="20" defaultRowHeight="15"/><sheetData>${row(1, header, columns, styles.header)}`,
				),
			);
		},
		async pull() {
			// The compressor keeps small pieces to itself, and a stream that was given nothing is not read again: read until some came.
			const before = written;
			while (written === before && !isClosed) {
				const page = await pages.next();
				if (page.done) return end();
				const taken = page.value.slice(0, MAX_SHEET_ROWS - rows);
				const first = rows + 1;
				rows += taken.length;
				sheet.push(strToU8(taken.map((cells, index) => row(first + index, cells, columns)).join('')));
				if (rows >= MAX_SHEET_ROWS) {
					await pages.return?.();
					end();
				}
			}
		},
		cancel: () => void pages.return?.(),
	});
}
