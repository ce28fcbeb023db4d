import type { Module } from '../module.ts';
import { mountEventFiles } from './files/mount.ts';
import { findEvent } from './queries.ts';
import { eventRoutes } from './routes.ts';

/** Events: drafts, publishing, pages, search, calendars, covers. */
export const eventsModule: Module = {
	name: 'events',
	routes: eventRoutes,
	access: { findEvent },
	mountFiles: mountEventFiles,
};
