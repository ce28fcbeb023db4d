import type { Module, ScheduledJob } from '../module.ts';
import { ledgerChecks } from './checks.ts';
import { ledgerRoutes } from './routes.ts';
import { sealDays } from './seal-days.ts';

const ledgerJobs: ScheduledJob[] = [{ name: 'ledger.seal-days', cron: '20 1 * * *', run: sealDays }];

/** The books of each organisation: what was sold, paid, returned and paid out, by double entry. */
export const ledgerModule: Module = {
	name: 'ledger',
	routes: ledgerRoutes,
	jobs: ledgerJobs,
	checks: ledgerChecks,
};
