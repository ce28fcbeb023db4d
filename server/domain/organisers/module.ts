import type { Module } from '../module.ts';
import { organiserChecks } from './checks.ts';
import { removeOldRows } from './followers.ts';
import { organiserListeners } from './listeners.ts';
import { erasureListener, followerData, guestErasureListener } from './personal-data.ts';
import { organiserRoutes } from './routes.ts';

/** Public pages of organisers and who follows them. */
export const organisersModule: Module = {
	name: 'organisers',
	routes: organiserRoutes,
	jobs: [{ name: 'organisers.remove-old-rows', cron: '37 3 * * *', run: removeOldRows }],
	listeners: [...organiserListeners, erasureListener, guestErasureListener],
	personalData: followerData,
	checks: organiserChecks,
};
