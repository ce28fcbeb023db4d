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

/** The parts beside the sheet, as ECMA-376 wants them: types, relations, the workbook, and a bold style for the header. */
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
		`<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf fontId="0"/><xf fontId="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
	],
];

// What XML 1.0 cannot hold at all, lone surrogates among it.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A, B, … Z, AA: the name of a column, from 0. */
function columnName(index: number): string {
	const before = Math.floor(index / 26);
	return (before === 0 ? '' : columnName(before - 1)) + String.fromCharCode(65 + (index % 26));
}

function cell(address: string, text: string | number, style: number): string {
	if (typeof text === 'number') return `<c r="${address}"><v>${text}</v></c>`;
	const safe = text
		.slice(0, maxCellLength)
		.toWellFormed()
		.replace(unwritable, '')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
	return `<c r="${address}" t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${safe}</t></is></c>`;
}

/** Texts, and numbers that can be added up. */
export type SheetCell = string | number;

/** Many readers need the address of each cell, though the standard lets it out. */
const row = (number: number, cells: readonly SheetCell[], columns: readonly string[], style = 0) =>
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
				strToU8(`${declaration}<worksheet xmlns="${main}"><sheetData>${row(1, header, columns, 1)}`),
			);
		},
		async pull() {
			// The compressor keeps small pieces to itself, and a stream that was given nothing is not asked again: read until some came.
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
