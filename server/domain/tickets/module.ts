import type { Module } from '../module.ts';
import { ticketJobs } from './jobs.ts';
import { ticketListeners } from './listeners.ts';
import { ticketsPart } from './plan-part.ts';
import { ticketRoutes } from './routes.ts';

/** Ticket types, their places and windows. Places are counted here and taken by orders. */
export const ticketsModule: Module = {
	name: 'tickets',
	routes: ticketRoutes,
	listeners: ticketListeners,
	eventParts: [ticketsPart],
	jobs: ticketJobs,
};
