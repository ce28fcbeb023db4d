import type { Module } from '../module.ts';
import { staffChecks } from './checks.ts';
import { findStaff } from './find-staff.ts';
import { staffListeners } from './listeners.ts';
import { staffRoutes } from './routes.ts';
import { seriesLinkRoutes } from './series/routes.ts';

/** Ways to the door without a login. */
export const staffModule: Module = {
	name: 'staff',
	routes: [...staffRoutes, ...seriesLinkRoutes],
	listeners: staffListeners,
	access: { findStaff },
	checks: staffChecks,
};
