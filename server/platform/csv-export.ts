/** A value of a cell. Dates are written as ISO 8601 in UTC; null and undefined as an empty cell. */
export type CsvValue = string | number | bigint | boolean | Date | null | undefined;

export interface CsvOptions {
	/** A comma unless said otherwise; Excel in many European settings expects a semicolon. */
	delimiter?: ',' | ';' | '\t';
	/** Begin with a byte order mark, by which Excel knows that the file is UTF-8. */
	hasByteOrderMark?: boolean;
}

/** The byte order mark of UTF-8 as text. */
export const BYTE_ORDER_MARK = '\ufeff';

// What makes a spreadsheet read a cell as a formula: = + - @ as first character (the full-width forms too, which Asian
// settings take for the same), after any blanks that an import may trim. OWASP, "CSV Injection".
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

const plainNumber = /^[+-]?\d{1,30}([.,]\d{1,30})?([eE][+-]?\d{1,3})?$/;
// At least six digits with the blanks, dots, dashes, slashes and brackets people put between them; a plus only in front.
const phoneNumber = /^\+?[\d\s().\-/\u00a0\u202f]{6,40}$/u;

function isPhoneNumber(text: string): boolean {
	return phoneNumber.test(text) && !text.startsWith('-') && text.replace(/\D/g, '').length >= 6;
}

/**
 * The text of a cell such that no spreadsheet runs it: what could start a formula gets an apostrophe in front, which
 * spreadsheets show as "this is text". Values that are wholly a number or a phone number stay as they are.
 */
export function neutraliseCell(text: string): string {
	if (!formulaStart.test(text) || plainNumber.test(text) || isPhoneNumber(text)) return text;
	return `'${text}`;
}

function cellText(value: CsvValue): string {
	if (value === null || value === undefined) return '';
	if (value instanceof Date) return value.toISOString();
	// Numbers of the program itself are never formulas, whatever their sign.
	if (typeof value === 'string') return neutraliseCell(value.toWellFormed().replaceAll('\0', ''));
	return String(value);
}

/**
 * One record as RFC 4180 writes it, CRLF at the end. A cell is quoted when it holds a quote, a line break, blanks at an end
 * or any usual delimiter, so that the file survives being opened with the wrong one.
 */
export function csvRow(values: readonly CsvValue[], options: CsvOptions = {}): string {
	const cells = values.map((value) => {
		const text = cellText(value);
		return /["\r\n,;\t|]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
	});
	// A record of one empty cell would be an empty line, which readers skip.
	if (cells.length === 1 && cells[0] === '') return '""\r\n';
	return `${cells.join(options.delimiter ?? ',')}\r\n`;
}

/**
 * A whole file, piece by piece, for streaming: the header, then the rows as they come. Pieces are some tens of kilobytes,
 * so that a long list costs few writes and little memory.
 */
export async function* csvFile(
	header: readonly string[],
	rows: AsyncIterable<readonly CsvValue[]> | Iterable<readonly CsvValue[]>,
	options: CsvOptions = {},
): AsyncGenerator<string> {
	let piece = `${options.hasByteOrderMark ? BYTE_ORDER_MARK : ''}${csvRow(header, options)}`;
	for await (const row of rows) {
		piece += csvRow(row, options);
		if (piece.length >= 32_768) {
			yield piece;
			piece = '';
		}
	}
	if (piece !== '') yield piece;
}
