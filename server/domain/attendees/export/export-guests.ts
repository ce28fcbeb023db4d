import { getDoorEvent } from '#server/domain/events/door-event.ts';
import { type AnswerColumns, readAnswerColumns } from '#server/domain/questions/export.ts';
import { download, textStream } from '#server/http/export/files.ts';
import { takeExportPlace, watched } from '#server/http/export/one-at-a-time.ts';
import { sheetTable, tableFile } from '#server/http/export/table-file.ts';
import { BYTE_ORDER_MARK, csvRow } from '#server/platform/csv-export.ts';
import { xlsxStream } from '#server/platform/xlsx.ts';
import type { Services } from '#server/services.ts';
import type { Attendee } from '#shared/contracts/attendees.ts';
import { everyGuest, type GuestFilters } from '../guest-list.ts';
import { csvPages } from './csv-pages.ts';
import { guestColumns, guestDates } from './guest-columns.ts';

const header = guestColumns.map((column) => column.title);

/** CSV in UTF-8 with a mark for spreadsheets. */
async function* csvPieces(pages: AsyncGenerator<string>): AsyncGenerator<string> {
	yield `${BYTE_ORDER_MARK}${csvRow(header)}`;
	yield* pages;
}

/** Pages of the list as rows of texts. */
async function* sheetPages(pages: AsyncGenerator<Attendee[]>): AsyncGenerator<string[][]> {
	for await (const page of pages) {
		yield page.map((guest) => guestColumns.map((column) => column.value(guest)));
	}
}

/**
 * The guest list as a file, with the filters of the screen. Cells that a spreadsheet would run are made text. Written while it
 * is read, one at a time for each organisation.
 */
export async function exportGuests(
	services: Services,
	scope: { organisationId: string; eventId: string },
	query: GuestFilters & { format: 'csv' | 'xlsx'; answers: boolean },
): Promise<Response> {
	const { title } = await getDoorEvent(services, scope);
	const answers = query.answers ? await readAnswerColumns(services, scope) : null;
	if (answers) return exportWithAnswers(services, scope, query, { title, answers });
	const done = takeExportPlace(services, scope.organisationId);
	if (query.format === 'csv') {
		const body = watched(textStream(csvPieces(csvPages(services, scope, query))), done);
		return download(body, `${title} guests.csv`, 'text/csv; charset=utf-8');
	}
	const pages = sheetPages(everyGuest(services, scope, query));
	const sheet = sheetTable({ header, pages, kinds: guestDates });
	return download(
		watched(xlsxStream(sheet.header, sheet.pages), done),
		`${title} guests.xlsx`,
		'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	);
}

/**
 * The same with a column for each question. Answers are looked up page by page; the columns that every list has are written as ever.
 */
function exportWithAnswers(
	services: Services,
	scope: { organisationId: string; eventId: string },
	query: GuestFilters & { format: 'csv' | 'xlsx' },
	{ title, answers }: { title: string; answers: AnswerColumns },
): Response {
	async function* rows(): AsyncGenerator<string[][]> {
		for await (const page of everyGuest(services, scope, query)) {
			const cells = await answers.read(page);
			yield page.map((guest, index) => [
				...guestColumns.map((column) => column.value(guest)),
				...(cells[index] ?? []),
			]);
		}
	}
	return tableFile(services, scope.organisationId, {
		name: `${title} guests`,
		header: [...header, ...answers.header],
		pages: rows(),
		kinds: guestDates,
		format: query.format,
	});
}
