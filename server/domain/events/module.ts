import type { Module } from '../module.ts';
import { eventChecks } from './checks.ts';
import { publishDue } from './commands/schedule-publishing.ts';
import { mountEventFiles } from './files/mount.ts';
import { eventJobs } from './jobs.ts';
import { eventData, eventListeners } from './listeners.ts';
import { findEvent } from './queries.ts';
import { eventRoutes } from './routes.ts';

/** Events: drafts, publishing, pages, search, calendars, covers. */
export const eventsModule: Module = {
	name: 'events',
	routes: eventRoutes,
	listeners: eventListeners,
	personalData: eventData,
	jobs: eventJobs,
	pollers: [{ name: 'events.publish-due', idleMs: 5_000, run: publishDue }],
	checks: eventChecks,
	access: { findEvent },
	mountFiles: mountEventFiles,
};
