import type { Module } from '../module.ts';
import { figureChecks } from './figures/checks.ts';
import { findChanges, recountOrganisations } from './figures/find-changes.ts';
import { recountDays } from './figures/recount.ts';
import { analyticsJobs } from './jobs.ts';
import { analyticsListeners } from './listeners.ts';
import { analyticsRoutes } from './routes.ts';

/** Page views and figures of events, counted without identifying visitors. */
export const analyticsModule: Module = {
	name: 'analytics',
	routes: analyticsRoutes,
	listeners: analyticsListeners,
	pollers: [findChanges, recountOrganisations, recountDays],
	jobs: analyticsJobs,
	checks: figureChecks,
};
