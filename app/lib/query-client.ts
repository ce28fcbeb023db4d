import { QueryClient } from '@tanstack/react-query';

/** The product's query defaults (section 9): one retry, no refetch when the window gets the focus back. */
export function createQueryClient(): QueryClient {
	return new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } } });
}
