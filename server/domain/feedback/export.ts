import { csvRow } from '#server/platform/csv-export.ts';
import type { Services } from '#server/services.ts';
import { everyReport, type ReportFilters } from './queries.ts';
import type { ReportRow } from './rows.ts';

const columns: [title: string, value: (report: ReportRow) => string][] = [
	['Report', (report) => report.code],
	['Type', (report) => report.type],
	['Status', (report) => report.status],
	['Priority', (report) => report.priority],
	['Category', (report) => report.category],
	['Title', (report) => report.title],
	['Description', (report) => report.description],
	['Steps', (report) => report.steps],
	['Expected', (report) => report.expectedBehavior],
	['Actual', (report) => report.actualBehavior],
	['Browser', (report) => report.browser],
	['Device', (report) => report.device],
	['Page', (report) => report.url],
	['Email', (report) => report.email],
	['Sent at', (report) => report.createdAt.toISOString()],
	['Changed at', (report) => report.updatedAt.toISOString()],
];

async function* lines(services: Services, userId: string, filters: ReportFilters): AsyncGenerator<string> {
	yield `\uFEFF${csvRow(columns.map(([title]) => title))}`;
	for await (const reports of everyReport(services, userId, filters)) {
		yield reports.map((report) => csvRow(columns.map(([, value]) => value(report)))).join('');
	}
}

/** The reports as CSV, written while they are read. */
export function exportReports(services: Services, userId: string, filters: ReportFilters): Response {
	const encoder = new TextEncoder();
	const text = lines(services, userId, filters);
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const { done, value } = await text.next();
			if (done) controller.close();
			else controller.enqueue(encoder.encode(value));
		},
		cancel: () => void text.return(undefined),
	});
	return new Response(body, {
		headers: {
			'Content-Type': 'text/csv; charset=utf-8',
			'Content-Disposition': 'attachment; filename="feedback.csv"',
		},
	});
}
