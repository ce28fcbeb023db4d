import { api } from '#app/lib/api-client.ts';
import { useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import * as contracts from '#shared/contracts/status.ts';

export function useIncidents() {
	return useCursorList(contracts.listIncidents, { key: ['admin', 'incidents'], query: { limit: '30' } });
}

export const useCreateIncident = () =>
	useChange(
		(body: CallBodyOf<typeof contracts.createIncident>) => api.call(contracts.createIncident, { body }),
		['admin'],
	);

export const useUpdateIncident = () =>
	useChange(
		(input: { incident: string; body: CallBodyOf<typeof contracts.addIncidentUpdate> }) =>
			api.call(contracts.addIncidentUpdate, { params: { incident: input.incident }, body: input.body }),
		['admin'],
	);

export const useDeleteIncident = () =>
	useChange((incident: string) => api.call(contracts.deleteIncident, { params: { incident } }), ['admin']);
