import type { Module } from '../module.ts';
import { waitlistChecks } from './checks.ts';
import { offerPoller, waitlistJobs } from './jobs.ts';
import { waitlistListeners } from './listeners.ts';
import { erasureListeners, waitlistData } from './personal-data.ts';
import { waitlistRoutes } from './routes.ts';
import { findEntryByToken } from './tokens.ts';

/** Waitlists: who waits for tickets that are sold out, and the offers that hold freed ones for them. */
export const waitlistModule: Module = {
	name: 'waitlist',
	routes: waitlistRoutes,
	listeners: [...waitlistListeners, ...erasureListeners],
	pollers: [offerPoller],
	jobs: waitlistJobs,
	checks: waitlistChecks,
	personalData: waitlistData,
	access: { findWaitlistEntry: findEntryByToken },
};
