import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import type { AnyEndpoint, CallParamsOf, CallQueryOf, ResultOf } from '#shared/contracts/endpoint.ts';
import { api } from './api-client.ts';

interface Page<Row> {
	data: Row[];
	nextCursor: string | null;
}
type RowOf<E extends AnyEndpoint> = ResultOf<E> extends Page<infer Row> ? Row : never;
/** Filters as a form holds them: an empty text means that the filter is not set. */
type Unset<Q> = { [K in keyof Q]?: Q[K] | '' };
type Filters<E extends AnyEndpoint> = Unset<Omit<NonNullable<CallQueryOf<E>>, 'cursor'>>;

interface ListOptions {
	/** The list's name in the query cache; what the list is narrowed to is added to it. */
	key: readonly unknown[];
	enabled?: boolean;
	refetchInterval?: number;
}

/**
 * A list that is read page by page: `data` holds all rows read so far. Under other filters the rows of before stay until the new
 * ones are there.
 */
export function useCursorList<E extends AnyEndpoint>(
	endpoint: E,
	options: ListOptions & { params?: CallParamsOf<E>; query?: Filters<E> },
) {
	const { key, params, query = {}, ...rest } = options;
	// The types of an endpoint’s input and response are known at the call of this hook; inside it stays open.
	const call = api.call as unknown as (endpoint: E, input: object) => Promise<Page<RowOf<E>>>;
	return useCursorPages({
		...rest,
		key: [...key, query],
		read: (cursor, signal) =>
			call(endpoint, { params, query: setOnly({ limit: '50', ...query, cursor }), signal }),
	});
}

/** `useCursorList` for pages that are not read from one endpoint. */
export function useCursorPages<Row>(
	options: ListOptions & { read: (cursor: string, signal: AbortSignal) => Promise<Page<Row>> },
) {
	const { key, read, ...rest } = options;
	return useInfiniteQuery({
		...rest,
		queryKey: key,
		queryFn: ({ pageParam, signal }) => read(pageParam, signal),
		initialPageParam: '',
		getNextPageParam: (page) => page.nextCursor ?? undefined,
		placeholderData: (previous) => previous,
		select: rowsOf<Row>,
	});
}

function rowsOf<Row>({ pages }: InfiniteData<Page<Row>>): Row[] {
	return pages.flatMap((page) => page.data);
}

/** The part of a paged list that `ShowMore` needs. */
export const moreOf = (list: {
	hasNextPage: boolean;
	isFetchingNextPage: boolean;
	fetchNextPage(): unknown;
}) => ({
	hasMore: list.hasNextPage,
	isLoading: list.isFetchingNextPage,
	onMore: () => void list.fetchNextPage(),
});

/** Filters as a query, without those that are not set. */
export function setOnly<Q extends object>(filters: Q): { [K in keyof Q]?: Exclude<Q[K], ''> } {
	return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')) as never;
}
