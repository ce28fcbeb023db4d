import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { useApiQuery } from '#app/lib/api-query.ts';
import * as contracts from '#shared/contracts/event-review.ts';
import { storeEvent } from './api.ts';

export const reviewKey = (event: string) => ['event-review', event] as const;

/** The server’s current findings about publishing an event. */
export const useReview = (event: string) =>
	useApiQuery(contracts.reviewEvent, reviewKey(event), { params: { event } });

/** Plans the publishing of a draft at a wall time of its zone; null takes the plan back. */
export function useSchedule(event: string) {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (publishAtLocal: string | null) =>
			publishAtLocal === null
				? api.call(contracts.cancelSchedule, { params: { event } })
				: api.call(contracts.schedulePublishing, { params: { event }, body: { publishAtLocal } }),
		onSuccess: (saved) => {
			storeEvent(queries, saved);
			return queries.invalidateQueries({ queryKey: reviewKey(event) });
		},
	});
}
