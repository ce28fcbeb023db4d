import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { getSecurity, listSessions } from '#shared/contracts/auth.ts';

const securityKey = ['account', 'security'] as const;
const sessionsKey = ['account', 'sessions'] as const;

/** How the caller signs in. */
export function useSecurity() {
	return useQuery({ queryKey: securityKey, queryFn: ({ signal }) => api.call(getSecurity, { signal }) });
}

/** Where the caller is signed in. */
export function useSessions() {
	return useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => api.call(listSessions, { signal }) });
}

/** Reads both anew, after a change. */
export function useReloadSecurity(): () => Promise<void> {
	const queries = useQueryClient();
	return async () => {
		await Promise.all([
			queries.invalidateQueries({ queryKey: securityKey }),
			queries.invalidateQueries({ queryKey: sessionsKey }),
		]);
	};
}
