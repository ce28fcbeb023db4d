import {
	type QueryKey,
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
		refetchInterval?: number;
		enabled?: boolean;
	} = {},
): UseQueryResult<ResultOf<E>> {
	const { params, query, refetchInterval, enabled } = options;
	// What an endpoint takes and answers is known at the call of this hook; inside it stays open.
	const call = api.call as unknown as (endpoint: E, input: object) => Promise<ResultOf<E>>;
	return useQuery<ResultOf<E>>({
		queryKey: key,
		queryFn: ({ signal }) => call(endpoint, { params, query, signal }),
		refetchInterval,
		enabled,
	});
}

/** Something that changes what the server has; after it, everything under `stale` is read anew. */
export function useChange<Input, Answer>(change: (input: Input) => Promise<Answer>, ...stale: QueryKey[]) {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: change,
		onSuccess: () => Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey }))),
	});
}
