import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import * as contracts from '#shared/contracts/waitlist.ts';
import type { WaitlistEntryState } from '#shared/rules/waitlist.ts';

/** Filters of the list; empty: waiting guests and guests with an offer. */
export interface WaitlistFilters {
	state: '' | WaitlistEntryState;
}

const keyOf = (event: string) => ['waitlist', event] as const;
/** Offers are made and taken while the page is open. */
const REFRESH_MS = 30_000;

/** The waitlist of an event, in the order in which tickets are offered. */
export function useWaitlist(event: string, query: WaitlistFilters) {
	return useCursorList(contracts.listWaitlist, {
		key: [...keyOf(event), 'list'],
		params: { event },
		query,
		refetchInterval: REFRESH_MS,
	});
}

/** How many wait, and for how many places. */
export function useWaitlistFigures(event: string, enabled = true) {
	return useApiQuery(contracts.listWaitlist, [...keyOf(event), 'figures'], {
		params: { event },
		query: { limit: '1' },
		refetchInterval: REFRESH_MS,
		enabled,
	});
}

/** Mutations of entries; each success reloads the list. */
export function useWaitlistActions(event: string) {
	const stale = keyOf(event);
	return {
		offer: useChange(
			({ entry, reason }: { entry: string; reason?: string }) =>
				api.call(contracts.offerToEntry, {
					params: { event, entry },
					...(reason && { body: { reason } }),
				}),
			stale,
		),
		remove: useChange(
			(entry: string) => api.call(contracts.removeEntry, { params: { event, entry } }),
			stale,
		),
	};
}
export type WaitlistActions = ReturnType<typeof useWaitlistActions>;
