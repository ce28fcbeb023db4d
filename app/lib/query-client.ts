import { QueryClient } from '@tanstack/react-query';

/** Of the signed-in user (`user-query.ts`). */
export const USER_QUERY_KEY = ['auth', 'user'] as const;

/**
 * The product's query defaults (section 9): one retry, no refetch when the window gets the focus back. What is read waits for the
 * connection; what is written fails at once without one, so that a form says so and gives back what was typed: the library's own
 * default would hold it, unseen, and send it whenever the connection is back.
 */
export function createQueryClient(): QueryClient {
	return new QueryClient({
		defaultOptions: {
			queries: { retry: retryOnce, refetchOnWindowFocus: false },
			mutations: { networkMode: 'always' },
		},
	});
}

let ofThisTab: QueryClient | undefined;

/** The one cache of the tab; on the server a new one each time, so that nothing is shared between requests. */
export function queryClientHere(): QueryClient {
	if (typeof document === 'undefined') return createQueryClient();
	ofThisTab ??= createQueryClient();
	return ofThisTab;
}

/**
 * For queries: one more try, as the product's default (section 9), but of no call that this browser itself refused. Such a refusal is
 * known by its field: the query cache is loaded without the catalogue of errors.
 */
export const retryOnce = (failures: number, error: unknown): boolean =>
	failures < 1 && !(error as { isUnsent?: boolean } | null)?.isUnsent;
