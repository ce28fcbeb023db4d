import { z } from '../lib/z.ts';
import {
	datasetIds,
	reportCharts,
	reportColumnTypes,
	reportFormats,
	reportForms,
	reportGrains,
	reportLimits,
	reportOperators,
} from '../rules/report-query.ts';
import { cursor, noContent, page, pageLimit, text, timeZone, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { organisationParams } from './settings.ts';

/** Columns of the catalogue and, of guests and orders, `question:` with the id of a question. */
const columnId = z
	.string()
	.max(60)
	.regex(/^[a-zA-Z]+(:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/, 'Not a column.');
const groupId = z
	.string()
	.max(80)
	.regex(/^[a-zA-Z]+(:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?(\.[a-z_]+)?$/, 'Not a column to group by.');

/** What a report asks. With groups or measures rows are added up; without, each row is one of the dataset. */
export const reportQuery = z
	.strictObject({
		dataset: z.enum(datasetIds),
		columns: z.array(columnId).max(reportLimits.columns).default([]),
		filters: z
			.array(
				z.strictObject({
					column: columnId,
					is: z.enum(reportOperators),
					values: z
						.array(
							z.union([
								text({ max: 200 }),
								z.number().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
								z.boolean(),
							]),
						)
						.max(100)
						.default([]),
					or: z.boolean().optional().meta({
						description: 'One of this filter and those before it, up to one without `or`, has to hold.',
					}),
				}),
			)
			.max(reportLimits.filters)
			.default([])
			.meta({
				description:
					'All of them hold, but where `or` joins them. Days are written 2027-03-14; amounts in minor units.',
			}),
		groups: z
			.array(groupId)
			.max(reportLimits.groups)
			.default([])
			.meta({ description: 'Columns; times with a grain: `createdAt.month`.' }),
		measures: z.array(groupId).max(reportLimits.measures).default([]).meta({
			description:
				'What is added up, with a form for its part of all groups (`tickets.share`), added up over time (`tickets.running`) or the difference from the time step before (`tickets.change`).',
		}),
		order: z
			.array(z.strictObject({ by: groupId, descending: z.boolean().default(false) }))
			.max(3)
			.default([]),
		limit: z.number().int().min(1).max(reportLimits.fileRows).optional(),
		timeZone: timeZone().default('UTC').meta({ description: 'The clock that days, weeks and hours go by.' }),
	})
	.meta({ id: 'ReportQuery' });
export type ReportQuery = z.output<typeof reportQuery>;

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const choices = z.array(z.object({ value: z.string(), label: z.string() }));

/** A column of an answer. Amounts are in minor units of the column `currency` beside them; shares are from 0 to 1. */
const shownColumn = z
	.object({
		id: z.string(),
		label: z.string(),
		type: z.enum(reportColumnTypes),
		role: z.enum(['column', 'group', 'measure']),
		grain: z.enum(reportGrains).nullable(),
		form: z.enum(reportForms).nullable(),
		choices,
	})
	.meta({ id: 'ReportColumn' });
export type ShownColumn = z.output<typeof shownColumn>;

const rows = z.array(z.array(value));
const leftOut = z
	.array(z.string())
	.meta({ description: 'Columns that the caller may not see; the answer is without them.' });

const datasetColumn = z.object({
	id: z.string(),
	label: z.string(),
	type: z.enum(reportColumnTypes),
	grains: z.array(z.enum(reportGrains)),
	choices,
	isPersonal: z.boolean(),
	isAllowed: z.boolean(),
});
const dataset = z
	.object({
		id: z.enum(datasetIds),
		label: z.string(),
		description: z.string(),
		isAllowed: z.boolean(),
		columns: z.array(datasetColumn),
		measures: z.array(
			z.object({
				id: z.string(),
				label: z.string(),
				type: z.enum(reportColumnTypes),
				isAllowed: z.boolean(),
				forms: z.array(z.enum(reportForms)),
			}),
		),
	})
	.meta({ id: 'ReportDataset' });
export type Dataset = z.output<typeof dataset>;
const readyReport = z.object({
	key: z.string(),
	name: z.string(),
	description: z.string(),
	query: reportQuery,
	chart: z.enum(reportCharts),
});
export type ReadyReport = z.output<typeof readyReport>;

const report = z
	.object({
		id: uuid(),
		name: z.string(),
		note: z.string(),
		query: reportQuery,
		chart: z.enum(reportCharts),
		sharing: z.enum(['private', 'organisation']),
		owner: z.object({ id: uuid(), name: z.string() }),
		isMine: z.boolean(),
		createdAt: z.string(),
		updatedAt: z.string(),
		version: z.number().int(),
	})
	.meta({ id: 'Report' });
export type Report = z.output<typeof report>;

/** A file of a report. */
export const run = z
	.object({
		id: uuid(),
		reportId: uuid().nullable(),
		scheduleId: uuid().nullable(),
		name: z.string(),
		format: z.enum(reportFormats),
		state: z.enum(['queued', 'running', 'done', 'failed', 'expired']),
		rows: z.number().int().meta({ description: 'Written so far.' }),
		bytes: z.number().int().nullable(),
		sha256: z.string().nullable(),
		error: z.string().nullable(),
		createdAt: z.string(),
		endedAt: z.string().nullable(),
		expiresAt: z.string().nullable(),
	})
	.meta({ id: 'ReportRun' });
export type ReportRun = z.output<typeof run>;

const base = '/api/organisations/{organisation}';
const reading = {
	kind: 'organisation',
	action: 'reports.view',
	via: 'organisation',
	isPartial: true,
} as const;
const managing = { ...reading, action: 'reports.manage' } as const;
const reportParams = organisationParams.extend({ report: uuid() });
const runParams = organisationParams.extend({ run: uuid() });

export const listDatasets = endpoint({
	id: 'reports.listDatasets',
	method: 'GET',
	path: `${base}/report-datasets`,
	summary: 'What reports can be made of, and what of it the caller may see; with ready-made reports.',
	access: reading,
	limit: 'read',
	params: organisationParams,
	output: z.object({ data: z.array(dataset), ready: z.array(readyReport) }),
});

export const previewReport = endpoint({
	id: 'reports.previewReport',
	method: 'POST',
	path: `${base}/report-preview`,
	summary: `The first ${reportLimits.previewRows} rows of a query, and its totals: one row for each currency where there are amounts.`,
	access: reading,
	limit: 'read',
	params: organisationParams,
	body: reportQuery,
	output: z.object({
		columns: z.array(shownColumn),
		rows,
		totals: rows,
		hasMore: z.boolean(),
		leftOut,
		tookMs: z.number().int(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION', 'SERVER_OVERLOADED'],
});
export type Preview = z.output<typeof previewReport.output>;

export const listReports = endpoint({
	id: 'reports.listReports',
	method: 'GET',
	path: `${base}/reports`,
	summary: 'Saved reports: those of the caller and those shared in the organisation, by name.',
	access: reading,
	limit: 'read',
	params: organisationParams,
	output: z.object({ data: z.array(report) }),
});

export const createReport = endpoint({
	id: 'reports.createReport',
	method: 'POST',
	path: `${base}/reports`,
	summary:
		'Save a report. `sharing: organisation` shows it to everyone who may see reports, each with their own reach.',
	access: managing,
	limit: 'write',
	status: 201,
	params: organisationParams,
	body: z.object({
		name: text({ min: 1, max: 120 }),
		note: text({ max: 500, lines: true }).default(''),
		query: reportQuery,
		chart: z.enum(reportCharts).default('auto'),
		sharing: z.enum(['private', 'organisation']).default('private'),
	}),
	output: report,
	errors: ['BUSINESS_RULE_VIOLATION', 'FEATURE_NOT_AVAILABLE', 'SUBSCRIPTION_EXPIRED'],
});

export const getReport = endpoint({
	id: 'reports.getReport',
	method: 'GET',
	path: `${base}/reports/{report}`,
	summary: 'One saved report.',
	access: reading,
	limit: 'read',
	params: reportParams,
	hasVersion: true,
	output: report,
});

export const updateReport = endpoint({
	id: 'reports.updateReport',
	method: 'PATCH',
	path: `${base}/reports/{report}`,
	summary: 'Change a report: a private one by its owner, a shared one by everyone who may manage reports.',
	access: managing,
	limit: 'write',
	params: reportParams,
	body: z.object({
		name: text({ min: 1, max: 120 }).optional(),
		note: text({ max: 500, lines: true }).optional(),
		query: reportQuery.optional(),
		chart: z.enum(reportCharts).optional(),
		sharing: z.enum(['private', 'organisation']).optional(),
	}),
	hasVersion: true,
	output: report,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const deleteReport = endpoint({
	id: 'reports.deleteReport',
	method: 'DELETE',
	path: `${base}/reports/{report}`,
	summary: 'Delete a report with its links and schedules.',
	access: managing,
	limit: 'write',
	params: reportParams,
	status: 204,
	output: noContent(),
});

export const listReportRows = endpoint({
	id: 'reports.listReportRows',
	method: 'GET',
	path: `${base}/reports/{report}/rows`,
	summary: 'Rows of a saved report, page by page.',
	access: reading,
	limit: 'read',
	params: reportParams,
	query: z.object({ cursor: cursor().optional(), limit: pageLimit(100, 1_000) }),
	output: page(z.array(value)).extend({ columns: z.array(shownColumn), leftOut }),
	errors: ['BUSINESS_RULE_VIOLATION', 'SERVER_OVERLOADED'],
});

export const createRun = endpoint({
	id: 'reports.createRun',
	method: 'POST',
	path: `${base}/reports/{report}/runs`,
	summary: `Make a file of all rows. It is written in the background and can be fetched for ${reportLimits.fileDays} days.`,
	access: reading,
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
	path: `${base}/report-runs`,
	summary: 'Make a file of a query that is not saved.',
	access: reading,
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
	path: `${base}/report-runs`,
	summary: 'Files made of reports, the newest first: those that the caller may fetch.',
	access: reading,
	limit: 'read',
	params: organisationParams,
	query: z.object({ cursor: cursor().optional(), limit: pageLimit(50, 200) }),
	output: page(run),
});

export const getRun = endpoint({
	id: 'reports.getRun',
	method: 'GET',
	path: `${base}/report-runs/{run}`,
	summary: 'How far a file is.',
	access: reading,
	limit: 'read',
	params: runParams,
	output: run,
});

export const getRunFile = endpoint({
	id: 'reports.getRunFile',
	method: 'GET',
	path: `${base}/report-runs/{run}/file`,
	summary: 'The file. Refused to who may see less than what is in it.',
	access: reading,
	limit: 'export',
	params: runParams,
	isHiddenFromViewers: true,
	output: { contentType: 'application/octet-stream', description: 'CSV, XLSX or JSON' },
	errors: ['RESOURCE_DELETED'],
});
