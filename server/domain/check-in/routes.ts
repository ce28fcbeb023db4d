import { type Table, tableFile } from '#server/http/export/table-file.ts';
import { handle, type Route, rightsOf, type StaffScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import * as contracts from '#shared/contracts/check-in.ts';
import * as doorExport from '#shared/contracts/door-export.ts';
import * as guests from '#shared/contracts/guest-list.ts';
import { type MemberRights, memberCan } from '#shared/rules/permissions.ts';
import { readSessionRights } from '../accounts/team/session-rights.ts';
import { getDoorEvent } from '../events/door-event.ts';
import { findStaff } from '../staff/find-staff.ts';
import { getStaffEvent, searchDoorGuests } from './door.ts';
import { abilitiesOfMember, firstListId, seesNames } from './door-caller.ts';
import { doorRoutes } from './door-routes.ts';
import { scanDates, scanPages, scanTitles } from './export/scan-rows.ts';
import type { Audience } from './feed/live-feed.ts';
import { streamDoor } from './feed/stream.ts';
import { getEventFigures } from './figures/figures.ts';

const audienceOf = (staff: StaffScope): Audience => (seesNames(staff) ? 'door' : 'nameless');

const organiserAudience = (rights: MemberRights): Audience =>
	seesNames({ abilities: abilitiesOfMember(rights) }) ? 'organiser' : 'nameless organiser';

export const checkInRoutes: Route[] = [
	handle(contracts.getStaffEvent, ({ staff }, services) => getStaffEvent(services, staff)),
	handle(contracts.getDoor, ({ scope, caller }, services) =>
		getStaffEvent(services, { ...scope, label: caller.email, abilities: abilitiesOfMember(rightsOf(scope)) }),
	),
	handle(contracts.searchStaffGuests, ({ staff, query }, services) =>
		searchDoorGuests(services, staff, query),
	),
	handle(contracts.streamStaffCheckIns, ({ staff, params, context }, services) =>
		streamDoor(services, {
			of: { ...staff, listId: firstListId(staff) },
			audience: audienceOf(staff),
			signal: context.signal,
			async readAudience() {
				const found = await findStaff(services, params.token);
				return found && audienceOf(found);
			},
			endsAtOnce: true,
		}),
	),
	handle(doorExport.exportStaffScans, ({ staff, query }, services) =>
		exportDoorScans(services, staff, query.format),
	),
	handle(guests.getEventFigures, async ({ scope }, services) =>
		getEventFigures(services, {
			...scope,
			timeZone: (await getDoorEvent(services, scope)).timeZone,
			abilities: abilitiesOfMember(rightsOf(scope)),
		}),
	),
	handle(guests.streamEvent, ({ scope, caller, context }, services) =>
		streamDoor(services, {
			of: scope,
			audience: organiserAudience(rightsOf(scope)),
			signal: context.signal,
			readAudience: async () => {
				const rights = await readSessionRights(services, caller.sessionId, scope);
				return rights && memberCan(rights, 'check_ins.view') ? organiserAudience(rights) : null;
			},
			endsAtOnce: true,
		}),
	),
	...doorRoutes,
];

type Format = Table['format'];

/** Exports the scans at the lists of a link. */
async function exportDoorScans(services: Services, staff: StaffScope, format: Format): Promise<Response> {
	const { title } = await getDoorEvent(services, staff);
	return tableFile(services, staff.staffLinkId, {
		name: `${title} scans`,
		header: scanTitles,
		pages: scanPages(services, staff),
		kinds: scanDates,
		format,
	});
}
