import { handle } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/status.ts';
import type { Module } from '../module.ts';
import { mountStatusFeed } from './feed.ts';
import { addIncidentUpdate, createIncident, deleteIncident, listIncidents } from './incidents.ts';
import { statusJobs, statusPoller } from './record.ts';
import { getStatus } from './report.ts';

/** How the installation does: looks every minute, 90 days of them, and what administrators publish about outages. */
export const statusModule: Module = {
	name: 'status',
	routes: [
		handle(contract.getStatus, (_input, services) => getStatus(services)),
		handle(contract.listIncidents, ({ query }, services) => listIncidents(services, query)),
		handle(contract.createIncident, ({ body }, services) => createIncident(services, body)),
		handle(contract.addIncidentUpdate, ({ params, body }, services) =>
			addIncidentUpdate(services, params.incident, body),
		),
		handle(contract.deleteIncident, async ({ params }, services) => {
			await deleteIncident(services, params.incident);
			return undefined;
		}),
	],
	pollers: [statusPoller],
	jobs: statusJobs,
	mountFiles: mountStatusFeed,
};
