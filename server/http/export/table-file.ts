import { csvFile } from '#server/platform/csv-export.ts';
import { type SheetCell, sheetDate, xlsxStream } from '#server/platform/xlsx.ts';
import type { Services } from '#server/services.ts';
import { download, textStream } from './files.ts';
import { takeExportPlace, watched } from './one-at-a-time.ts';

export interface Table {
	/** Of the file, without its ending. */
	name: string;
	header: string[];
	pages: AsyncGenerator<string[][]>;
	/** The columns of `header` that hold dates: days, or instants as ISO 8601 in UTC. */
	dates?: Readonly<Record<string, 'day' | 'instant'>>;
	format: 'csv' | 'xlsx';
}

async function* inRows(pages: AsyncGenerator<string[][]>): AsyncGenerator<string[]> {
	for await (const page of pages) yield* page;
}

/**
 * A table for a spreadsheet: texts as they are, dates as dates. Those have no zone there, so the names of their columns say it.
 */
export function sheetTable({ header, pages, dates = {} }: Omit<Table, 'name' | 'format'>): {
	header: string[];
	pages: AsyncGenerator<SheetCell[][]>;
} {
	const kinds = header.map((title, index) => (header.indexOf(title) === index ? dates[title] : undefined));
	async function* cells(): AsyncGenerator<SheetCell[][]> {
		for await (const page of pages)
			yield page.map((row) => row.map((text, index) => (kinds[index] ? sheetDate(text) : text)));
	}
	const named = header.map((title, index) =>
		kinds[index] === 'instant' && !title.endsWith('(UTC)') ? `${title} (UTC)` : title,
	);
	return { header: named, pages: cells() };
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
