import type { Module } from '../module.ts';
import { expireExports } from './personal-data/exports.ts';
import { exportPoller } from './personal-data/make-exports.ts';
import { ownData } from './personal-data/own-data.ts';
import { settingsRoutes } from './routes.ts';

/** What organisations and people set for themselves. */
export const settingsModule: Module = {
	name: 'settings',
	routes: settingsRoutes,
	pollers: [exportPoller],
	jobs: [{ name: 'settings.expire-exports', cron: '23 * * * *', run: expireExports }],
	personalData: ownData,
};
