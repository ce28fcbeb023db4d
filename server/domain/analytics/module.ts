import * as contract from '#shared/contracts/analytics.ts';
import { handle } from '../../http/handler.ts';
import type { Module } from '../module.ts';
import { getAudience } from './audience.ts';
import { recordPageView } from './commands/record-page-view.ts';
import { analyticsJobs } from './jobs.ts';

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
	jobs: analyticsJobs,
};
