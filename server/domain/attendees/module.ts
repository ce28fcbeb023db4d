import { handle, type Route } from '#server/http/handler.ts';
import { exportStaffGuests } from '#shared/contracts/door-export.ts';
import { exportAttendees, listAttendees } from '#shared/contracts/guest-list.ts';
import type { Module } from '../module.ts';
import { exportDoorGuests } from './export/export-door-guests.ts';
import { exportGuests } from './export/export-guests.ts';
import { listGuests } from './guest-list.ts';

const attendeeRoutes: Route[] = [
	handle(listAttendees, ({ scope, query }, services) => listGuests(services, scope, query)),
	handle(exportAttendees, ({ scope, query }, services) => exportGuests(services, scope, query)),
	handle(exportStaffGuests, ({ staff, query }, services) => exportDoorGuests(services, staff, query.format)),
];

/** The guest list of an event with who is checked in, on the screen and as a file. */
export const attendeesModule: Module = { name: 'attendees', routes: attendeeRoutes };
