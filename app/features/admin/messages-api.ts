import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import * as contracts from '#shared/contracts/support.ts';

const key = ['admin', 'messages'] as const;
export type MessageState = 'open' | 'answered' | 'all';

export function useMessages(filters: { state: MessageState; q: string }) {
	return useInfiniteQuery({
		queryKey: [...key, filters],
		queryFn: ({ pageParam, signal }) =>
			api.call(contracts.listMessages, {
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
	});
}

export function useMarkAnswered() {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (message: string) => api.call(contracts.markAnswered, { params: { message } }),
		onSuccess: () => queries.invalidateQueries({ queryKey: ['admin'] }),
	});
}

export function useDeleteMessage() {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (message: string) => api.call(contracts.deleteMessage, { params: { message } }),
		onSuccess: () => queries.invalidateQueries({ queryKey: ['admin'] }),
	});
}
