import type { Module } from '../module.ts';
import { ledgerChecks } from './checks.ts';
import { ledgerJobs } from './jobs.ts';
import { ledgerRoutes } from './routes.ts';

/** The books of each organisation: what was sold, paid, returned and paid out, by double entry. */
export const ledgerModule: Module = {
	name: 'ledger',
	routes: ledgerRoutes,
	jobs: ledgerJobs,
	checks: ledgerChecks,
};
