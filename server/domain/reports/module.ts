import type { Module } from '../module.ts';
import { expireFiles, filePoller } from './files/make-files.ts';
import { removeOldRows } from './jobs.ts';
import { reportListeners } from './listeners.ts';
import { reportRoutes } from './routes.ts';
import { schedulePoller } from './schedules/run-schedules.ts';
import { sharingRoutes } from './sharing-routes.ts';

/** Reports over what an organisation has: queries, saved reports, files, links and schedules (docs/decisions/360-reports.md). */
export const reportsModule: Module = {
	name: 'reports',
	routes: [...reportRoutes, ...sharingRoutes],
	pollers: [filePoller, schedulePoller],
	jobs: [
		{ name: 'reports.expire-files', cron: '37 * * * *', run: expireFiles },
		{ name: 'reports.remove-old-rows', cron: '12 4 * * *', run: removeOldRows },
	],
	listeners: reportListeners,
};
