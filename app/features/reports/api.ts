import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { saveResponse } from '#app/lib/save-response.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import * as reportRuns from '#shared/contracts/report-runs.ts';
import * as sharing from '#shared/contracts/report-sharing.ts';
import * as contracts from '#shared/contracts/reports.ts';
import type { ReportFormat } from '#shared/rules/report-query.ts';

export type ScheduleBody = CallBodyOf<typeof sharing.createSchedule>;
type ReportBody = CallBodyOf<typeof contracts.createReport>;

const keyOf = (organisation: string) => ['reports', organisation] as const;
/** How often a file is looked after while it is being made. */
const POLL_MS = 1_000;

/** The datasets of reports, and the ready-made reports. */
export function useDatasets(organisation: string) {
	return useApiQuery(contracts.listDatasets, [...keyOf(organisation), 'datasets'], {
		params: { organisation },
	});
}

/** Saved reports, by name. */
export function useReports(organisation: string) {
	return useApiQuery(contracts.listReports, [...keyOf(organisation), 'list'], { params: { organisation } });
}

export function useReport(organisation: string, report: string | null) {
	return useApiQuery(contracts.getReport, [...keyOf(organisation), 'one', report], {
		params: { organisation, report: report ?? '' },
		enabled: report !== null,
	});
}

/** The first rows of a query; those of the query before stay until they are there. */
export function usePreview(organisation: string, query: contracts.ReportQuery | null) {
	return useQuery({
		queryKey: [...keyOf(organisation), 'preview', query],
		queryFn: ({ signal }) =>
			api.call(contracts.previewReport, {
				params: { organisation },
				body: query as contracts.ReportQuery,
				signal,
			}),
		enabled: query !== null,
		placeholderData: keepPreviousData,
		retry: false,
	});
}

/** Files made of reports, the newest first. */
export function useRuns(organisation: string) {
	return useCursorList(reportRuns.listRuns, {
		key: [...keyOf(organisation), 'runs'],
		params: { organisation },
		refetchInterval: POLL_MS * 3,
	});
}

export async function downloadRun(organisation: string, run: { id: string; format: string }): Promise<void> {
	const response = await api.call(reportRuns.getRunFile, {
		params: { organisation, run: run.id },
		timeoutMs: 600_000,
	});
	await saveResponse(response, `report.${run.format}`);
}

/** Has a file made and waits until it is there. @returns null when it takes longer than a minute: it is listed among the files */
export async function makeFile(
	organisation: string,
	body: { name: string; query: contracts.ReportQuery; format: ReportFormat },
): Promise<reportRuns.ReportRun | null> {
	let run = await api.call(reportRuns.createQueryRun, {
		params: { organisation },
		body,
		idempotencyKey: newIdempotencyKey(),
	});
	for (let tried = 0; tried < 60 && (run.state === 'queued' || run.state === 'running'); tried += 1) {
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
		run = await api.call(reportRuns.getRun, { params: { organisation, run: run.id } });
	}
	return run.state === 'queued' || run.state === 'running' ? null : run;
}

/** Saves, changes and deletes reports; the list follows. */
export function useReportActions(organisation: string) {
	const stale = keyOf(organisation);
	return {
		create: useChange(
			(body: ReportBody) =>
				api.call(contracts.createReport, {
					params: { organisation },
					body,
					idempotencyKey: newIdempotencyKey(),
				}),
			stale,
		),
		update: useChange(
			({ report, version, ...body }: { report: string; version: number } & Partial<ReportBody>) =>
				api.call(contracts.updateReport, {
					params: { organisation, report },
					body,
					ifMatch: `"${version}"`,
				}),
			stale,
		),
		remove: useChange(
			(report: string) => api.call(contracts.deleteReport, { params: { organisation, report } }),
			stale,
		),
	};
}

/** Links to a report. */
export function useReportLinks(organisation: string, report: string) {
	const key = [...keyOf(organisation), 'links', report];
	return {
		list: useApiQuery(sharing.listReportLinks, key, { params: { organisation, report } }),
		create: useChange(
			(body: { label: string; expiresAt: string }) =>
				api.call(sharing.createReportLink, {
					params: { organisation, report },
					body,
					idempotencyKey: newIdempotencyKey(),
				}),
			key,
		),
		revoke: useChange(
			(link: string) => api.call(sharing.revokeReportLink, { params: { organisation, report, link } }),
			key,
		),
	};
}

/** When a report is sent by itself. */
export function useSchedules(organisation: string, report: string) {
	const key = [...keyOf(organisation), 'schedules', report];
	return {
		list: useApiQuery(sharing.listSchedules, key, { params: { organisation, report } }),
		create: useChange(
			(body: ScheduleBody) =>
				api.call(sharing.createSchedule, {
					params: { organisation, report },
					body,
					idempotencyKey: newIdempotencyKey(),
				}),
			key,
		),
		setState: useChange(
			({ id, version, state }: { id: string; version: number; state: 'on' | 'paused' }) =>
				api.call(sharing.updateSchedule, {
					params: { organisation, report, schedule: id },
					body: { state },
					ifMatch: `"${version}"`,
				}),
			key,
		),
		run: useChange(
			(schedule: string) =>
				api.call(sharing.runSchedule, {
					params: { organisation, report, schedule },
					idempotencyKey: newIdempotencyKey(),
				}),
			key,
		),
		remove: useChange(
			(schedule: string) => api.call(sharing.deleteSchedule, { params: { organisation, report, schedule } }),
			key,
		),
	};
}
