import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { tokens } from '#app/lib/token-store.ts';
import * as contracts from '#shared/contracts/admin-people.ts';
import { AppError } from '#shared/errors/app-error.ts';

export function useUsers(query: { q: string; filter: contracts.UserFilter }) {
	return useCursorList(contracts.listUsers, { key: ['admin', 'users'], query });
}

const plainActions = {
	verify: contracts.verifyUser,
	unlock: contracts.unlockUser,
	disable: contracts.disableUser,
	enable: contracts.enableUser,
	makeAdmin: contracts.makeAdmin,
	removeAdmin: contracts.removeAdmin,
	endSessions: contracts.endSessions,
};
export type UserAction = keyof typeof plainActions;

export function useUserAction() {
	return useChange(
		({ user, act, reason }: { user: string; act: UserAction | 'lock'; reason?: string }) =>
			act === 'lock'
				? api.call(contracts.lockUser, { params: { user }, body: { reason: reason ?? '' } })
				: api.call(plainActions[act], { params: { user } }),
		['admin'],
	);
}

/** A single-use link to pass on, while no email can be sent. */
export function useAccountLink() {
	return useMutation({
		mutationFn: ({ user, kind }: { user: string; kind: 'verification' | 'reset' }) =>
			api.call(kind === 'reset' ? contracts.makeResetLink : contracts.makeVerificationLink, {
				params: { user },
			}),
	});
}

/** Views as a user in this tab, from their dashboard on. The page is loaded anew: nothing read before stays. */
export function useViewAs() {
	return useMutation({
		mutationFn: async (user: string) => {
			const { token, name, startedAt, expiresAt } = await api.call(contracts.viewAs, { params: { user } });
			// By this device's clock, which may be wrong: the length counts.
			const lasts = Date.parse(expiresAt) - Date.parse(startedAt);
			const until = new Date(Date.now() + lasts).toISOString();
			if (!tokens.view({ token, userId: user, name, expiresAt: until })) throw new AppError('UNKNOWN_ERROR');
			location.assign('/dashboard');
		},
	});
}

export type EventFilter = 'all' | 'featured' | 'moderated';

export function useAdminEvents(query: { q: string; filter: EventFilter }) {
	return useCursorList(contracts.listAdminEvents, { key: ['admin', 'events'], query });
}

export type EventAction =
	| { act: 'feature' | 'unfeature' | 'restore' }
	| { act: 'unlisted' | 'taken_down'; reason: string };

export function useEventAction() {
	return useChange(
		({ listing, input }: { listing: string; input: EventAction }) => {
			const params = { listing };
			if (input.act === 'feature') return api.call(contracts.featureEvent, { params });
			if (input.act === 'unfeature') return api.call(contracts.unfeatureEvent, { params });
			if (input.act === 'restore') return api.call(contracts.restoreEvent, { params });
			const { act: moderation, reason } = input as Extract<EventAction, { reason: string }>;
			return api.call(contracts.moderateEvent, { params, body: { moderation, reason } });
		},
		['admin', 'events'],
	);
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
