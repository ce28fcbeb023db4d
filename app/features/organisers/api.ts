import { useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { storeAnswer, useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useCursorPages } from '#app/lib/cursor-list.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import * as contracts from '#shared/contracts/organisers.ts';

const pageKey = (organisation: string) => ['organiser-page', organisation] as const;
const followingKey = (token: string) => ['following', token] as const;

export const followerStates = [
	'confirmed',
	'pending',
	'left',
] as const satisfies contracts.Follower['state'][];
export type FollowerState = (typeof followerStates)[number];

export type PageChanges = CallBodyOf<typeof contracts.updatePageSettings>;

/** The public profile of an organisation. `isWanted`: false where the member may not read it. */
export function usePageSettings(organisation: string, isWanted = true) {
	return useApiQuery(contracts.getPageSettings, pageKey(organisation), {
		params: { organisation },
		enabled: isWanted,
	});
}

export function usePageChanges(organisation: string) {
	const queries = useQueryClient();
	const params = { organisation };
	const store = (settings: contracts.OrganiserPageSettings) => {
		storeAnswer(queries, pageKey(organisation), settings);
		return settings;
	};
	return {
		save: async (changes: PageChanges, version: number) =>
			store(await api.call(contracts.updatePageSettings, { params, body: changes, ifMatch: `"${version}"` })),
		reload: async () => store(await api.call(contracts.getPageSettings, { params })),
	};
}

/** Followers of a state, the newest first. */
export function useFollowers(organisation: string, state: FollowerState) {
	return useCursorPages({
		key: ['followers', organisation, state],
		read: (cursor, signal) =>
			api.call(contracts.listFollowers, {
				params: { organisation },
				query: { state, limit: '50', ...(cursor ? { cursor } : {}) },
				signal,
			}),
	});
}

/** How many there are of a state. */
export function useFollowerCount(organisation: string, state: FollowerState) {
	const found = useApiQuery(contracts.listFollowers, ['follower-count', organisation, state], {
		params: { organisation },
		query: { state, limit: '1' },
	});
	return found.data?.count;
}

/** Those of a state as a file, or all. */
export const exportFollowers = (
	organisation: string,
	query: { format: 'csv' | 'xlsx'; state: FollowerState | 'all' },
) => api.call(contracts.exportFollowers, { params: { organisation }, query });

const ownKey = ['own-following'] as const;

/** Organisers whose news the person who is signed in agreed to. */
export function useOwnFollowing() {
	return useCursorPages({
		key: ownKey,
		read: (cursor, signal) =>
			api.call(contracts.listOwnFollowing, {
				query: { limit: '50', ...(cursor ? { cursor } : {}) },
				signal,
			}),
	});
}

/** Ends one of them, by its link. */
export const useLeave = () =>
	useChange(
		(token: string) => api.call(contracts.leaveFollowing, { params: { token }, hasBearer: false }),
		ownKey,
	);

/** The subject of a follower’s link, and the ways to answer it. */
export function useFollowing(token: string) {
	const params = { token };
	return {
		found: useApiQuery(contracts.getFollowing, followingKey(token), { params }),
		confirm: useChange(
			() => api.call(contracts.confirmFollowing, { params, hasBearer: false }),
			followingKey(token),
		),
		leave: useChange(
			() => api.call(contracts.leaveFollowing, { params, hasBearer: false }),
			followingKey(token),
		),
	};
}
