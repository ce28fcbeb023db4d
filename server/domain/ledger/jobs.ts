import type { ScheduledJob } from '../module.ts';
import { sealDays } from './seal-days.ts';

export const ledgerJobs: ScheduledJob[] = [{ name: 'ledger.seal-days', cron: '20 1 * * *', run: sealDays }];
