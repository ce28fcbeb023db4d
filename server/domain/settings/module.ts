import type { Module } from '../module.ts';
import { settingsRoutes } from './routes.ts';

/** What organisations and people set for themselves. */
export const settingsModule: Module = {
	name: 'settings',
	routes: settingsRoutes,
};
