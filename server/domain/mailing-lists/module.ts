import type { Module } from '../module.ts';
import { mailingListChecks } from './checks.ts';
import { fillPoller } from './fill.ts';
import { reconcileLists } from './jobs.ts';
import { consentListener, erasureListener } from './listeners.ts';
import { mailingListData } from './personal-data.ts';
import { mailingListRoutes } from './routes.ts';
import { createMailingListPoller } from './send.ts';

/** Mailing lists at other services: followers with a confirmed consent are added, and removed when it ends. */
export const mailingListsModule: Module = {
	name: 'mailing-lists',
	routes: mailingListRoutes,
	listeners: [consentListener, erasureListener],
	pollers: [createMailingListPoller(), fillPoller],
	jobs: [{ name: 'mailing-lists.reconcile', cron: '53 3 * * *', run: reconcileLists }],
	checks: mailingListChecks,
	personalData: mailingListData,
};
