import type { Module } from '../module.ts';
import { expireExports } from './personal-data/exports.ts';
import { exportPump } from './personal-data/make-exports.ts';
import { ownData } from './personal-data/own-data.ts';
import { settingsRoutes } from './routes.ts';

/** What organisations and people set for themselves. */
export const settingsModule: Module = {
	name: 'settings',
	routes: settingsRoutes,
	pumps: [exportPump],
	jobs: [{ name: 'settings.expire-exports', cron: '23 * * * *', run: expireExports }],
	personalData: ownData,
};
