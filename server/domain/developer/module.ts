import type { Module } from '../module.ts';
import { authenticateKey } from './authenticate-key.ts';
import { noteKeyCall, removeOldKeyRows } from './request-log.ts';
import { developerRoutes } from './routes.ts';

/** API keys of organisations and the log of what is called with them. */
export const developerModule: Module = {
	name: 'developer',
	routes: developerRoutes,
	access: { authenticateKey, noteKeyCall },
	jobs: [{ name: 'developer.remove-old-rows', cron: '47 3 * * *', run: removeOldKeyRows }],
};
