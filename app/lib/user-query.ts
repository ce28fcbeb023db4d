import { QueryObserver, queryOptions } from '@tanstack/react-query';
import { type CurrentUser, getUser, logout } from '#shared/contracts/accounts.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type ApiClient, api } from './api-client.ts';
import { CallRefusal } from './call-refusal.ts';
import { queryClientHere, USER_QUERY_KEY } from './query-client.ts';

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

/** In localStorage, keys that begin so: what was typed and did not reach the server. Logging out forgets it. */
export const UNSAVED_PREFIX = 'event-unsaved:';

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
		return await client.call(getUser, { signal });
	} catch (cause) {
		if (!(cause instanceof AppError)) throw cause;
		if (cause.status === 401) throw new AppError('AUTH_TOKEN_EXPIRED', { message: 'Token expired', cause });
		if (cause.status === 429 && !(cause instanceof CallRefusal)) {
			await sleep(userQueryTimes.rateLimitWaitMs, signal);
			throw new AppError('RATE_LIMIT_EXCEEDED', { message: 'Rate limited', cause });
		}
		// Of this browser's own limit: the server was not called, and would not be again.
		if (cause instanceof CallRefusal) throw cause;
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

export interface UserState {
	user: CurrentUser | undefined;
	error: Error | null;
}

/** Reads the user and follows what others put in the cache under USER_QUERY_KEY. */
export function observeUser(onChange: (state: UserState) => void): () => void {
	const observer = new QueryObserver(queryClientHere(), userQuery());
	const notify = ({ data, error }: { data: CurrentUser | undefined; error: Error | null }) =>
		onChange({ user: data, error });
	const stop = observer.subscribe(notify);
	notify(observer.getCurrentResult());
	return stop;
}

/** Forgets everything that was read with the token that is going, or without the one that has come. */
export function forgetAll(): void {
	queryClientHere().clear();
}

/** Forgets the user and why they could not be read, so that the next look asks again. */
export function forgetUser(): void {
	queryClientHere().removeQueries({ queryKey: USER_QUERY_KEY });
}

/** Reads the user anew, who stays as they are meanwhile: what an organisation lets them do, or asks of them, has changed. */
export function readUserAgain(): Promise<void> {
	return queryClientHere().invalidateQueries({ queryKey: USER_QUERY_KEY });
}

/** The user, read now. */
export function loadUser(): Promise<CurrentUser> {
	return queryClientHere().fetchQuery(userQuery());
}

/** Ends the session on the server, as far as it can be reached, and forgets what was typed and not saved: the device may be shared. */
export async function endSession(): Promise<void> {
	try {
		for (const key of Object.keys(localStorage))
			if (key.startsWith(UNSAVED_PREFIX)) localStorage.removeItem(key);
	} catch {
		// A browser that forbids storage stores nothing.
	}
	await api.call(logout).catch(() => {});
}
