import { type ZipEntry, zipOf } from '#server/platform/stored-zip.ts';
import { moneyToText } from '#shared/lib/money-text.ts';
import { GIFT_AID_CURRENCY } from '#shared/rules/gift-aid.ts';

/** The header data of a schedule. */
export interface SheetHead {
	/** `DD/MM/YY` */
	earliest: string;
	/** Tax to be given back of earlier claims, in pence; 0: none. */
	overclaimedMinor: number;
}

type Cell = string | { minor: number };

/**
 * Where Charities Online reads what, as the service that checks its schedules has it (hmrc/charities-claims-validation, `GiftAidDonationRow`
 * and `OdsReaderService`): a sheet of this name, counted from 0 the earliest date in row 12, the overclaimed tax in row 16, both in column 3,
 * and the donations from row 24 in the columns after the first.
 */
const layout = {
	sheet: 'R68GAD_V1_00_0_EN',
	earliest: 12,
	overclaimed: 16,
	headings: 22,
	rows: 24,
	column: 3,
};

const mimeType = 'application/vnd.oasis.opendocument.spreadsheet';
const oasis = 'urn:oasis:names:tc:opendocument:xmlns';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

// What XML 1.0 cannot hold at all, lone surrogates among it, and control characters.
const unwritable = /[^\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const escaped = (text: string) =>
	text
		.replaceAll(unwritable, ' ')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');

function cellOf(cell: Cell): string {
	if (cell === '') return '<table:table-cell/>';
	if (typeof cell === 'string')
		return `<table:table-cell office:value-type="string"><text:p>${escaped(cell)}</text:p></table:table-cell>`;
	const amount = moneyToText(cell.minor, GIFT_AID_CURRENCY);
	return `<table:table-cell table:style-name="amount" office:value-type="float" office:value="${amount}"><text:p>${amount}</text:p></table:table-cell>`;
}

const rowOf = (cells: readonly Cell[]) => `<table:table-row>${cells.map(cellOf).join('')}</table:table-row>`;

/** All rows from the first, with those between that say nothing. */
function* lines(header: readonly string[], rows: readonly string[][], head: SheetHead): Generator<Cell[]> {
	const overclaimed = head.overclaimedMinor > 0 ? { minor: head.overclaimedMinor } : '';
	const above: Record<number, Cell[]> = {
		[layout.earliest - 1]: ['', '', '', 'Earliest donation date in the period of claim. (DD/MM/YY)'],
		[layout.earliest]: ['', '', '', head.earliest],
		[layout.overclaimed - 1]: ['', '', '', 'Previously over-claimed amount.'],
		[layout.overclaimed]: ['', '', '', overclaimed],
		[layout.headings]: ['', ...header],
	};
	for (let index = 0; index < layout.rows; index += 1) yield above[index] ?? [''];
	for (const [index, row] of rows.entries()) {
		const [amount = '', ...texts] = row.toReversed();
		yield ['', String(index + 1), ...texts.toReversed(), { minor: Math.round(Number(amount) * 100) }];
	}
}

function contentOf(header: readonly string[], rows: readonly string[][], head: SheetHead): string {
	const body = [...lines(header, rows, head)].map(rowOf).join('');
	return `${declaration}<office:document-content xmlns:office="${oasis}:office:1.0" xmlns:table="${oasis}:table:1.0" xmlns:text="${oasis}:text:1.0" xmlns:style="${oasis}:style:1.0" xmlns:number="${oasis}:datastyle:1.0" office:version="1.2"><office:automatic-styles><number:number-style style:name="two-digits"><number:number number:decimal-places="2" number:min-integer-digits="1"/></number:number-style><style:style style:name="amount" style:family="table-cell" style:data-style-name="two-digits"/></office:automatic-styles><office:body><office:spreadsheet><table:table table:name="${layout.sheet}"><table:table-column table:number-columns-repeated="11"/>${body}</table:table></office:spreadsheet></office:body></office:document-content>`;
}

const manifest = `${declaration}<manifest:manifest xmlns:manifest="${oasis}:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:version="1.2" manifest:media-type="${mimeType}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`;

/**
 * A schedule as an OpenDocument spreadsheet.
 * @param rows without their numbers; the last cell is the amount in pounds. Texts are cells of text, so none is run as a formula
 */
export function scheduleSheet(
	header: readonly string[],
	rows: readonly string[][],
	head: SheetHead,
): AsyncGenerator<Uint8Array> {
	async function* entries(): AsyncGenerator<ZipEntry> {
		// First and as it is: the kind of file is read from it (ODF 1.2, part 3, 3.3).
		yield { name: 'mimetype', bytes: Buffer.from(mimeType) };
		yield { name: 'META-INF/manifest.xml', bytes: Buffer.from(manifest), isText: true };
		yield { name: 'content.xml', bytes: Buffer.from(contentOf(header, rows, head)), isText: true };
	}
	return zipOf(entries());
}

/** The media type of a schedule as a spreadsheet. */
export const SHEET_TYPE = mimeType;
