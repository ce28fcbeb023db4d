import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { figuresKey } from '#app/features/check-in/api.ts';
import { api } from '#app/lib/api-client.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { moveAttendees } from '#shared/contracts/attendee-moves.ts';
import { guestsKey } from './api.ts';

/** Who is moved where; without ids, all guests with a valid ticket. */
interface Move {
	toEvent: string;
	attendeeIds?: string[];
}

/** Preview of moving guests; requested once a date is chosen. */
export const useMovePreview = (event: string, move: Move) =>
	useQuery({
		queryKey: [...guestsKey(event), 'move', move],
		queryFn: ({ signal }) =>
			api.call(moveAttendees, { params: { event }, body: { ...move, preview: true }, signal }),
		enabled: move.toEvent !== '',
		staleTime: 0,
	});

/** Moves guests; the lists and figures of both dates are read anew. */
export function useMoveGuests(event: string) {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (move: Move & { notify: boolean; note: string }) =>
			api.call(moveAttendees, { params: { event }, body: move, idempotencyKey: newIdempotencyKey() }),
		onSuccess: (_, { toEvent }) =>
			Promise.all([
				queries.invalidateQueries({ queryKey: figuresKey(event) }),
				queries.invalidateQueries({ queryKey: figuresKey(toEvent) }),
			]),
	});
}
