import { getWholeEvent } from '#server/domain/events/queries.ts';
import { getInvitation, settleInvitation } from '#server/domain/groups/invitations.ts';
import { groupEnded, groupFull, refuseClosedEvent } from '#server/domain/groups/refusals.ts';
import { getGroup, lockGroup } from '#server/domain/groups/rows.ts';
import type { ClaimScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { toSaleOrder } from '../commands/place-order.ts';
import { sellGrouped } from '../sale/sell-grouped.ts';
import { giveTicket } from '../transfers/holders.ts';
import { lockOpenPlace } from './group-tickets.ts';
import { lockOrderOf } from './share-order.ts';

/** A ticket that was claimed. */
export interface ClaimedTicket {
	orderId: string;
	attendeeId: string;
	/** Of its link, where this call has claimed it. */
	holderVersion?: number;
}

/**
 * Gives an open place of a group that one order pays for to a guest, whose ticket it is from then on. The same invitation again is answered
 * with the ticket that it claimed.
 * @throws not-found, `group-full`, `group-ended`, `event-closed`
 */
export async function claimTicket(
	services: Services,
	claim: ClaimScope,
	guest: { name: string; email: string },
): Promise<ClaimedTicket> {
	const event = await getWholeEvent(services, claim);
	const { organisationId, eventId, groupId } = claim;
	return services.database.transaction(async (tx) => {
		const { order, keptIds, isConfirmed } = await lockOrderOf(tx, claim);
		const { orderId } = order;
		// Whoever claims a place of this group holds the order.
		const invitation = await getInvitation(tx, claim);
		if (invitation?.state === 'claimed' && invitation.attendeeId !== null)
			return { orderId, attendeeId: invitation.attendeeId };
		const now = services.clock.now();
		refuseClosedEvent(event, now);
		if (!isConfirmed) throw groupEnded();
		const attendeeId = await lockOpenPlace(tx, claim, { order, keptIds, now });
		const group = await lockGroup(tx, claim);
		const isInvited = (await getInvitation(tx, claim))?.state !== 'cancelled';
		if (group.state !== 'open' || !isInvited) throw groupEnded();
		if (attendeeId === null) throw groupFull();
		const to = { name: guest.name, email: guest.email };
		const holderVersion = await giveTicket(tx, { ...order, attendeeId }, to);
		await settleInvitation(tx, claim, { attendeeId });
		const known = { orderId, attendeeIds: [attendeeId], fields: ['name', 'email'] };
		const scope = { organisationId, eventId };
		await services.facts.publish(tx, { name: 'orders.guest-updated', ...scope, payload: known }, services);
		const payload = { orderId, attendeeId, groupId };
		await services.facts.publish(tx, { name: 'orders.place-claimed', ...scope, payload }, services);
		return { orderId, attendeeId, holderVersion };
	});
}

/**
 * Orders a place of a group whose guests pay for themselves: confirmed at once where it costs nothing, else to be paid as any order is. An
 * invitation that has an order already is answered with it, until that has ended without a ticket.
 * @returns the order
 * @throws `event-closed`, `group-ended`, `deadline-passed`, `group-full`, and what stands against any order of the ticket type
 */
export async function orderPlace(
	services: Services,
	claim: ClaimScope,
	guest: { name: string; email: string; locale?: string | undefined; address: string },
): Promise<{ orderId: string }> {
	const group = await getGroup(services.database.db, claim);
	const order = toSaleOrder({
		...{ organisationId: claim.organisationId, eventId: claim.eventId },
		buyer: { name: guest.name, email: guest.email },
		// The ticket type of a group stays what it is.
		items: [{ ticketTypeId: group.ticketTypeId ?? '', quantity: 1 }],
		locale: guest.locale ?? group.locale,
		address: guest.address,
	});
	return sellGrouped(services, order, claim);
}
