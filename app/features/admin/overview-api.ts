import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import * as contracts from '#shared/contracts/admin.ts';

const REFRESH_MS = 60_000;

function midnightHere(): string {
	const day = new Date();
	day.setHours(0, 0, 0, 0);
	return day.toISOString();
}

/** Figures since midnight where the administrator is, and what waits. */
export function useOverview() {
	return useQuery({
		queryKey: ['admin', 'overview'],
		queryFn: ({ signal }) => api.call(contracts.getOverview, { query: { since: midnightHere() }, signal }),
		refetchInterval: REFRESH_MS,
	});
}

export function useAuditEntries(q: string) {
	return useInfiniteQuery({
		queryKey: ['admin', 'audit', q],
		queryFn: ({ pageParam, signal }) =>
			api.call(contracts.listAuditEntries, {
				query: { limit: '50', ...(q ? { q } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
				signal,
			}),
		initialPageParam: '',
		getNextPageParam: (page) => page.nextCursor ?? undefined,
		placeholderData: (previous) => previous,
	});
}
