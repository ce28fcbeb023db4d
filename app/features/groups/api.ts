import { figuresKey } from '#app/features/check-in/api.ts';
import { ticketTypesKey } from '#app/features/tickets/api.ts';
import { api } from '#app/lib/api-client.ts';
import { useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import * as contracts from '#shared/contracts/groups.ts';

export type NewGroup = CallBodyOf<typeof contracts.createGroup>;
export type GroupChanges = CallBodyOf<typeof contracts.updateGroup>;

const keyOf = (event: string) => ['groups', event] as const;
/** Places are claimed while the page is open. */
const REFRESH_MS = 30_000;

/** The groups of an event, the newest first. */
export function useGroups(event: string) {
	return useCursorList(contracts.listGroups, {
		key: [...keyOf(event), 'list'],
		params: { event },
		refetchInterval: REFRESH_MS,
	});
}

/** An organiser's actions on groups; each success reads the list and the available tickets again. */
export function useGroupActions(event: string) {
	const stale = [keyOf(event), ticketTypesKey(event), figuresKey(event)] as const;
	return {
		create: useChange(
			({ body, key }: { body: NewGroup; key: string }) =>
				api.call(contracts.createGroup, { params: { event }, body, idempotencyKey: key }),
			...stale,
		),
		update: useChange(
			({ group, changes }: { group: string; changes: GroupChanges }) =>
				api.call(contracts.updateGroup, { params: { event, group }, body: changes }),
			...stale,
		),
		end: useChange((group: string) => api.call(contracts.endGroup, { params: { event, group } }), ...stale),
	};
}
export type GroupActions = ReturnType<typeof useGroupActions>;
