import Papa, { type ParseError } from 'papaparse';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { MAX_ROWS } from '#shared/rules/file-sizes.ts';
import type { TextEncodingName } from '#shared/rules/text-encodings.ts';
import { decodeText, TextProblem } from '../text/decode-text.ts';
import { type Delimiter, delimiterNames, delimiters, detectDelimiter, readSepLine } from './delimiter.ts';
import { hasVastRecord } from './limits.ts';
import { isZip, readXlsx } from './read-xlsx.ts';

/** Limits of one file. A cell of a spreadsheet holds 32,767 characters at most. */
export const MAX_COLUMNS = 500;
export const MAX_CELL = 32_767;
/** Of all rows together. */
export const MAX_CELLS = 2_000_000;

export interface TableRow {
	/** Number of the row as a spreadsheet counts: the first record of the file is 1, blank lines count. */
	row: number;
	cells: string[];
	/** Columns of a workbook that hold numbers, not text; only with `scoreHeader`. */
	numbers?: readonly number[];
}

export interface Table {
	/** Null for a workbook. */
	encoding: TextEncodingName | null;
	delimiter: Delimiter | null;
	hasHeader: boolean;
	/** Names of the columns as the file has them; numbered ones where there is no header. */
	columns: string[];
	/** Every row after the header, blank ones left out. */
	rows: TableRow[];
	/** Rows above the header that are not blank; only with `scoreHeader` there can be some. */
	above: string[][];
}

export interface TableOptions {
	/** Names of columns that a header is known by. */
	isKnownColumnName: (name: string) => boolean;
	encoding?: TextEncodingName | undefined;
	hasHeader?: boolean | undefined;
	/**
	 * How well a row names the columns; 0: not at all. With it, the header is the best of the first rows, and lines above and below the table
	 * are no mistakes.
	 */
	scoreHeader?: ((cells: string[]) => number) | undefined;
}

/** In how many rows a header is looked for. */
const HEADER_ROWS = 20;
const HEADER_CHARACTERS = 65_536;

export type TableProblemCode =
	| TextProblem['code']
	| 'unclosed-quote'
	| 'text-after-quote'
	| 'mixed-delimiters'
	| 'ragged-rows'
	| 'no-rows'
	| 'too-large'
	| 'unreadable';

/** A file that is no table, explained in a sentence for the person who chose it. */
export class TableProblem extends Error {
	override name = 'TableProblem';
	readonly code: TableProblemCode;

	readonly sentence: TranslatableMessage;

	constructor(code: TableProblemCode, sentence: TranslatableMessage) {
		super(sentence.text);
		this.code = code;
		this.sentence = sentence;
	}
}

/**
 * Reads a CSV or TSV file, or the first sheet of an Excel workbook (.xlsx). Strictly: what cannot be read for certain is refused
 * with a sentence that names the row, since a list that is silently shifted by a cell is worse than none.
 * @param options what a person chose; the rest is found out
 * @throws TableProblem
 */
export async function readTable(bytes: Uint8Array, options: TableOptions): Promise<Table> {
	return isZip(bytes) ? readWorkbook(bytes, options) : readTextTable(bytes, options);
}

async function readWorkbook(bytes: Uint8Array, options: TableOptions): Promise<Table> {
	const answer = await readXlsx(bytes, {
		maxRows: MAX_ROWS + 1,
		maxColumns: MAX_COLUMNS,
		marksNumbers: options.scoreHeader !== undefined,
	});
	if ('problem' in answer) {
		if (answer.problem === 'too-large')
			throw new TableProblem(
				'too-large',
				message`This workbook is too large. Up to ${MAX_ROWS} rows and ${MAX_COLUMNS} columns of its first sheet can be read.`,
			);
		throw new TableProblem(
			'unreadable',
			message`This file can’t be read as an Excel workbook (.xlsx). Save it again as .xlsx or as "CSV UTF-8".`,
		);
	}
	const rows = answer.rows.map((cells) => (cells.some((cell) => cell !== '') ? cells : ['']));
	return toTable(rows, { encoding: null, delimiter: null }, options, answer.numbers);
}

/** Like `readTable`, of a file that is text. */
export function readTextTable(bytes: Uint8Array, options: TableOptions): Table {
	const { text, encoding } = decode(bytes, options.encoding);
	const lines = text.replace(/\r\n?/g, '\n');
	const sep = readSepLine(lines);
	const content = sep?.rest ?? lines;
	if (hasVastRecord(content, MAX_COLUMNS + MAX_CELL)) throw tooWide();
	const delimiter =
		sep?.delimiter ?? delimiterOfHeader(content, options.scoreHeader) ?? detectDelimiter(content);
	const { data, errors } = parseRecords(content, delimiter);
	refuseBadQuotes(data, errors);

	return toTable(data, { encoding, delimiter }, options);
}

/** The delimiter under which one of the first records names the columns best. */
function delimiterOfHeader(text: string, scoreHeader: TableOptions['scoreHeader']): Delimiter | undefined {
	if (!scoreHeader) return undefined;
	const start = text.slice(0, HEADER_CHARACTERS);
	const scores = delimiters.map((delimiter) => {
		const { data } = Papa.parse<string[]>(start, { delimiter, newline: '\n', preview: HEADER_ROWS });
		return { delimiter, score: Math.max(0, ...data.map(scoreHeader)) };
	});
	const [best] = scores.sort((a, b) => b.score - a.score);
	return best && best.score > 0 ? best.delimiter : undefined;
}

/** The place of the header among the rows; 0 without a better one. */
function placeOfHeader(rows: TableRow[], scoreHeader: TableOptions['scoreHeader']): number {
	if (!scoreHeader) return 0;
	const scores = rows.slice(0, HEADER_ROWS).map(({ cells }) => scoreHeader(cells));
	return Math.max(0, scores.indexOf(Math.max(...scores)));
}

const tooWide = () =>
	new TableProblem(
		'too-large',
		message`This file has more than ${MAX_COLUMNS} columns, which can’t be read.`,
	);

/** @throws TableProblem while it reads, as soon as there are more rows, columns or cells than are read */
function parseRecords(content: string, delimiter: Delimiter): { data: string[][]; errors: ParseError[] } {
	const data: string[][] = [];
	const errors: ParseError[] = [];
	let cells = 0;
	Papa.parse<string[]>(content, {
		delimiter,
		newline: '\n',
		preview: MAX_ROWS + 2,
		step: (record) => {
			data.push(record.data);
			errors.push(...record.errors.map((error) => ({ ...error, row: data.length - 1 })));
			cells += record.data.length;
			if (record.data.length > MAX_COLUMNS + MAX_CELL) throw tooWide();
			if (cells > MAX_CELLS)
				throw new TableProblem(
					'too-large',
					message`This file has more than ${MAX_CELLS} cells. Remove columns that are not needed, or split it.`,
				);
		},
	});
	return { data, errors };
}

function toTable(
	data: string[][],
	form: Pick<Table, 'encoding' | 'delimiter'>,
	options: TableOptions,
	numbers?: number[][],
): Table {
	const records = data
		.map((cells, index): TableRow => ({ row: index + 1, cells }))
		.filter(({ cells }) => cells.length > 1 || (cells[0] ?? '') !== '');
	const above = placeOfHeader(records, options.scoreHeader);
	const rows = records.slice(above);
	const first = rows[0];
	if (!first) throw new TableProblem('empty-file', message`This file is empty.`);
	const hasHeader = options.hasHeader ?? looksLikeHeader(rows, options.isKnownColumnName);
	// A statement can have a column without a name that says whether money came in.
	const named = options.scoreHeader ? first.cells.length : trimmedWidth(first.cells);
	const width = hasHeader ? named : widthOf(rows);
	if (hasHeader) rows.shift();
	checkShape(rows, { width, delimiter: form.delimiter, first, hasNotes: options.scoreHeader !== undefined });
	return {
		...form,
		hasHeader,
		above: records.slice(0, above).map(({ cells }) => cells),
		columns: Array.from({ length: width }, (_, index) =>
			hasHeader ? (first.cells[index]?.trim() ?? '') : `Column ${index + 1}`,
		),
		rows: rows.map(({ row, cells }) => ({
			row,
			cells: Array.from({ length: width }, (_, index) => cells[index] ?? ''),
			...(numbers ? { numbers: numbers[row - 1] ?? [] } : {}),
		})),
	};
}

function decode(bytes: Uint8Array, encoding?: TextEncodingName) {
	try {
		return decodeText(bytes, { advice: message`Save the list as .xlsx or as "CSV UTF-8".`, encoding });
	} catch (error) {
		if (error instanceof TextProblem) throw new TableProblem(error.code, error.sentence);
		throw error;
	}
}

function refuseBadQuotes(data: string[][], errors: ParseError[]): void {
	const unclosed = errors.find((error) => error.code === 'MissingQuotes');
	const trailing = errors.find((error) => error.code === 'InvalidQuotes');
	if (trailing) {
		const row = (trailing.row ?? 0) + 1;
		throw new TableProblem(
			'text-after-quote',
			message`Row ${row} has text behind a closing quote. Quotes inside a cell are written twice: "Ana ""Bo"" Silva".`,
		);
	}
	if (unclosed) {
		const row = (unclosed.row ?? data.length - 1) + 1;
		throw new TableProblem('unclosed-quote', message`Row ${row} begins a quote (") that is never closed.`);
	}
}

/** Some programs end each line with delimiters; nameless columns at the end of the header are not columns. */
function trimmedWidth(header: string[]): number {
	let width = header.length;
	while (width > 1 && header[width - 1]?.trim() === '') width -= 1;
	return width;
}

/** Without a header: the number of cells that most rows have. */
function widthOf(rows: TableRow[]): number {
	const counts = new Map<number, number>();
	for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
	return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 1;
}

function checkShape(
	rows: TableRow[],
	table: { width: number; delimiter: Delimiter | null; first: TableRow; hasNotes: boolean },
): void {
	const { width, delimiter, first, hasNotes } = table;
	if (rows.length === 0) {
		throw new TableProblem('no-rows', message`This file has column names, but no rows below them.`);
	}
	if (rows.length > MAX_ROWS) {
		throw new TableProblem(
			'too-large',
			message`This file has more than ${MAX_ROWS} rows. Split it into smaller files.`,
		);
	}
	if (width > MAX_COLUMNS) {
		throw new TableProblem(
			'too-large',
			message`This file has ${width} columns; at most ${MAX_COLUMNS} are read.`,
		);
	}
	const vast = rows.find(({ cells }) => cells.some((cell) => cell.length > MAX_CELL));
	if (vast) {
		throw new TableProblem(
			'too-large',
			message`Row ${vast.row} has a cell of more than ${MAX_CELL} characters.`,
		);
	}
	if (delimiter === null) return;
	const foreign = rows.find(
		({ cells }) =>
			!hasNotes && width > 1 && cells.length === 1 && otherDelimiterOf(cells[0] ?? '', delimiter),
	);
	if (foreign) {
		const other = otherDelimiterOf(foreign.cells[0] ?? '', delimiter) ?? delimiter;
		throw new TableProblem(
			'mixed-delimiters',
			message`Row ${first.row} is divided by ${delimiterNames[delimiter]}, but row ${foreign.row} by ${delimiterNames[other]}. A list needs one and the same throughout.`,
		);
	}
	const long = rows.filter(({ cells }) => cells.slice(width).some((cell) => cell.trim() !== ''));
	if (long.length > 0) {
		const [worst] = long as [TableRow];
		throw new TableProblem(
			'ragged-rows',
			message`Row ${worst.row} has ${worst.cells.length} cells, but there ${width === 1 ? message`is 1 column` : message`are ${width} columns`}. ${
				long.length > 1 ? message`${long.length} rows are too long. ` : ''
			}Does a cell with ${delimiter === '\t' ? message`a tab` : `"${delimiter}"`} in it lack its quotes?`,
		);
	}
}

function otherDelimiterOf(line: string, delimiter: Delimiter): Delimiter | undefined {
	return delimiters.find((candidate) => candidate !== delimiter && line.includes(candidate));
}

/** Forms that the cells of a column share, and its name does not. */
const cellForms = [/^[^\s@]{1,64}@[^\s@]{1,200}\.[^\s@]{1,63}$/, /^[+(]?\d[\d\s().,/:-]*$/];

/** How many rows decide the form of a column. */
const HEADER_SAMPLE = 50;

/**
 * Whether the first row names the columns: one of its cells is a known name of a column, or stands above addresses or
 * numbers without being one (names of columns in a language that is not known here). A row with an address in it never does.
 */
function looksLikeHeader(rows: { cells: string[] }[], isKnownColumnName: (name: string) => boolean): boolean {
	const [first = { cells: [] }, ...others] = rows.slice(0, HEADER_SAMPLE);
	if (first.cells.some((cell) => /[^\s@]@[^\s@]{1,200}\.[^\s@]/.test(cell))) return false;
	if (first.cells.some((cell) => isKnownColumnName(cell))) return true;
	return first.cells.some((name, column) => {
		const below = others.map(({ cells }) => (cells[column] ?? '').trim()).filter((cell) => cell !== '');
		return (
			below.length >= 2 &&
			/\p{L}/u.test(name) &&
			cellForms.some((form) => !form.test(name.trim()) && below.every((cell) => form.test(cell)))
		);
	});
}
