import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#app/lib/api-client.ts';
import { useApiQuery } from '#app/lib/api-query.ts';
import { openEventStream } from '#app/lib/event-stream.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { tokens } from '#app/lib/token-store.ts';
import * as figures from '#shared/contracts/door-figures.ts';
import * as lists from '#shared/contracts/door-lists.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import { getEventFigures } from '#shared/contracts/guest-list.ts';
import { figuresKey } from './api.ts';

export type ListBody = CallBodyOf<typeof lists.createCheckInList>;

const listsKey = (event: string) => ['check-in-lists', event] as const;
const gatesKey = (event: string) => ['gates', event] as const;
/** Under the figures' key, so that live events freshen them too. */
const doorFiguresKey = (event: string) => [...figuresKey(event), 'door'] as const;
const conflictsKey = (event: string) => [...figuresKey(event), 'conflicts'] as const;
/** Devices that went silent and minutes without anybody show without an event of their own. */
const FIGURES_REFETCH_MS = 15_000;

export function useCheckInLists(event: string) {
	return useApiQuery(lists.listCheckInLists, listsKey(event), { params: { event } });
}

export function useGates(event: string) {
	return useApiQuery(lists.listGates, gatesKey(event), { params: { event } });
}

/** How the door runs at a list; the default one without a name. */
export function useDoorFigures(event: string, listId: string) {
	return useQuery({
		queryKey: [...doorFiguresKey(event), listId],
		queryFn: ({ signal }) =>
			api.call(figures.getDoorFigures, { params: { event }, query: listId ? { listId } : {}, signal }),
		refetchInterval: FIGURES_REFETCH_MS,
		placeholderData: (previous) => previous,
	});
}

export function useDoorConflicts(event: string) {
	return useApiQuery(figures.listDoorConflicts, conflictsKey(event), { params: { event } });
}

/** Check-in settings and conflicts for organisers. */
export function useDoorActions(event: string) {
	const queries = useQueryClient();
	const fresh = (key: readonly unknown[]) => () => queries.invalidateQueries({ queryKey: key });
	return {
		settle: useMutation({
			mutationFn: ({ conflict, note }: { conflict: string; note: string }) =>
				api.call(figures.settleDoorConflict, { params: { event, conflict }, body: { note } }),
			onSuccess: fresh(figuresKey(event)),
		}),
		saveList: useMutation({
			mutationFn: ({ list, body }: { list: string | null; body: ListBody }) =>
				list
					? api.call(lists.updateCheckInList, { params: { event, list }, body })
					: api.call(lists.createCheckInList, {
							params: { event },
							body,
							idempotencyKey: newIdempotencyKey(),
						}),
			onSuccess: fresh(listsKey(event)),
		}),
		deleteList: useMutation({
			mutationFn: (list: string) => api.call(lists.deleteCheckInList, { params: { event, list } }),
			onSuccess: fresh(listsKey(event)),
		}),
		saveGate: useMutation({
			mutationFn: ({ gate, name }: { gate: string | null; name: string }) =>
				gate
					? api.call(lists.renameGate, { params: { event, gate }, body: { name } })
					: api.call(lists.createGate, {
							params: { event },
							body: { name },
							idempotencyKey: newIdempotencyKey(),
						}),
			onSuccess: fresh(gatesKey(event)),
		}),
		deleteGate: useMutation({
			mutationFn: (gate: string) => api.call(lists.deleteGate, { params: { event, gate } }),
			onSuccess: fresh(gatesKey(event)),
		}),
	};
}

export function useFigures(event: string, { enabled = true } = {}) {
	return useApiQuery(getEventFigures, figuresKey(event), {
		params: { event },
		enabled,
		refetchInterval: 30_000,
	});
}

/** Reads figures and guest list again when something happened at check-in. */
export function useLiveEvent(event: string): { isLive: boolean } {
	const queries = useQueryClient();
	const [isLive, setLive] = useState(false);
	useEffect(
		() =>
			openEventStream({
				path: `/api/events/${encodeURIComponent(event)}/stream`,
				token: () => tokens.get(),
				onState: (state) => setLive(state === 'open'),
				onEvent(message) {
					if (message.type !== 'stats') return;
					void queries.invalidateQueries({ queryKey: figuresKey(event) });
				},
			}),
		[event, queries],
	);
	return { isLive };
}
