import { api } from '#app/lib/api-client.ts';
import { useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import * as contracts from '#shared/contracts/error-log.ts';

export interface ErrorFilters {
	state: 'open' | 'resolved' | 'all';
	q: string;
}

const REFRESH_MS = 30_000;
const errorsKey = ['admin', 'errors'] as const;

export function useErrors(query: ErrorFilters) {
	return useCursorList(contracts.listErrors, { key: errorsKey, query, refetchInterval: REFRESH_MS });
}

export function useResolveError() {
	return useChange((error: string) => api.call(contracts.resolveError, { params: { error } }), errorsKey);
}
