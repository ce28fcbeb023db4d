import type { Module } from '../module.ts';
import { changesRoutes } from './changes-routes.ts';
import { eventChecks } from './checks.ts';
import { announceDue } from './commands/announce-changes.ts';
import { publishDue } from './commands/schedule-publishing.ts';
import { mountEventFiles } from './files/mount.ts';
import { eventJobs } from './jobs.ts';
import { eventData, eventListeners } from './listeners.ts';
import { findEvent } from './queries.ts';
import { eventRoutes } from './routes.ts';

/** Events: drafts, publishing, pages, search, calendars, covers. */
export const eventsModule: Module = {
	name: 'events',
	routes: [...eventRoutes, ...changesRoutes],
	listeners: eventListeners,
	personalData: eventData,
	jobs: eventJobs,
	pollers: [
		{ name: 'events.publish-due', idleMs: 5_000, run: publishDue },
		{ name: 'events.announce-changes', idleMs: 2_000, run: announceDue },
	],
	checks: eventChecks,
	access: { findEvent },
	mountFiles: mountEventFiles,
};
