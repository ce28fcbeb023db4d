import { z } from '../lib/z.ts';
import {
	datasetIds,
	reportCharts,
	reportColumnTypes,
	reportForms,
	reportGrains,
	reportLimits,
	reportOperators,
} from '../rules/report-query.ts';
import { cursor, noContent, page, pageLimit, text, timeZone, uuid, wholeList } from './common.ts';
import { endpoint, partialAccess } from './endpoint.ts';
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
						description: 'Combine this filter with the one before it by OR instead of AND.',
					}),
				}),
			)
			.max(reportLimits.filters)
			.default([])
			.meta({
				description:
					'Combined by AND, except where `or` is set. Dates have the form 2027-03-14; amounts are in minor units.',
			}),
		groups: z
			.array(groupId)
			.max(reportLimits.groups)
			.default([])
			.meta({ description: 'Columns; a time has a unit: `createdAt.month`.' }),
		measures: z.array(groupId).max(reportLimits.measures).default([]).meta({
			description:
				'What is summed, optionally as a share of all groups (`tickets.share`), a running total (`tickets.running`) or the change from the previous period (`tickets.change`).',
		}),
		order: z
			.array(z.strictObject({ by: groupId, descending: z.boolean().default(false) }))
			.max(3)
			.default([]),
		limit: z.int().min(1).max(reportLimits.fileRows).optional(),
		timeZone: timeZone().default('UTC').meta({ description: 'Time zone for hours, days and weeks.' }),
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
	.meta({ description: 'Columns that were omitted because the caller may not see them.' });

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
		version: z.int(),
	})
	.meta({ id: 'Report' });

export type Report = z.output<typeof report>;

export const organisationPath = '/api/organisations/{organisation}';

export const readsReports = partialAccess('reports.view');

const managing = { ...readsReports, action: 'reports.manage' } as const;

export const reportParams = organisationParams.extend({ report: uuid() });

export const listDatasets = endpoint({
	id: 'reports.listDatasets',
	method: 'GET',
	path: `${organisationPath}/report-datasets`,
	summary:
		'List the data sets for reports with the columns that the caller may see, and the ready-made reports.',
	access: readsReports,
	limit: 'read',
	params: organisationParams,
	output: z.object({ data: z.array(dataset), ready: z.array(readyReport) }),
});

export const previewReport = endpoint({
	id: 'reports.previewReport',
	method: 'POST',
	path: `${organisationPath}/report-preview`,
	summary: `Run a query: returns the first ${reportLimits.previewRows} rows, and totals with one row for each currency if there are amounts.`,
	access: readsReports,
	limit: 'read',
	params: organisationParams,
	body: reportQuery,
	output: z.object({
		columns: z.array(shownColumn),
		rows,
		totals: rows,
		hasMore: z.boolean(),
		leftOut,
		tookMs: z.int(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION', 'SERVER_OVERLOADED'],
});

export type Preview = z.output<typeof previewReport.output>;

export const listReports = endpoint({
	id: 'reports.listReports',
	method: 'GET',
	path: `${organisationPath}/reports`,
	summary: 'List saved reports of the caller and those shared in the organisation, by name.',
	access: readsReports,
	limit: 'read',
	params: organisationParams,
	output: wholeList(report),
});

export const createReport = endpoint({
	id: 'reports.createReport',
	method: 'POST',
	path: `${organisationPath}/reports`,
	summary:
		'Save a report. With `sharing: organisation` all members who may see reports can open it; each sees only the data that they have access to.',
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
	path: `${organisationPath}/reports/{report}`,
	summary: 'Get a saved report.',
	access: readsReports,
	limit: 'read',
	params: reportParams,
	hasVersion: true,
	output: report,
});

export const updateReport = endpoint({
	id: 'reports.updateReport',
	method: 'PATCH',
	path: `${organisationPath}/reports/{report}`,
	summary:
		'Update a report. A private report can be changed by its owner, a shared one by all members who may manage reports.',
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
	path: `${organisationPath}/reports/{report}`,
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
	path: `${organisationPath}/reports/{report}/rows`,
	summary: 'List the rows of a saved report.',
	access: readsReports,
	limit: 'read',
	params: reportParams,
	query: z.object({ cursor: cursor().optional(), limit: pageLimit(100, 1_000) }),
	output: page(z.array(value)).extend({ columns: z.array(shownColumn), leftOut }),
	errors: ['BUSINESS_RULE_VIOLATION', 'SERVER_OVERLOADED'],
});
