import { useInfiniteQuery } from '@tanstack/react-query';
import { useOutletContext } from 'react-router';
import { api } from '#app/lib/api-client.ts';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { listOrganisationEvents } from '#shared/contracts/event-lists.ts';
import { memberCan, type OrganisationAction } from '#shared/rules/permissions.ts';

/** Where the list of an organisation goes on. */
interface Place {
	organisation: string;
	cursor: string | null;
}

/**
 * The events of the user's organisations, page by page: the live ones by their start, or all of them with the latest first. Only of
 * organisations whose role allows `action`. For pages below the signed-in frame, whose context is the user.
 */
export function useMemberEvents(view: 'live' | 'all', action: OrganisationAction = 'events.view') {
	const user = useOutletContext<CurrentUser>();
	const organisations = user.organisations.filter((one) => memberCan(one, action)).map(({ id }) => id);
	const { data, ...query } = useInfiniteQuery({
		queryKey: ['member-events', view, organisations],
		queryFn: async ({ pageParam, signal }) => {
			const pages = await Promise.all(
				pageParam.map(async ({ organisation, cursor }) => {
					const { data, nextCursor } = await api.call(listOrganisationEvents, {
						params: { organisation },
						query: { view, limit: '50', ...(cursor ? { cursor } : {}) },
						signal,
					});
					return { data, next: nextCursor ? [{ organisation, cursor: nextCursor }] : [] };
				}),
			);
			return { data: pages.flatMap((page) => page.data), next: pages.flatMap((page) => page.next) };
		},
		initialPageParam: organisations.map((organisation): Place => ({ organisation, cursor: null })),
		getNextPageParam: ({ next }: { next: Place[] }) => (next.length > 0 ? next : undefined),
	});
	const events = data?.pages
		.flatMap((page) => page.data)
		.sort((a, b) => a.startsAt.localeCompare(b.startsAt) * (view === 'live' ? 1 : -1));
	return { ...query, events };
}
