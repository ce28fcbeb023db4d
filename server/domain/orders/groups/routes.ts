import { renewSharedLink } from '#server/domain/groups/bookings.ts';
import { cancelInvitation, inviteGuests, remindGuests } from '#server/domain/groups/invitations.ts';
import { getGroup } from '#server/domain/groups/rows.ts';
import { groupTokenOf } from '#server/domain/groups/tokens.ts';
import { handle, type Route } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/groups.ts';
import { claimTicket, orderPlace } from './claim-ticket.ts';
import { organiserGroupRoutes } from './organiser-routes.ts';
import { releasePlace } from './release-place.ts';
import { addPlaces, renameGroup, shareOrder } from './share-order.ts';
import { getClaimView, getGroupView } from './views.ts';

/** The invitations of a group, by its leader. */
const invitationRoutes: Route[] = [
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

/** Groups: endpoints for leaders, for people who claim a spot, and for organisers. */
export const groupRoutes: Route[] = [
	handle(contract.shareOrder, async ({ order, body }, services) => {
		const shared = await shareOrder(services, order, { ...body, createdBy: null });
		return { groupToken: groupTokenOf(services, shared) };
	}),
	handle(contract.getGroup, ({ group }, services) => getGroupView(services, group)),
	handle(contract.renameGroup, async ({ group, body }, services) => {
		await renameGroup(services, group, body.name);
		return getGroupView(services, group);
	}),
	handle(contract.renewClaimLink, async ({ group }, services) => {
		await renewSharedLink(services.database.db, group);
		return getGroupView(services, group);
	}),
	handle(contract.addGroupPlaces, async ({ group }, services) => {
		await addPlaces(services, group);
		return getGroupView(services, group);
	}),
	handle(contract.releasePlace, async ({ group, params }, services) => {
		await releasePlace(services, group, params.attendee);
		return getGroupView(services, group);
	}),
	handle(contract.getClaim, ({ claim }, services) => getClaimView(services, claim)),
	handle(contract.claimPlace, async ({ claim, body, context }, services) => {
		const { pays } = await getGroup(services.database.db, claim);
		const claimed =
			pays === 'leader'
				? await claimTicket(services, claim, body)
				: await orderPlace(services, claim, { ...body, address: context.address });
		return getClaimView(services, claim, claimed);
	}),
	...organiserGroupRoutes,
	...invitationRoutes,
];
