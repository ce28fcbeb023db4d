import { z } from '../lib/z.ts';
import { reportFormats, reportLimits } from '../rules/report-query.ts';
import { cursor, page, pageLimit, text, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { organisationPath, readsReports, reportParams, reportQuery } from './reports.ts';
import { organisationParams } from './settings.ts';

/** A file of a report. */
export const run = z
	.object({
		id: uuid(),
		reportId: uuid().nullable(),
		scheduleId: uuid().nullable(),
		name: z.string(),
		format: z.enum(reportFormats),
		state: z.enum(['queued', 'running', 'done', 'failed', 'expired']),
		rows: z.int().meta({ description: 'Number of rows written so far.' }),
		bytes: z.int().nullable(),
		sha256: z.string().nullable(),
		error: z.string().nullable(),
		createdAt: z.string(),
		endedAt: z.string().nullable(),
		expiresAt: z.string().nullable(),
	})
	.meta({ id: 'ReportRun' });

export type ReportRun = z.output<typeof run>;

const runParams = organisationParams.extend({ run: uuid() });

export const createRun = endpoint({
	id: 'reports.createRun',
	method: 'POST',
	path: `${organisationPath}/reports/{report}/runs`,
	summary: `Export all rows of a saved report. The file is written in the background and available for ${reportLimits.fileDays} days.`,
	access: readsReports,
	limit: 'write',
	status: 202,
	params: reportParams,
	body: z.object({ format: z.enum(reportFormats).default('csv') }),
	output: run,
	errors: ['BUSINESS_RULE_VIOLATION', 'FEATURE_NOT_AVAILABLE', 'SUBSCRIPTION_EXPIRED'],
});

export const createQueryRun = endpoint({
	id: 'reports.createQueryRun',
	method: 'POST',
	path: `${organisationPath}/report-runs`,
	summary: 'Export all rows of a query that is not saved.',
	access: readsReports,
	limit: 'write',
	status: 202,
	params: organisationParams,
	body: z.object({
		name: text({ max: 120 }).default(''),
		query: reportQuery,
		format: z.enum(reportFormats).default('csv'),
	}),
	output: run,
	errors: ['BUSINESS_RULE_VIOLATION', 'FEATURE_NOT_AVAILABLE', 'SUBSCRIPTION_EXPIRED'],
});

export const listRuns = endpoint({
	id: 'reports.listRuns',
	method: 'GET',
	path: `${organisationPath}/report-runs`,
	summary: 'List report files that the caller may download, newest first.',
	access: readsReports,
	limit: 'read',
	params: organisationParams,
	query: z.object({ cursor: cursor().optional(), limit: pageLimit(50, 200) }),
	output: page(run),
});

export const getRun = endpoint({
	id: 'reports.getRun',
	method: 'GET',
	path: `${organisationPath}/report-runs/{run}`,
	summary: 'Get the progress of a report file.',
	access: readsReports,
	limit: 'read',
	params: runParams,
	output: run,
});

export const getRunFile = endpoint({
	id: 'reports.getRunFile',
	method: 'GET',
	path: `${organisationPath}/report-runs/{run}/file`,
	summary: 'Download a report file. Refused if it has data that the caller may not see.',
	access: readsReports,
	limit: 'export',
	params: runParams,
	isHiddenFromViewers: true,
	output: { contentType: 'application/octet-stream', description: 'CSV, XLSX or JSON' },
	errors: ['RESOURCE_DELETED'],
});
