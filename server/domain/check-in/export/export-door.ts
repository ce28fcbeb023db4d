import { getDoorEvent } from '#server/domain/events/door-event.ts';
import { type Table, tableFile } from '#server/http/export/table-file.ts';
import type { StaffScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { scanDates, scanPages, scanTitles } from './scan-rows.ts';

type Format = Table['format'];

/** What happened at the lists of a link. */
export async function exportDoorScans(
	services: Services,
	staff: StaffScope,
	format: Format,
): Promise<Response> {
	const { title } = await getDoorEvent(services, staff);
	return tableFile(services, staff.staffLinkId, {
		name: `${title} scans`,
		header: scanTitles,
		pages: scanPages(services, staff),
		kinds: scanDates,
		format,
	});
}
