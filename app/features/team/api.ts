import { api } from '#app/lib/api-client.ts';
import { useApiQuery, useChange } from '#app/lib/api-query.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import type { CallBodyOf, CallQueryOf } from '#shared/contracts/endpoint.ts';
import * as contracts from '#shared/contracts/team.ts';

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
		handOver: useChange(
			(userId: string) =>
				api.call(contracts.transferOwnership, { params: { organisation }, body: { userId } }),
			stale,
			['user'],
		),
		leave: useChange(() => api.call(contracts.leaveOrganisation, { params: { organisation } }), stale),
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
