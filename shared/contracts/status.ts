import { z } from '../lib/z.ts';
import { STATUS_DAYS } from '../rules/periods.ts';
import { instant, noContent, page, paging, text, uuid } from './common.ts';
import { adminAccess, endpoint, publicAccess } from './endpoint.ts';

export const statusComponents = ['website', 'database', 'jobs', 'mail', 'files'] as const;
export type StatusComponent = (typeof statusComponents)[number];
export const checkStates = ['ok', 'degraded', 'down'] as const;
export type CheckState = (typeof checkStates)[number];
export const incidentStates = ['scheduled', 'investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentState = (typeof incidentStates)[number];
export const incidentImpacts = ['none', 'degraded', 'down'] as const;

export const incident = z
	.object({
		id: uuid(),
		title: z.string(),
		kind: z.enum(['incident', 'maintenance']),
		impact: z.enum(incidentImpacts),
		components: z.array(z.string()),
		state: z.enum(incidentStates),
		startsAt: z.string(),
		endsAt: z.string().nullable(),
		resolvedAt: z.string().nullable(),
		/** Newest first. */
		updates: z.array(
			z.object({ id: uuid(), state: z.enum(incidentStates), message: z.string(), createdAt: z.string() }),
		),
	})
	.meta({ id: 'Incident' });
export type Incident = z.output<typeof incident>;

export const componentStatus = z.object({
	id: z.enum(statusComponents),
	/** Null: not looked at lately. */
	state: z.enum(checkStates).nullable(),
	/**
	 * `not-configured`: no mail server is set, so nothing is sent and nothing is measured. `some-delayed`: work of some organisations is
	 * tried again later; that of others goes on.
	 */
	note: z.enum(['not-configured', 'some-delayed']).nullable(),
	/** Share of looks that found it working, over the days shown; null: none yet. */
	uptime: z.number().nullable(),
	/** Oldest first, UTC; days without looks are left out. */
	days: z.array(z.object({ day: z.string(), ok: z.int(), degraded: z.int(), down: z.int() })),
});
export type ComponentStatus = z.output<typeof componentStatus>;

export const statusReport = z
	.object({
		/** When somebody last looked; null: not lately. */
		checkedAt: z.string().nullable(),
		now: z.string(),
		components: z.array(componentStatus),
		/** Open ones, then planned ones, then those of the last 90 days. */
		incidents: z.array(incident),
		/** False: the database does not answer; what is shown is what this process remembers. */
		isComplete: z.boolean(),
	})
	.meta({ id: 'StatusReport' });
export type StatusReport = z.output<typeof statusReport>;

export const getStatus = endpoint({
	id: 'status.getStatus',
	method: 'GET',
	path: '/api/status',
	summary: `Get the status of the installation, now and over ${STATUS_DAYS} days. Works without the database too.`,
	access: publicAccess,
	limit: 'read',
	output: statusReport,
});

const components = z.array(z.enum(statusComponents)).max(5);

export const listIncidents = endpoint({
	id: 'status.listIncidents',
	method: 'GET',
	path: '/api/admin/incidents',
	summary: 'List incidents and planned maintenance, latest first.',
	access: adminAccess,
	limit: 'read',
	query: z.object(paging(30, 100)),
	output: page(incident),
});

export const createIncident = endpoint({
	id: 'status.createIncident',
	method: 'POST',
	path: '/api/admin/incidents',
	summary: 'Create an incident or planned maintenance.',
	access: adminAccess,
	limit: 'write',
	status: 201,
	body: z.object({
		title: text({ max: 150, min: 1 }),
		kind: z.enum(['incident', 'maintenance']),
		impact: z.enum(incidentImpacts),
		components,
		message: text({ max: 2_000, min: 1, lines: true }),
		startsAt: instant().optional(),
		endsAt: instant().nullish(),
	}),
	output: incident,
});

const incidentParams = z.object({ incident: uuid() });

export const addIncidentUpdate = endpoint({
	id: 'status.addIncidentUpdate',
	method: 'POST',
	path: '/api/admin/incidents/{incident}/updates',
	summary: 'Add an update to an incident; "resolved" closes it.',
	access: adminAccess,
	limit: 'write',
	params: incidentParams,
	body: z.object({
		state: z.enum(['investigating', 'identified', 'monitoring', 'resolved']),
		message: text({ max: 2_000, min: 1, lines: true }),
	}),
	output: incident,
});

export const deleteIncident = endpoint({
	id: 'status.deleteIncident',
	method: 'DELETE',
	path: '/api/admin/incidents/{incident}',
	summary: 'Delete an incident created by mistake.',
	access: adminAccess,
	limit: 'write',
	params: incidentParams,
	status: 204,
	output: noContent(),
});
