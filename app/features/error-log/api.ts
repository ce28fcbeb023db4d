import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import * as contracts from '#shared/contracts/error-log.ts';

export interface ErrorFilters {
	state: 'open' | 'resolved' | 'all';
	q: string;
}

const REFRESH_MS = 30_000;
const errorsKey = ['admin', 'errors'] as const;

export function useErrors(filters: ErrorFilters) {
	return useInfiniteQuery({
		queryKey: [...errorsKey, filters],
		queryFn: ({ pageParam, signal }) =>
			api.call(contracts.listErrors, {
				query: {
					limit: '50',
					state: filters.state,
					...(filters.q ? { q: filters.q } : {}),
					...(pageParam ? { cursor: pageParam } : {}),
				},
				signal,
			}),
		initialPageParam: '',
		getNextPageParam: (page) => page.nextCursor ?? undefined,
		placeholderData: (previous) => previous,
		refetchInterval: REFRESH_MS,
	});
}

export function useResolveError() {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (error: string) => api.call(contracts.resolveError, { params: { error } }),
		onSuccess: () => queries.invalidateQueries({ queryKey: errorsKey }),
	});
}
