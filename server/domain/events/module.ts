import type { Module } from '../module.ts';
import { changesRoutes } from './changes-routes.ts';
import { eventChecks } from './checks.ts';
import { announcePoller } from './commands/announce-changes.ts';
import { publishPoller } from './commands/schedule-publishing.ts';
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
	pollers: [publishPoller, announcePoller],
	checks: eventChecks,
	access: { findEvent },
	mountFiles: mountEventFiles,
};
