import type { Module } from '../module.ts';
import { withdrawalChecks } from './checks.ts';
import { withdrawalJobs } from './jobs.ts';
import { withdrawalData, withdrawalErasureListeners } from './personal-data.ts';
import { withdrawalRoutes } from './routes.ts';

/** The withdrawal function of article 11a of Directive 2011/83/EU (record 423). */
export const withdrawalsModule: Module = {
	name: 'withdrawals',
	routes: withdrawalRoutes,
	listeners: withdrawalErasureListeners,
	jobs: withdrawalJobs,
	checks: withdrawalChecks,
	personalData: withdrawalData,
};
