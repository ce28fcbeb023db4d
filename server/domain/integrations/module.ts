import type { Module } from '../module.ts';
import { integrationChecks } from './checks.ts';
import { createDeliveryPoller } from './deliver.ts';
import { delayedCheckInPoller, findCheckIns } from './find-check-ins.ts';
import { removeOldMessages } from './jobs.ts';
import { integrationListeners } from './listeners.ts';
import { integrationRoutes } from './routes.ts';
import { sendPast } from './send-past.ts';

/** What organisations send to other programs: webhooks and chat messages, with their log. */
export const integrationsModule: Module = {
	name: 'integrations',
	routes: integrationRoutes,
	listeners: integrationListeners,
	pollers: [createDeliveryPoller(), findCheckIns, delayedCheckInPoller, sendPast],
	jobs: [{ name: 'integrations.remove-old-messages', cron: '23 3 * * *', run: removeOldMessages }],
	checks: integrationChecks,
};
