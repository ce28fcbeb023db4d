import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import * as contracts from '#shared/contracts/messages.ts';

/** Messages of new organisers that wait for review, oldest first. */
export const useMessageReviews = () =>
	useCursorList(contracts.listMessageReviews, { key: ['admin', 'message-reviews'] });

/** @param reason null: the message may go out */
export function useReviewMessage() {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: ({ message, reason }: { message: string; reason: string | null }) => {
			const input = { params: { message }, idempotencyKey: newIdempotencyKey() };
			return reason === null
				? api.call(contracts.releaseMessage, input)
				: api.call(contracts.refuseMessage, { ...input, body: { reason } });
		},
		onSuccess: () => queries.invalidateQueries({ queryKey: ['admin'] }),
	});
}
