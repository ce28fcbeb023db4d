import { firstListId } from '#server/domain/check-in/door-caller.ts';
import { getDoorEvent } from '#server/domain/events/door-event.ts';
import { type Table, tableFile } from '#server/http/export/table-file.ts';
import type { StaffScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { everyGuest } from '../guest-list.ts';
import { guestDates } from './guest-columns.ts';

/**
 * The guest list as a link may see it: who may come, and who is in at its first list. A column of addresses only for links that see
 * addresses; never the codes of tickets, which open the door to whoever has them.
 */
export async function exportDoorGuests(
	services: Services,
	staff: StaffScope,
	format: Table['format'],
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
	return tableFile(services, staff.staffLinkId, {
		name: `${title} guests`,
		header,
		pages: pages(),
		kinds: guestDates,
		format,
	});
}
