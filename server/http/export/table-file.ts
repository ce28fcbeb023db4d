import { csvFile } from '#server/platform/csv-export.ts';
import { type SheetCell, sheetAmount, sheetDate, sheetNumber, xlsxStream } from '#server/platform/xlsx.ts';
import type { Services } from '#server/services.ts';
import { download, textStream } from './files.ts';
import { takeExportPlace, watched } from './one-at-a-time.ts';

/** How the texts of a column become cells: days, instants as ISO 8601 in UTC, amounts with the digits of their currency, other numbers. */
const cellsOf = { day: sheetDate, instant: sheetDate, amount: sheetAmount, number: sheetNumber };

/** The kinds of columns by their titles. */
export type ColumnKinds = Readonly<Record<string, keyof typeof cellsOf>>;

export interface Table {
	/** Of the file, without its ending. */
	name: string;
	header: string[];
	pages: AsyncGenerator<string[][]>;
	/** The columns of `header` that hold more than texts. */
	kinds?: ColumnKinds;
	format: 'csv' | 'xlsx';
}

async function* inRows(pages: AsyncGenerator<string[][]>): AsyncGenerator<string[]> {
	for await (const page of pages) yield* page;
}

/**
 * A table for a spreadsheet: texts as they are, dates as dates, amounts as numbers. Dates have no zone there, so the names of their columns
 * say it.
 */
export function sheetTable({ header, pages, kinds: named = {} }: Omit<Table, 'name' | 'format'>): {
	header: string[];
	pages: AsyncGenerator<SheetCell[][]>;
} {
	const kinds = header.map((title, index) => (header.indexOf(title) === index ? named[title] : undefined));
	async function* cells(): AsyncGenerator<SheetCell[][]> {
		for await (const page of pages)
			yield page.map((row) =>
				row.map((text, index) => {
					const kind = kinds[index];
					return kind ? cellsOf[kind](text) : text;
				}),
			);
	}
	const titles = header.map((title, index) =>
		kinds[index] === 'instant' && !title.endsWith('(UTC)') ? `${title} (UTC)` : title,
	);
	return { header: titles, pages: cells() };
}

/**
 * A table as a file, written while it is read; no cell of it is run by a spreadsheet.
 * @param whose an organisation or a staff link: each has one export at a time
 */
export function tableFile(services: Services, whose: string, table: Table): Response {
	const done = takeExportPlace(services, whose);
	const { name, header, pages } = table;
	if (table.format === 'xlsx') {
		const sheet = sheetTable(table);
		return download(
			watched(xlsxStream(sheet.header, sheet.pages), done),
			`${name}.xlsx`,
			'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
		);
	}
	const file = csvFile(header, inRows(pages), { hasByteOrderMark: true });
	return download(watched(textStream(file), done), `${name}.csv`, 'text/csv; charset=utf-8');
}
