import {
	type QueryClient,
	type QueryKey,
	type UseQueryOptions,
	type UseQueryResult,
	useMutation,
	useQuery,
	useQueryClient,
} from '@tanstack/react-query';
import type { AnyEndpoint, CallParamsOf, CallQueryOf, ResultOf } from '#shared/contracts/endpoint.ts';
import { api } from './api-client.ts';

/** Reads what an endpoint answers, under a name in the query cache. */
export function useApiQuery<E extends AnyEndpoint>(
	endpoint: E,
	key: QueryKey,
	options: {
		params?: CallParamsOf<E>;
		query?: CallQueryOf<E>;
		refetchInterval?: UseQueryOptions<ResultOf<E>>['refetchInterval'];
		enabled?: boolean;
	} = {},
): UseQueryResult<ResultOf<E>> {
	const { params, query, refetchInterval, enabled } = options;
	// The types of an endpoint’s input and response are known at the call of this hook; inside it stays open.
	const call = api.call as unknown as (endpoint: E, input: object) => Promise<ResultOf<E>>;
	return useQuery<ResultOf<E>>({
		queryKey: key,
		queryFn: ({ signal }) => call(endpoint, { params, query, signal }),
		refetchInterval,
		enabled,
	});
}

/**
 * Puts what a change made of the data where the screens read it. A reading of the same that is under way may have been answered before
 * the change and would put the old state back: it is given up, and begun anew for what the answer does not hold.
 * @param answer the new data, or a function of what is there
 */
export function storeAnswer<Data>(
	queries: QueryClient,
	queryKey: QueryKey,
	answer: Data | ((before: Data | undefined) => Data | undefined),
): void {
	const isBeingRead = queries.isFetching({ queryKey, exact: true }) > 0;
	showAhead(queries, queryKey, answer);
	if (isBeingRead) void queries.invalidateQueries({ queryKey, exact: true });
}

/** The same before the server has answered; once it has, the data must be read anew. */
export function showAhead<Data>(
	queries: QueryClient,
	queryKey: QueryKey,
	expected: Data | ((before: Data | undefined) => Data | undefined),
): void {
	void queries.cancelQueries({ queryKey, exact: true });
	queries.setQueryData<Data>(queryKey, expected);
}

/** Something that changes what the server has; after it, everything under `stale` is read anew. */
export function useChange<Input, Answer>(change: (input: Input) => Promise<Answer>, ...stale: QueryKey[]) {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: change,
		onSuccess: () => Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey }))),
	});
}
