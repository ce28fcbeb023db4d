import { getGroup } from '#server/domain/groups/rows.ts';
import type { ClaimScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { toSaleOrder } from '../commands/place-order.ts';
import { sellGrouped } from '../sale/sell-grouped.ts';

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
