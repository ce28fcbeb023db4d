import type { Module } from '../module.ts';
import { notificationListeners } from './listeners.ts';
import { mailPump } from './mail-pump.ts';
import { notificationRoutes } from './routes.ts';

/** Mails that the product owes to people, and their outbox. */
export const notificationsModule: Module = {
	name: 'notifications',
	routes: notificationRoutes,
	listeners: notificationListeners,
	pumps: [mailPump],
};
