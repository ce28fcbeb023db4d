import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { USER_QUERY_KEY } from '#app/lib/query-client.ts';
import { readUserAgain } from '#app/lib/user-query.ts';
import type { CallBodyOf, CallQueryOf } from '#shared/contracts/endpoint.ts';
import * as contracts from '#shared/contracts/team.ts';
import * as ownership from '#shared/contracts/team-ownership.ts';

export type InvitationBody = CallBodyOf<typeof contracts.inviteMembers>;
export type MemberBody = CallBodyOf<typeof contracts.updateMember>;
export type ActFilters = Omit<NonNullable<CallQueryOf<typeof contracts.listActs>>, 'cursor' | 'limit'>;

const teamKey = (organisation: string) => ['team', organisation] as const;

export function useMembers(organisation: string, enabled = true) {
	return useApiQuery(contracts.listMembers, [...teamKey(organisation), 'members'], {
		params: { organisation },
		enabled,
	});
}

export function useInvitations(organisation: string, enabled: boolean) {
	return useCursorList(contracts.listInvitations, {
		key: [...teamKey(organisation), 'invitations'],
		params: { organisation },
		enabled,
	});
}

/** What was changed, the newest first. */
export function useActs(
	organisation: string,
	query: { actor: string; event: string; from: string; to: string },
) {
	return useCursorList(contracts.listActs, { key: ['acts', organisation], params: { organisation }, query });
}

/** The log as a file. */
export const exportActs = (organisation: string, query: ActFilters) =>
	api.call(contracts.exportActs, { params: { organisation }, query: { ...query, format: 'csv' } });

/** Changes members and invitations; the lists follow. */
export function useTeamActions(organisation: string) {
	const stale = teamKey(organisation);
	return {
		invite: useChange(
			(body: InvitationBody) =>
				api.call(contracts.inviteMembers, {
					params: { organisation },
					body,
					idempotencyKey: newIdempotencyKey(),
				}),
			stale,
		),
		resend: useChange(
			(invitation: string) =>
				api.call(contracts.resendInvitation, {
					params: { organisation, invitation },
					idempotencyKey: newIdempotencyKey(),
				}),
			stale,
		),
		withdraw: useChange(
			(invitation: string) =>
				api.call(contracts.withdrawInvitation, { params: { organisation, invitation } }),
			stale,
		),
		update: useChange(
			({ user, body }: { user: string; body: MemberBody }) =>
				api.call(contracts.updateMember, { params: { organisation, user }, body }),
			stale,
		),
		remove: useChange(
			(user: string) => api.call(contracts.removeMember, { params: { organisation, user } }),
			stale,
		),
		offer: useChange(
			(userId: string) =>
				api.call(ownership.offerOwnership, {
					params: { organisation },
					body: { userId },
					idempotencyKey: newIdempotencyKey(),
				}),
			stale,
		),
		cancelOffer: useChange(
			() => api.call(ownership.cancelOwnershipOffer, { params: { organisation } }),
			stale,
		),
		/** From so many days on; null: no longer. */
		require: useChange(async (days: number | null) => {
			const params = { organisation };
			if (days === null) await api.call(ownership.stopRequiringTwoFactor, { params });
			else
				await api.call(ownership.requireTwoFactor, {
					params,
					body: { days },
					idempotencyKey: newIdempotencyKey(),
				});
			return true;
		}, stale),
		leave: useChange(() => api.call(contracts.leaveOrganisation, { params: { organisation } }), stale),
	};
}

/** Answers an offer of ownership that was made to the user; the list of members and what the user may do follow. */
export function useOfferAnswers(organisation: string) {
	const params = { organisation };
	const stale = [teamKey(organisation), USER_QUERY_KEY];
	return {
		accept: useChange(
			async () => {
				await api.call(ownership.acceptOwnership, { params, idempotencyKey: newIdempotencyKey() });
				return true;
			},
			...stale,
		),
		decline: useChange(() => api.call(ownership.declineOwnership, { params }), ...stale),
		/** After a refusal: the offer may be over, or two factors required. */
		readAgain: readUserAgain,
	};
}

/** What an invitation is about; read anew when somebody logs in or out. */
export function useInvitation(token: string, userId: string | null) {
	return useApiQuery(contracts.getInvitation, ['invitation', token, userId], { params: { token } });
}

export const acceptInvitation = (
	token: string,
	body: CallBodyOf<typeof contracts.acceptInvitation>,
	options: { hasBearer: boolean },
) =>
	api.call(contracts.acceptInvitation, {
		params: { token },
		body,
		idempotencyKey: newIdempotencyKey(),
		...(options.hasBearer ? {} : { hasBearer: false }),
	});
