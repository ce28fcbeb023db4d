import { cancelInvitation, inviteGuests, remindGuests } from '#server/domain/groups/invitations.ts';
import { handle, type Route } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/groups.ts';
import { getGroupView } from './views.ts';

/** The invitations of a group, by its leader. */
export const invitationRoutes: Route[] = [
	handle(contract.inviteToGroup, async ({ group, body }, services) => {
		await inviteGuests(services, group, body.people);
		return getGroupView(services, group);
	}),
	handle(contract.cancelInvitation, async ({ group, params }, services) => {
		await cancelInvitation(services, group, params.invitation);
		return getGroupView(services, group);
	}),
	handle(contract.remindGroup, async ({ group }, services) => {
		await remindGuests(services, group);
		return getGroupView(services, group);
	}),
];
