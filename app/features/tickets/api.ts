import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { showAhead } from '#app/lib/api-query.ts';
import type { Did } from '#app/lib/doing.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import * as tickets from '#shared/contracts/tickets.ts';

export type NewTicketType = CallBodyOf<typeof tickets.createTicketType>;
export type TicketTypeChanges = CallBodyOf<typeof tickets.updateTicketType>;
export type CapacityPool = tickets.CapacityPool;

/** The same key as the guest list's: one reading serves both. */
export const ticketTypesKey = (event: string) => ['ticket-types', event] as const;
export const poolsKey = (event: string) => ['capacity-pools', event] as const;

const readTypes = (event: string, signal?: AbortSignal) =>
	api.call(tickets.listTicketTypes, { params: { event }, ...(signal ? { signal } : {}) });

export function useTicketTypes(event: string) {
	return useQuery({ queryKey: ticketTypesKey(event), queryFn: ({ signal }) => readTypes(event, signal) });
}

const readPools = (event: string, signal?: AbortSignal) =>
	api.call(tickets.listCapacityPools, { params: { event }, ...(signal ? { signal } : {}) });

export function useCapacityPools(event: string) {
	return useQuery({ queryKey: poolsKey(event), queryFn: ({ signal }) => readPools(event, signal) });
}

/** Everything an organiser does to ticket types and shared places; each success reads both lists anew. */
export function useTicketActions(event: string) {
	const queries = useQueryClient();
	const refresh = () =>
		Promise.all([
			queries.invalidateQueries({ queryKey: ticketTypesKey(event) }),
			queries.invalidateQueries({ queryKey: poolsKey(event) }),
			// The lowest price stands in the event itself.
			queries.invalidateQueries({ queryKey: ['event', event] }),
			queries.invalidateQueries({ queryKey: ['event-changes', event] }),
		]);
	const update = (type: tickets.TicketType, body: TicketTypeChanges) =>
		api.call(tickets.updateTicketType, {
			params: { event, ticketType: type.id },
			body,
			ifMatch: `"${type.organiser?.version ?? 0}"`,
		});
	return {
		refresh,
		create: useMutation({
			mutationFn: (body: NewTicketType) =>
				api.call(tickets.createTicketType, {
					params: { event },
					body,
					idempotencyKey: newIdempotencyKey(),
				}),
			onSuccess: refresh,
		}),
		update: useMutation({
			mutationFn: ({ type, changes }: { type: tickets.TicketType; changes: TicketTypeChanges }) =>
				update(type, changes),
			onSuccess: refresh,
		}),
		remove: useMutation({
			mutationFn: (type: tickets.TicketType) =>
				api.call(tickets.deleteTicketType, { params: { event, ticketType: type.id } }),
			onSuccess: refresh,
		}),
		/** Writes the places of the types whose place has changed; what was read before is shown again if it fails. */
		reorder: useMutation({
			mutationFn: async (ordered: tickets.TicketType[]) => {
				for (const [position, type] of ordered.entries()) {
					if (type.position !== position) await update(type, { position });
				}
			},
			onMutate: (ordered) => {
				showAhead<Awaited<ReturnType<typeof readTypes>>>(queries, ticketTypesKey(event), (before) =>
					before ? { ...before, data: ordered } : before,
				);
			},
			onSettled: refresh,
		}),
		createPool: useMutation({
			mutationFn: (body: { name: string; size: number | null }) =>
				api.call(tickets.createCapacityPool, {
					params: { event },
					body,
					idempotencyKey: newIdempotencyKey(),
				}),
			onSuccess: refresh,
		}),
		updatePool: useMutation({
			mutationFn: ({ id, ...body }: { id: string; name: string; size: number | null }) =>
				api.call(tickets.updateCapacityPool, { params: { event, pool: id }, body }),
			onSuccess: refresh,
		}),
		removePool: useMutation({
			mutationFn: (id: string) => api.call(tickets.deleteCapacityPool, { params: { event, pool: id } }),
			onSuccess: refresh,
		}),
	};
}

/** `useTicketActions`, or the same for ticket types that no server has yet. */
type Actions = ReturnType<typeof useTicketActions>;
export type TicketActions = { [K in keyof Omit<Actions, 'refresh'>]: Did<Actions[K]> } & {
	refresh(): Promise<unknown>;
};
