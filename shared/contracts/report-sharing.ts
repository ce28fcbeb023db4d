import { z } from '../lib/z.ts';
import {
	reportCharts,
	reportFormats,
	reportLimits,
	scheduleKinds,
	schedulePauseReasons,
	scheduleStates,
} from '../rules/report-query.ts';
import { instant, linkToken, noContent, text, timeZone, uuid, wholeList } from './common.ts';
import { endpoint, partialAccess, publicAccess } from './endpoint.ts';
import { run } from './report-runs.ts';
import { previewReport } from './reports.ts';
import { organisationParams } from './settings.ts';

const link = z
	.object({
		id: uuid(),
		label: z.string(),
		expiresAt: z.string(),
		revokedAt: z.string().nullable(),
		opened: z.int(),
		createdAt: z.string(),
	})
	.meta({ id: 'ReportLink' });
export type ReportLink = z.output<typeof link>;

const schedule = z
	.object({
		id: uuid(),
		kind: z.enum(scheduleKinds),
		at: z.string(),
		timeZone: z.string(),
		weekday: z.int().nullable(),
		day: z.int().nullable(),
		/** What it is beside, and the hours before its start (below 0) or after its end. */
		event: z.object({ id: uuid(), title: z.string() }).nullable(),
		hours: z.int().nullable(),
		format: z.enum(reportFormats),
		recipients: z.array(uuid()),
		nextAt: z.string(),
		lastRunAt: z.string().nullable(),
		state: z.enum(scheduleStates),
		pauseReason: z.enum(schedulePauseReasons).nullable(),
		isMine: z.boolean(),
		version: z.int(),
	})
	.meta({ id: 'ReportSchedule' });
export type ReportSchedule = z.output<typeof schedule>;

const base = '/api/organisations/{organisation}/reports/{report}';
const managing = partialAccess('reports.manage');
const reportParams = organisationParams.extend({ report: uuid() });
const linkParams = reportParams.extend({ link: uuid() });
const scheduleParams = reportParams.extend({ schedule: uuid() });

export const listReportLinks = endpoint({
	id: 'reports.listReportLinks',
	method: 'GET',
	path: `${base}/links`,
	summary: 'List the links to a report, newest first.',
	access: managing,
	limit: 'read',
	params: reportParams,
	output: wholeList(link),
});

export const createReportLink = endpoint({
	id: 'reports.createReportLink',
	method: 'POST',
	path: `${base}/links`,
	summary: `Create a public link to a report with groups or totals, without names and email addresses. It expires after at most ${reportLimits.linkDays} days, or when its creator loses access. \`token\` is returned once.`,
	access: managing,
	limit: 'write',
	status: 201,
	params: reportParams,
	body: z.object({ label: text({ max: 100 }).default(''), expiresAt: instant() }),
	output: link.extend({ token: z.string(), path: z.string() }),
	errors: ['BUSINESS_RULE_VIOLATION', 'FEATURE_NOT_AVAILABLE', 'SUBSCRIPTION_EXPIRED'],
});

export const revokeReportLink = endpoint({
	id: 'reports.revokeReportLink',
	method: 'DELETE',
	path: `${base}/links/{link}`,
	summary: 'Revoke a link immediately.',
	access: managing,
	limit: 'write',
	params: linkParams,
	status: 204,
	output: noContent(),
});

export const openReportLink = endpoint({
	id: 'reports.openReportLink',
	method: 'GET',
	path: '/api/report-links/{token}',
	summary: 'Get the report behind a link. The data is at most a minute old.',
	access: publicAccess,
	limit: 'read',
	params: z.object({ token: linkToken() }),
	output: z.object({
		name: z.string(),
		organisationName: z.string(),
		chart: z.enum(reportCharts),
		asOf: z.string(),
		timeZone: z.string(),
		columns: previewReport.output.shape.columns,
		rows: previewReport.output.shape.rows,
		totals: previewReport.output.shape.totals,
		hasMore: z.boolean(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION', 'SERVER_OVERLOADED', 'RESOURCE_DELETED'],
});
export type SharedReport = z.output<typeof openReportLink.output>;

const times = {
	kind: z.enum(scheduleKinds),
	at: z
		.string()
		.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a valid time.')
		.default('08:00')
		.meta({ description: 'Local time in the zone. Ignored for a schedule relative to an event.' }),
	timeZone: timeZone(),
	weekday: z
		.number()
		.int()
		.min(1)
		.max(7)
		.nullable()
		.default(null)
		.meta({ description: 'For weekly schedules; Monday is 1.' }),
	day: z
		.number()
		.int()
		.min(1)
		.max(31)
		.nullable()
		.default(null)
		.meta({ description: 'For monthly schedules; shorter months use their last day.' }),
	event: uuid().nullable().default(null).meta({
		description: 'The event that the schedule is relative to. If the event is moved, the schedule follows.',
	}),
	hours: z
		.number()
		.int()
		.min(-reportLimits.hours)
		.max(reportLimits.hours)
		.nullable()
		.default(null)
		.meta({ description: 'Hours relative to the event: negative before its start, positive after its end.' }),
	format: z.enum(reportFormats).default('csv'),
	recipients: z
		.array(uuid())
		.max(reportLimits.recipients)
		.default([])
		.meta({ description: 'Account ids of members. If empty, the caller.' }),
};

export const listSchedules = endpoint({
	id: 'reports.listSchedules',
	method: 'GET',
	path: `${base}/schedules`,
	summary: 'List the schedules of a report.',
	access: managing,
	limit: 'read',
	params: reportParams,
	output: wholeList(schedule),
});

export const createSchedule = endpoint({
	id: 'reports.createSchedule',
	method: 'POST',
	path: `${base}/schedules`,
	summary:
		'Schedule a report: a file is created regularly with the rights of the caller, and members get an email with a link to it.',
	access: managing,
	limit: 'write',
	status: 201,
	params: reportParams,
	body: z.object(times),
	output: schedule,
	errors: ['BUSINESS_RULE_VIOLATION', 'FEATURE_NOT_AVAILABLE', 'SUBSCRIPTION_EXPIRED'],
});

export const updateSchedule = endpoint({
	id: 'reports.updateSchedule',
	method: 'PATCH',
	path: `${base}/schedules/{schedule}`,
	summary: 'Pause or resume a schedule.',
	access: managing,
	limit: 'write',
	params: scheduleParams,
	body: z.object({ state: z.enum(['on', 'paused']) }),
	hasVersion: true,
	output: schedule,
	errors: ['BUSINESS_RULE_VIOLATION', 'FEATURE_NOT_AVAILABLE', 'SUBSCRIPTION_EXPIRED'],
});

export const runSchedule = endpoint({
	id: 'reports.runSchedule',
	method: 'POST',
	path: `${base}/schedules/{schedule}/run`,
	summary: 'Run a schedule now, with the rights of the caller.',
	access: managing,
	limit: 'write',
	status: 202,
	params: scheduleParams,
	output: run,
	errors: ['BUSINESS_RULE_VIOLATION', 'FEATURE_NOT_AVAILABLE', 'SUBSCRIPTION_EXPIRED'],
});

export const deleteSchedule = endpoint({
	id: 'reports.deleteSchedule',
	method: 'DELETE',
	path: `${base}/schedules/{schedule}`,
	summary: 'Delete a schedule. Its files stay until they expire.',
	access: managing,
	limit: 'write',
	params: scheduleParams,
	status: 204,
	output: noContent(),
});
