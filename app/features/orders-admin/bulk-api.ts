import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { figuresKey } from '#app/features/check-in/api.ts';
import { api } from '#app/lib/api-client.ts';
import { useChange } from '#app/lib/api-query.ts';
import * as contracts from '#shared/contracts/bulk-runs.ts';

/** Under the figures' key: refunds change orders and guests too. */
const bulkKey = (event: string) => [...figuresKey(event), 'bulk-runs'] as const;
const MOVING_MS = 1_500;

/** Preview of refunding all paid orders; reloaded each time the screen is opened. */
export function useBulkPreview(event: string) {
	return useQuery({
		queryKey: [...bulkKey(event), 'preview'],
		queryFn: () => api.call(contracts.previewBulkRun, { params: { event } }),
	});
}

/** The last run of an event with what it could not refund; null before the first. Read again while it is under way. */
export function useLastRun(event: string) {
	const queries = useQueryClient();
	const run = useQuery({
		queryKey: [...bulkKey(event), 'last'],
		queryFn: async ({ signal }) => {
			const { data } = await api.call(contracts.listBulkRuns, { params: { event }, signal });
			const run = data[0]?.id;
			return run ? api.call(contracts.getBulkRun, { params: { event, run }, signal }) : null;
		},
		refetchInterval: ({ state }) =>
			state.data && (state.data.state === 'running' || state.data.underWay > 0) ? MOVING_MS : false,
	});
	// With each step of the run, what is left of it and the list of orders are others.
	const step = run.data ? `${run.data.state} ${run.data.done} ${run.data.failed} ${run.data.underWay}` : '';
	const seen = useRef(step);
	useEffect(() => {
		if (seen.current === step) return;
		seen.current = step;
		void queries.invalidateQueries({ queryKey: figuresKey(event) });
	}, [step, event, queries]);
	return run;
}

/** Begins and stops runs; each success reads orders, guests and runs anew. */
export function useBulkActions(event: string) {
	return {
		start: useChange(
			({ reason, key }: { reason: string; key: string }) =>
				api.call(contracts.startBulkRun, { params: { event }, body: { reason }, idempotencyKey: key }),
			figuresKey(event),
		),
		stop: useChange(
			(run: string) => api.call(contracts.stopBulkRun, { params: { event, run } }),
			figuresKey(event),
		),
	};
}
