import type { Module } from '../module.ts';
import { checkInChecks } from './checks.ts';
import { checkInJobs } from './jobs.ts';
import { checkInListeners } from './listeners.ts';
import { doorPart } from './lists/edited-rows.ts';
import { checkInRoutes } from './routes.ts';

/** Check-in: scans, verdicts, lists, the log of the door, live figures. */
export const checkInModule: Module = {
	name: 'check-in',
	routes: checkInRoutes,
	listeners: checkInListeners,
	jobs: checkInJobs,
	checks: checkInChecks,
	eventParts: [doorPart],
};
