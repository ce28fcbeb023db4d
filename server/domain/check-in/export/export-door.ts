import { csvFile, neutraliseCell } from '#shared/rules/csv-export.ts';
import type { StaffScope } from '../../../http/handler.ts';
import { xlsxStream } from '../../../platform/xlsx.ts';
import type { Services } from '../../../services.ts';
import { getDoorEvent } from '../../events/door-event.ts';
import { firstListId } from '../door-caller.ts';
import { everyGuest } from '../guest-list.ts';
import { download, textStream } from './files.ts';
import { takeExportPlace, watched } from './one-at-a-time.ts';
import { scanColumns, scanPages } from './scan-rows.ts';

type Format = 'csv' | 'xlsx';

async function* inRows(pages: AsyncGenerator<string[][]>): AsyncGenerator<string[]> {
	for await (const page of pages) yield* page;
}

async function* forSheets(pages: AsyncGenerator<string[][]>): AsyncGenerator<string[][]> {
	for await (const page of pages) yield page.map((row) => row.map(neutraliseCell));
}

/** A table as a file; one at a time for each link, so that a phone at the door holds up nobody's export. */
function asFile(
	services: Services,
	staff: StaffScope,
	table: { name: string; header: string[]; pages: AsyncGenerator<string[][]>; format: Format },
): Response {
	const done = takeExportPlace(services, staff.staffLinkId);
	const { name, header, pages } = table;
	if (table.format === 'xlsx')
		return download(
			watched(xlsxStream(header, forSheets(pages)), done),
			`${name}.xlsx`,
			'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
		);
	const file = csvFile(header, inRows(pages), { hasByteOrderMark: true });
	return download(watched(textStream(file), done), `${name}.csv`, 'text/csv; charset=utf-8');
}

/**
 * The guest list as a link may see it: who may come, and who is in at its first list. A column of addresses only for links that see
 * addresses; never the codes of tickets, which open the door to whoever has them.
 */
export async function exportDoorGuests(
	services: Services,
	staff: StaffScope,
	format: Format,
): Promise<Response> {
	const { title } = await getDoorEvent(services, staff);
	const seesEmails = staff.abilities.includes('see_emails');
	const filters = { status: 'active', sort: 'name', listId: firstListId(staff) } as const;
	async function* pages(): AsyncGenerator<string[][]> {
		for await (const page of everyGuest(services, staff, filters))
			yield page.map((guest) => [
				guest.name,
				...(seesEmails ? [guest.email] : []),
				guest.ticketTypeName,
				guest.checkedInAt ?? '',
			]);
	}
	const header = ['Name', ...(seesEmails ? ['Email'] : []), 'Ticket type', 'Checked in at'];
	return asFile(services, staff, { name: `${title} guests`, header, pages: pages(), format });
}

/** What happened at the lists of a link. */
export async function exportDoorScans(
	services: Services,
	staff: StaffScope,
	format: Format,
): Promise<Response> {
	const { title } = await getDoorEvent(services, staff);
	const header = scanColumns.map((column) => column.title);
	return asFile(services, staff, {
		name: `${title} scans`,
		header,
		pages: scanPages(services, staff),
		format,
	});
}
