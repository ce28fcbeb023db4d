import { pageOf } from '#server/http/cursor.ts';
import { download } from '#server/http/export/files.ts';
import { handle, type Route } from '#server/http/handler.ts';
import * as reportRuns from '#shared/contracts/report-runs.ts';
import * as contracts from '#shared/contracts/reports.ts';
import { askForFile, openRunFile } from './commands/queue-run.ts';
import { createReport, deleteReport, updateReport } from './commands/save-report.ts';
import { planReport } from './plan-query.ts';
import { presentDatasets, presentReady, presentReport, presentRun } from './present.ts';
import { getReport, getRun, listReports, listRuns } from './queries.ts';
import { presentColumns, previewReport, readPage } from './read-report.ts';
import { readerOf, reportRightsOf } from './rights.ts';

const contentTypes = {
	csv: 'text/csv; charset=utf-8',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	json: 'application/json; charset=utf-8',
};

export const reportRoutes: Route[] = [
	handle(contracts.listDatasets, async ({ scope, context }, services) => ({
		data: await presentDatasets(services.database.db, reportRightsOf(scope), context.translate),
		ready: presentReady(reportRightsOf(scope), context.translate),
	})),
	handle(contracts.previewReport, ({ scope, body, context }, services) =>
		previewReport(services, body, {
			rights: reportRightsOf(scope),
			translate: context.translate,
			signal: context.signal,
		}),
	),
	handle(contracts.listReports, async ({ scope, caller }, services) => {
		const rows = await listReports(services.database.db, readerOf(scope, caller));
		return { data: rows.map((row) => presentReport(row, caller.userId)) };
	}),
	handle(contracts.createReport, async ({ scope, caller, body }, services) =>
		presentReport(
			await createReport(services, {
				maker: readerOf(scope, caller),
				rights: reportRightsOf(scope),
				input: body,
			}),
			caller.userId,
		),
	),
	handle(contracts.getReport, async ({ scope, caller, params }, services) =>
		presentReport(
			await getReport(services.database.db, readerOf(scope, caller), params.report),
			caller.userId,
		),
	),
	handle(contracts.updateReport, async ({ scope, caller, params, body, context }, services) =>
		presentReport(
			await updateReport(services, {
				maker: readerOf(scope, caller),
				rights: reportRightsOf(scope),
				reportId: params.report,
				ifMatch: context.ifMatch,
				changes: body,
			}),
			caller.userId,
		),
	),
	handle(contracts.deleteReport, async ({ scope, caller, params }, services) => {
		await deleteReport(services, readerOf(scope, caller), params.report);
		return undefined;
	}),
	handle(contracts.listReportRows, async ({ scope, caller, params, query, context }, services) => {
		const { report } = await getReport(services.database.db, readerOf(scope, caller), params.report);
		const plan = await planReport(services.database.db, report.query, reportRightsOf(scope));
		return {
			...(await readPage(services, plan, { ...query, signal: context.signal })),
			columns: presentColumns(plan, context.translate),
			leftOut: plan.leftOut,
		};
	}),
	handle(reportRuns.createRun, async ({ scope, caller, params, body }, services) => {
		const { report } = await getReport(services.database.db, readerOf(scope, caller), params.report);
		const { id: reportId, name, query } = report;
		const request = { rights: reportRightsOf(scope), requestedBy: caller.userId, name, query, reportId };
		const row = await askForFile(services, { ...request, format: body.format });
		return presentRun(row, services.clock.now());
	}),
	handle(reportRuns.createQueryRun, async ({ scope, caller, body }, services) => {
		const rights = reportRightsOf(scope);
		const row = await askForFile(services, { ...body, rights, requestedBy: caller.userId });
		return presentRun(row, services.clock.now());
	}),
	handle(reportRuns.listRuns, async ({ scope, query }, services) => {
		const rows = await listRuns(services.database.db, reportRightsOf(scope), query);
		const now = services.clock.now();
		return pageOf(
			rows,
			query.limit,
			(row) => presentRun(row, now),
			({ id }) => [id],
		);
	}),
	handle(reportRuns.getRun, async ({ scope, params }, services) =>
		presentRun(await getRun(services.database.db, reportRightsOf(scope), params.run), services.clock.now()),
	),
	handle(reportRuns.getRunFile, async ({ scope, params }, services) => {
		const row = await getRun(services.database.db, reportRightsOf(scope), params.run);
		const file = await openRunFile(services, row);
		return download(file.stream(), `${row.name || 'Report'}.${row.format}`, contentTypes[row.format]);
	}),
];
