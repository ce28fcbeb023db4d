import { csvFile, neutraliseCell } from '#server/platform/csv-export.ts';
import { xlsxStream } from '#server/platform/xlsx.ts';
import type { Services } from '#server/services.ts';
import { download, textStream } from './files.ts';
import { takeExportPlace, watched } from './one-at-a-time.ts';

export interface Table {
	/** Of the file, without its ending. */
	name: string;
	header: string[];
	pages: AsyncGenerator<string[][]>;
	format: 'csv' | 'xlsx';
}

async function* inRows(pages: AsyncGenerator<string[][]>): AsyncGenerator<string[]> {
	for await (const page of pages) yield* page;
}

async function* forSheets(pages: AsyncGenerator<string[][]>): AsyncGenerator<string[][]> {
	for await (const page of pages) yield page.map((row) => row.map(neutraliseCell));
}

/**
 * A table as a file, written while it is read; no cell of it is run by a spreadsheet.
 * @param whose an organisation or a staff link: each has one export at a time
 */
export function tableFile(services: Services, whose: string, table: Table): Response {
	const done = takeExportPlace(services, whose);
	const { name, header, pages } = table;
	if (table.format === 'xlsx')
		return download(
			watched(xlsxStream(header.map(neutraliseCell), forSheets(pages)), done),
			`${name}.xlsx`,
			'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
		);
	const file = csvFile(header, inRows(pages), { hasByteOrderMark: true });
	return download(watched(textStream(file), done), `${name}.csv`, 'text/csv; charset=utf-8');
}
