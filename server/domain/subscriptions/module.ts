import type { Module } from '../module.ts';
import { subscriptionChecks } from './checks.ts';
import { lapsePoller } from './end-lapsed.ts';
import { billPoller } from './issue-due-bills.ts';
import { subscriptionJobs } from './jobs.ts';
import { subscriptionListeners } from './listeners.ts';
import { subscriptionRoutes } from './routes.ts';

/** Plans of organisations: what is paid for them, and what they hold. Off unless the operator charges plans. */
export const subscriptionsModule: Module = {
	name: 'subscriptions',
	routes: subscriptionRoutes,
	listeners: subscriptionListeners,
	pollers: [lapsePoller, billPoller],
	jobs: subscriptionJobs,
	checks: subscriptionChecks,
};
