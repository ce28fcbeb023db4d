import { handle, type Route } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/feedback.ts';
import { addConsoleLog, addScreenshot } from './commands/add-attachments.ts';
import { submitReport } from './commands/submit-report.ts';
import { addNote, mergeReport, updateReport } from './commands/update-report.ts';
import { exportReports } from './export.ts';
import { getReport, getReportStatus, getScreenshotFile, listReports } from './queries.ts';

export const feedbackRoutes: Route[] = [
	handle(contract.submitFeedback, ({ body }, services) => submitReport(services, body)),
	handle(contract.uploadScreenshot, async ({ params, query, file, context }, services) => {
		const { address } = context;
		await addScreenshot(services, { code: params.report, uploadToken: query.uploadToken, address }, file);
		return undefined;
	}),
	handle(contract.sendConsoleLog, async ({ params, query, body }, services) => {
		await addConsoleLog(services, { code: params.report, uploadToken: query.uploadToken }, body.lines);
		return undefined;
	}),
	handle(contract.getReportStatus, ({ params }, services) => getReportStatus(services, params.reportToken)),
	handle(contract.listFeedback, ({ query, caller }, services) => listReports(services, caller.userId, query)),
	// Before the report's own path: an export is no report.
	handle(contract.exportFeedback, ({ query, caller }, services) =>
		exportReports(services, caller.userId, query),
	),
	handle(contract.getFeedback, ({ params }, services) => getReport(services, params.report)),
	handle(contract.updateFeedback, async ({ params, body, caller }, services) => {
		await updateReport(services, { code: params.report, userId: caller.userId }, body);
		return getReport(services, params.report);
	}),
	handle(contract.addFeedbackNote, async ({ params, body, caller }, services) => {
		await addNote(services, { code: params.report, userId: caller.userId }, body.text);
		return getReport(services, params.report);
	}),
	handle(contract.mergeFeedback, async ({ params, body, caller }, services) => {
		await mergeReport(services, { code: params.report, userId: caller.userId }, body.into);
		return getReport(services, params.report);
	}),
	handle(contract.getScreenshot, ({ params, query }, services) =>
		getScreenshotFile(services, params.report, params.screenshot, query.size),
	),
];
