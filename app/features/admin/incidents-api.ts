import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import * as contracts from '#shared/contracts/status.ts';

export function useIncidents() {
	return useCursorList(contracts.listIncidents, { key: ['admin', 'incidents'], query: { limit: '30' } });
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
