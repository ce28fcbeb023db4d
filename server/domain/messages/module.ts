import type { Module } from '../module.ts';
import { messageChecks } from './checks.ts';
import { messageJobs } from './jobs.ts';
import { messageListeners } from './listeners.ts';
import { erasureListeners, messageData } from './personal-data.ts';
import { previewRoutes } from './preview/routes.ts';
import { messageRoutes, reviewRoutes } from './routes.ts';
import { rulesPart } from './rules/event-part.ts';
import { makeDueMessages } from './rules/make-due.ts';
import { ruleRoutes } from './rules/routes.ts';
import { messagePoller } from './sending/poller.ts';

/** Messages to guests: segments, sending, rules. */
export const messagesModule: Module = {
	name: 'messages',
	routes: [...messageRoutes, ...previewRoutes, ...ruleRoutes, ...reviewRoutes],
	listeners: [...messageListeners, ...erasureListeners],
	pollers: [messagePoller],
	jobs: [...messageJobs, makeDueMessages],
	checks: messageChecks,
	personalData: messageData,
	eventParts: [rulesPart],
};
