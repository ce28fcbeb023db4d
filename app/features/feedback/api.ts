import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { storeAnswer, useApiQuery } from '#app/lib/api-query.ts';
import { setOnly, useCursorList } from '#app/lib/cursor-list.ts';
import * as contracts from '#shared/contracts/feedback.ts';
import type { FeedbackPriority, FeedbackStatus, FeedbackType } from '#shared/rules/feedback.ts';
import { REPORTS_KEY } from './refresh-reports.ts';

/** Filters of the table; an empty string means all. */
export interface FeedbackFilters {
	type: '' | FeedbackType;
	status: '' | 'open' | FeedbackStatus;
	priority: '' | FeedbackPriority;
	assignee: '' | 'me' | 'nobody';
	q: string;
}

export function useReports(query: FeedbackFilters) {
	return useCursorList(contracts.listFeedback, { key: REPORTS_KEY, query });
}

const reportKey = (report: string) => ['feedback', 'report', report] as const;

export function useReportDetail(report: string) {
	return useApiQuery(contracts.getFeedback, reportKey(report), { params: { report } });
}

type Change =
	| {
			kind: 'update';
			body: {
				status?: Exclude<FeedbackStatus, 'duplicate'>;
				priority?: FeedbackPriority;
				assigneeId?: string | null;
			};
	  }
	| { kind: 'note'; text: string }
	| { kind: 'merge'; into: string };

/** Every change answers with the report as it is then. */
export function useChangeReport(report: string) {
	const queries = useQueryClient();
	return useMutation({
		mutationFn(change: Change) {
			const params = { report };
			if (change.kind === 'note')
				return api.call(contracts.addFeedbackNote, { params, body: { text: change.text } });
			if (change.kind === 'merge')
				return api.call(contracts.mergeFeedback, { params, body: { into: change.into } });
			return api.call(contracts.updateFeedback, { params, body: change.body });
		},
		onSuccess(detail) {
			storeAnswer(queries, reportKey(report), detail);
			void queries.invalidateQueries({ queryKey: REPORTS_KEY });
		},
	});
}

/** A screenshot as an address for an image; it needs the token, which an image cannot carry. */
export function useScreenshot(report: string, screenshot: string, size: 'small' | 'large') {
	return useQuery({
		queryKey: ['feedback', 'screenshot', screenshot, size],
		queryFn: async ({ signal }) => {
			const response = await api.call(contracts.getScreenshot, {
				params: { report, screenshot },
				query: { size },
				signal,
			});
			return URL.createObjectURL(await response.blob());
		},
		staleTime: Number.POSITIVE_INFINITY,
	});
}

export async function downloadReports(filters: FeedbackFilters): Promise<void> {
	const response = await api.call(contracts.exportFeedback, { query: setOnly(filters) });
	const url = URL.createObjectURL(await response.blob());
	const link = document.createElement('a');
	link.href = url;
	link.download = 'feedback.csv';
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
