import { useQuery } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
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

export function useAuditEntries(query: { q: string }) {
	return useCursorList(contracts.listAuditEntries, { key: ['admin', 'audit'], query });
}
