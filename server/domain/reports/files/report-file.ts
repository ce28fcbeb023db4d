import { createHash } from 'node:crypto';
import type pg from 'pg';
import { BYTE_ORDER_MARK, csvRow } from '#server/platform/csv-export.ts';
import { MAX_SHEET_ROWS, type SheetCell, sheetAmount, sheetDate, xlsxStream } from '#server/platform/xlsx.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type ReportFormat, reportLimits } from '#shared/rules/report-query.ts';
import { compile, type Shape } from '../compile.ts';
import type { PlannedColumn, QueryPlan } from '../plan-query.ts';

/** Rows that are read at once: little memory, few round trips. */
const rowsAtOnce = 2_000;
/** What a statement for the next rows may take, and all of them until the last begins. */
const statementMs = 600_000;

export interface FileProgress {
	rows: number;
	/** SHA-256 of all bytes, once they are all there. */
	sha256(): string;
}

/**
 * A report as a file, written while the rows are read from one cursor: one moment, and memory for one piece. Texts that a spreadsheet
 * would run are made harmless in CSV; in XLSX texts are texts, numbers numbers and dates dates.
 * @returns the bytes, and how far they are
 */
export function reportFile(
	client: pg.PoolClient,
	plan: QueryPlan,
	how: { format: ReportFormat; now: Date },
): { bytes: AsyncGenerator<Uint8Array>; progress: FileProgress } {
	const hash = createHash('sha256');
	const progress: FileProgress = { rows: 0, sha256: () => hash.digest('hex') };
	const shape: Shape = how.format === 'csv' ? 'csv' : how.format === 'xlsx' ? 'texts' : 'values';
	const limit = how.format === 'xlsx' ? MAX_SHEET_ROWS - 1 : reportLimits.fileRows;
	const pages = cursorPages(client, compile(plan, { shape, limit, now: how.now }), progress);
	async function* bytes(): AsyncGenerator<Uint8Array> {
		for await (const piece of piecesOf(plan, how.format, pages)) {
			hash.update(piece);
			yield piece;
		}
	}
	return { bytes: bytes(), progress };
}

/** Rows of a statement in pages; the next is requested while the last is being written. */
async function* cursorPages(
	client: pg.PoolClient,
	{ text, values }: { text: string; values: unknown[] },
	progress: FileProgress,
): AsyncGenerator<unknown[][]> {
	const untilMs = performance.now() + statementMs;
	await client.query({
		text: `DECLARE report_rows NO SCROLL CURSOR FOR ${text}`,
		values,
		query_timeout: statementMs,
	} as pg.QueryConfig);
	const read = () =>
		client.query<unknown[]>({
			text: `FETCH ${rowsAtOnce} FROM report_rows`,
			rowMode: 'array',
			query_timeout: statementMs,
		} as pg.QueryArrayConfig);
	let next = read();
	for (;;) {
		const { rows } = await next;
		if (rows.length === 0) return;
		if (performance.now() > untilMs)
			throw ruleViolation(
				'report-too-large',
				message`This file takes longer than ${statementMs / 60_000} minutes. Add a filter to make the report smaller.`,
			);
		if (rows.length === rowsAtOnce) {
			next = read();
			// There may be no reader left to receive the error when writing has failed.
			next.catch(() => {});
		}
		progress.rows += rows.length;
		yield rows;
		if (rows.length < rowsAtOnce) return;
	}
}

function piecesOf(
	plan: QueryPlan,
	format: ReportFormat,
	pages: AsyncGenerator<unknown[][]>,
): AsyncIterable<Uint8Array> {
	const columns: PlannedColumn[] = [...plan.dimensions, ...plan.measures];
	const header = columns.map((column) => headerOf(column, plan.timeZone));
	if (format === 'csv') return csvPieces(header, pages);
	if (format === 'json') return jsonPieces(columns, pages);
	const stream = xlsxStream(header, sheetPages(columns, pages), 'Report');
	return stream as unknown as AsyncIterable<Uint8Array>;
}

/** `Ordered, month`, `Check-in time (Europe/Berlin)`, `Check-in rate (%)`. */
function headerOf({ label, type, grain, form }: PlannedColumn, timeZone: string): string {
	const step = grain ?? form;
	const name = step ? `${label}, ${step.replaceAll('_', ' ')}` : `${label}`;
	if (type === 'percent') return `${name} (%)`;
	return type === 'instant' ? `${name} (${timeZone})` : name;
}

async function* csvPieces(header: string[], pages: AsyncGenerator<unknown[][]>): AsyncGenerator<Uint8Array> {
	yield Buffer.from(`${BYTE_ORDER_MARK}${csvRow(header)}`);
	for await (const page of pages) yield Buffer.from(page.map(([record]) => record as string).join(''));
}

async function* sheetPages(
	columns: readonly PlannedColumn[],
	pages: AsyncGenerator<unknown[][]>,
): AsyncGenerator<SheetCell[][]> {
	const write = columns.map(writerOf);
	for await (const page of pages) {
		yield page.map((row) =>
			row.map((cell, index) => {
				const text = cell as string;
				return text === '' ? '' : (write[index]?.(text) ?? text);
			}),
		);
	}
}

/** Numbers of a column, days and times included that are counted, not dated (weekdays, hours of the day). */
const isNumeric = ({ type, grain }: PlannedColumn) =>
	['number', 'money', 'percent'].includes(type) || grain === 'weekday' || grain === 'hour_of_day';

/** How the texts of a column become cells of a spreadsheet; null: as they are. */
function writerOf(column: PlannedColumn): ((text: string) => SheetCell) | null {
	if (column.type === 'money') return sheetAmount;
	if (isNumeric(column)) return Number;
	return column.type === 'instant' || column.type === 'date' ? sheetDate : null;
}

async function* jsonPieces(
	columns: readonly PlannedColumn[],
	pages: AsyncGenerator<unknown[][]>,
): AsyncGenerator<Uint8Array> {
	const names = columns.map(({ id, grain, form }) => ((grain ?? form) ? `${id}.${grain ?? form}` : id));
	let before = '[';
	for await (const page of pages) {
		const rows = page.map((row) =>
			JSON.stringify(
				Object.fromEntries(names.map((name, index) => [name, jsonValue(columns[index], row[index])])),
			),
		);
		yield Buffer.from(`${before}\n${rows.join(',\n')}`);
		before = ',';
	}
	yield Buffer.from(before === '[' ? '[]\n' : '\n]\n');
}

function jsonValue(column: PlannedColumn | undefined, value: unknown): unknown {
	if (value === null || value === undefined || value instanceof Date || typeof value === 'boolean')
		return value ?? null;
	return column && isNumeric(column) ? Number(value) : String(value);
}
