import type { Attendee } from '#shared/contracts/orders.ts';
import { csvRow, neutraliseCell } from '#shared/rules/csv-export.ts';
import { xlsxStream } from '../../platform/xlsx.ts';
import type { Services } from '../../services.ts';
import { getDoorEvent } from '../events/door-event.ts';
import { everyGuest, type GuestFilters } from './guest-list.ts';

const columns: { title: string; value: (guest: Attendee) => string }[] = [
	{ title: 'Name', value: (guest) => guest.name },
	{ title: 'Email', value: (guest) => guest.email },
	{ title: 'Ticket type', value: (guest) => guest.ticketTypeName },
	{ title: 'Status', value: (guest) => guest.status },
	{ title: 'Order', value: (guest) => guest.orderCode },
	{ title: 'Ticket code', value: (guest) => guest.ticketCode },
	{ title: 'Checked in at', value: (guest) => guest.checkedInAt ?? '' },
	{ title: 'Registered at', value: (guest) => guest.createdAt },
	{ title: 'Source', value: (guest) => guest.source },
	{ title: 'Notes', value: (guest) => guest.notes },
];

function download(body: ReadableStream<Uint8Array>, fileName: string, contentType: string): Response {
	return new Response(body, {
		headers: {
			'Content-Type': contentType,
			'Content-Disposition': `attachment; filename="${fileName.replaceAll(/[^\w.-]+/g, '-')}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
		},
	});
}

/** CSV in UTF-8 with a mark for spreadsheets, written while it is read: nothing is held but the page in hand. */
function csvStream(pages: AsyncGenerator<Attendee[]>): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	let isStarted = false;
	return new ReadableStream<Uint8Array>({
		async pull(controller) {
			if (!isStarted) {
				isStarted = true;
				controller.enqueue(encoder.encode(`\uFEFF${csvRow(columns.map((column) => column.title))}`));
				return;
			}
			const page = await pages.next();
			if (page.done) return controller.close();
			controller.enqueue(
				encoder.encode(
					page.value.map((guest) => csvRow(columns.map((column) => column.value(guest)))).join(''),
				),
			);
		},
		cancel: () => void pages.return(undefined),
	});
}

/** Pages of the list as rows of texts that no spreadsheet runs. */
async function* sheetPages(pages: AsyncGenerator<Attendee[]>): AsyncGenerator<string[][]> {
	for await (const page of pages) {
		yield page.map((guest) => columns.map((column) => neutraliseCell(column.value(guest))));
	}
}

/** The guest list as a file, with the filters of the screen. Cells that a spreadsheet would run are made text. */
export async function exportGuests(
	services: Services,
	scope: { organisationId: string; eventId: string },
	query: GuestFilters & { format: 'csv' | 'xlsx' },
): Promise<Response> {
	const { title } = await getDoorEvent(services, scope);
	const pages = everyGuest(services, scope, query);
	if (query.format === 'csv')
		return download(csvStream(pages), `${title} guests.csv`, 'text/csv; charset=utf-8');

	return download(
		xlsxStream(
			columns.map((column) => column.title),
			sheetPages(pages),
		),
		`${title} guests.xlsx`,
		'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	);
}
