import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import * as contracts from '#shared/contracts/admin-people.ts';

const nextOf = (page: { nextCursor: string | null }) => page.nextCursor ?? undefined;
const list = (q: string, cursor: string) => ({
	limit: '50',
	...(q ? { q } : {}),
	...(cursor ? { cursor } : {}),
});

export function useUsers(filters: { q: string; filter: contracts.UserFilter }) {
	return useInfiniteQuery({
		queryKey: ['admin', 'users', filters],
		queryFn: ({ pageParam, signal }) =>
			api.call(contracts.listUsers, {
				query: { ...list(filters.q, pageParam), filter: filters.filter },
				signal,
			}),
		initialPageParam: '',
		getNextPageParam: nextOf,
		placeholderData: (previous) => previous,
	});
}

const plainActs = {
	verify: contracts.verifyUser,
	unlock: contracts.unlockUser,
	disable: contracts.disableUser,
	enable: contracts.enableUser,
	makeAdmin: contracts.makeAdmin,
	removeAdmin: contracts.removeAdmin,
	endSessions: contracts.endSessions,
};
export type UserAct = keyof typeof plainActs;

export function useUserAct() {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: ({ user, act, reason }: { user: string; act: UserAct | 'lock'; reason?: string }) =>
			act === 'lock'
				? api.call(contracts.lockUser, { params: { user }, body: { reason: reason ?? '' } })
				: api.call(plainActs[act], { params: { user } }),
		onSuccess: () => queries.invalidateQueries({ queryKey: ['admin'] }),
	});
}

export function useOrganisations(q: string) {
	return useInfiniteQuery({
		queryKey: ['admin', 'organisations', q],
		queryFn: ({ pageParam, signal }) =>
			api.call(contracts.listOrganisations, { query: list(q, pageParam), signal }),
		initialPageParam: '',
		getNextPageParam: nextOf,
		placeholderData: (previous) => previous,
	});
}

export type EventFilter = 'all' | 'featured' | 'moderated';

export function useAdminEvents(filters: { q: string; filter: EventFilter }) {
	return useInfiniteQuery({
		queryKey: ['admin', 'events', filters],
		queryFn: ({ pageParam, signal }) =>
			api.call(contracts.listAdminEvents, {
				query: { ...list(filters.q, pageParam), filter: filters.filter },
				signal,
			}),
		initialPageParam: '',
		getNextPageParam: nextOf,
		placeholderData: (previous) => previous,
	});
}

export type EventAct =
	| { act: 'feature' | 'unfeature' | 'restore' }
	| { act: 'unlisted' | 'taken_down'; reason: string };

export function useEventAct() {
	const queries = useQueryClient();
	return useMutation({
		mutationFn: ({ listing, input }: { listing: string; input: EventAct }) => {
			const params = { listing };
			if (input.act === 'feature') return api.call(contracts.featureEvent, { params });
			if (input.act === 'unfeature') return api.call(contracts.unfeatureEvent, { params });
			if (input.act === 'restore') return api.call(contracts.restoreEvent, { params });
			const { act: moderation, reason } = input as Extract<EventAct, { reason: string }>;
			return api.call(contracts.moderateEvent, { params, body: { moderation, reason } });
		},
		onSuccess: () => queries.invalidateQueries({ queryKey: ['admin', 'events'] }),
	});
}

export function useSystem() {
	return useQuery({
		queryKey: ['admin', 'system'],
		queryFn: ({ signal }) => api.call(contracts.checkSystem, { signal }),
		staleTime: 0,
	});
}

export function useTestMail() {
	return useMutation({ mutationFn: () => api.call(contracts.sendTestMail, {}) });
}
