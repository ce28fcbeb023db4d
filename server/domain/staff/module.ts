import type { Module } from '../module.ts';
import { findStaff } from './find-staff.ts';
import { staffListeners } from './listeners.ts';
import { staffRoutes } from './routes.ts';

/** Ways to the door without a login. */
export const staffModule: Module = {
	name: 'staff',
	routes: staffRoutes,
	listeners: staffListeners,
	access: { findStaff },
};
