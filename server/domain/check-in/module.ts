import type { Module } from '../module.ts';
import { checkInChecks } from './checks.ts';
import { checkInJobs } from './jobs.ts';
import { checkInListeners } from './listeners.ts';
import { checkInRoutes } from './routes.ts';

/** The door: scans, verdicts, the guest list with who is inside, live figures. */
export const checkInModule: Module = {
	name: 'check-in',
	routes: checkInRoutes,
	listeners: checkInListeners,
	jobs: checkInJobs,
	checks: checkInChecks,
};
