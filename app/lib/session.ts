import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type CurrentUser, getUser, logout } from '#shared/contracts/accounts.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type ApiClient, api } from './api-client.ts';
import { tokens } from './token-store.ts';

/** Figures of the user query (sections 7 and 9). */
export const userQueryTimes = {
	delayMs: 300,
	rateLimitWaitMs: 2_000,
	rateLimitRetries: 3,
	backOffMs: 1_000,
	backOffCapMs: 30_000,
	staleMs: 10 * 60_000,
	cacheMs: 20 * 60_000,
} as const;

export const USER_QUERY_KEY = ['auth', 'user'] as const;

/** The signed-in user. Fails with 'Token expired', 'Rate limited' or 'Failed to fetch user'; only the second is tried again. */
export function userQuery(client: ApiClient = api) {
	return queryOptions({
		queryKey: USER_QUERY_KEY,
		queryFn: ({ signal }) => fetchUser(client, signal),
		retry: (failures, error) =>
			error.message === 'Rate limited' && failures < userQueryTimes.rateLimitRetries,
		retryDelay: (attempt) => Math.min(userQueryTimes.backOffMs * 2 ** attempt, userQueryTimes.backOffCapMs),
		staleTime: userQueryTimes.staleMs,
		gcTime: userQueryTimes.cacheMs,
		refetchOnWindowFocus: false,
		refetchOnMount: false,
	});
}

async function fetchUser(client: ApiClient, signal: AbortSignal): Promise<CurrentUser> {
	await sleep(userQueryTimes.delayMs, signal);
	try {
		return await client.call(getUser, { signal, isNavigation: true });
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		if (cause.status === 401) throw new AppError('AUTH_TOKEN_EXPIRED', { message: 'Token expired', cause });
		if (cause.status === 429) {
			await sleep(userQueryTimes.rateLimitWaitMs, signal);
			throw new AppError('RATE_LIMIT_EXCEEDED', { message: 'Rate limited', cause });
		}
		throw new AppError(cause.code, { message: 'Failed to fetch user', status: cause.status, cause });
	}
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(resolve, ms);
		signal.addEventListener('abort', () => {
			clearTimeout(timer);
			reject(signal.reason);
		});
	});
}

export type Session =
	| { status: 'guest'; user: null; error: null }
	| { status: 'loading'; user: null; error: null }
	| { status: 'failed'; user: null; error: Error }
	| { status: 'user'; user: CurrentUser; error: null };

/** Whether there is a token; false on the server and while hydrating. */
export function useHasToken(): boolean {
	return (
		useSyncExternalStore(
			tokens.subscribe,
			() => tokens.get(),
			() => null,
		) !== null
	);
}

/** Who is signed in. The server renders every page as for a guest. */
export function useSession(): Session {
	const hasToken = useHasToken();
	const { data, error } = useQuery({ ...userQuery(), enabled: hasToken });
	if (!hasToken) return { status: 'guest', user: null, error: null };
	if (data) return { status: 'user', user: data, error: null };
	if (error) return { status: 'failed', user: null, error };
	return { status: 'loading', user: null, error: null };
}

/** Keeps a fresh token and forgets everything that was read without it. */
export function useSignIn(): (token: string, options: { rememberMe: boolean }) => Promise<CurrentUser> {
	const queryClient = useQueryClient();
	return async (token, options) => {
		tokens.set(token, options);
		queryClient.clear();
		return queryClient.fetchQuery(userQuery());
	};
}

/** Ends the session: the server's row as far as it can be reached, the token, the cache. The caller goes to /. */
export function useSignOut(): () => void {
	const queryClient = useQueryClient();
	return () => {
		if (tokens.get()) void api.call(logout).catch(() => {});
		tokens.clear();
		queryClient.clear();
	};
}
