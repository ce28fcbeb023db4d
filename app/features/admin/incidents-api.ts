import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import * as contracts from '#shared/contracts/status.ts';

const key = ['admin', 'incidents'] as const;

export function useIncidents() {
	return useInfiniteQuery({
		queryKey: key,
		queryFn: ({ pageParam, signal }) =>
			api.call(contracts.listIncidents, {
				query: { limit: '30', ...(pageParam ? { cursor: pageParam } : {}) },
				signal,
			}),
		initialPageParam: '',
		getNextPageParam: (page) => page.nextCursor ?? undefined,
	});
}

function useChange<T>(mutationFn: (input: T) => Promise<unknown>) {
	const queries = useQueryClient();
	return useMutation({ mutationFn, onSuccess: () => queries.invalidateQueries({ queryKey: ['admin'] }) });
}

export const useCreateIncident = () =>
	useChange((body: CallBodyOf<typeof contracts.createIncident>) =>
		api.call(contracts.createIncident, { body }),
	);

export const useUpdateIncident = () =>
	useChange((input: { incident: string; body: CallBodyOf<typeof contracts.addIncidentUpdate> }) =>
		api.call(contracts.addIncidentUpdate, { params: { incident: input.incident }, body: input.body }),
	);

export const useDeleteIncident = () =>
	useChange((incident: string) => api.call(contracts.deleteIncident, { params: { incident } }));
