import * as contract from '#shared/contracts/analytics.ts';
import { handle } from '../../http/handler.ts';
import type { Module } from '../module.ts';
import { getAudience } from './audience.ts';
import { recordPageView } from './commands/record-page-view.ts';
import { figureChecks } from './figures/checks.ts';
import { findChanges } from './figures/find-changes.ts';
import { recountDays } from './figures/recount.ts';
import { analyticsJobs } from './jobs.ts';
import { analyticsListeners } from './listeners.ts';

/** What visitors look at, counted without knowing who they are. */
export const analyticsModule: Module = {
	name: 'analytics',
	routes: [
		handle(contract.trackPageView, async ({ body, context }, services) => {
			await recordPageView(services, body, context);
			return undefined;
		}),
		handle(contract.getAudience, ({ query, scope }, services) =>
			getAudience(services, scope, Number(query.days)),
		),
	],
	listeners: analyticsListeners,
	pollers: [findChanges, recountDays],
	jobs: analyticsJobs,
	checks: figureChecks,
};
