import type { Module } from '../module.ts';
import { seriesAnnouncePoller } from './changes/announce.ts';
import { seriesChangeRoutes } from './changes/routes.ts';
import { seriesChecks } from './checks.ts';
import { seriesJobs } from './jobs.ts';
import { lifeRoutes } from './life-routes.ts';
import { seriesListeners } from './listeners.ts';
import { seriesData } from './personal-data.ts';
import { seriesRoutes } from './routes.ts';
import { findSeries } from './series-record.ts';

/** Series: events that repeat, their rule, and changes of several of their dates. */
export const seriesModule: Module = {
	name: 'series',
	routes: [...seriesRoutes, ...lifeRoutes, ...seriesChangeRoutes],
	listeners: seriesListeners,
	personalData: seriesData,
	jobs: seriesJobs,
	pollers: [seriesAnnouncePoller],
	checks: seriesChecks,
	access: { findSeries },
};
