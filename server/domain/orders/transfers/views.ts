import { getWholeEvent } from '#server/domain/events/queries.ts';
import type { Services } from '#server/services.ts';
import type { HeldTicket, Transfer } from '#shared/contracts/ticket-transfers.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { type AttendeeRecord, getOrder, type OrderRecord } from '../order-record.ts';
import { presentOffer, presentTicket, presentTicketEvent } from '../present.ts';
import { allowsHandingOn, getTransfer } from './rows.ts';
import { type TicketScope, type TransferScope, ticketTokenOf } from './tokens.ts';

/** A ticket with its order and event. @throws not-found */
export async function getTicket(services: Services, scope: TicketScope) {
	const [order, event] = await Promise.all([getOrder(services, scope), getWholeEvent(services, scope)]);
	const ticket = order.attendees.find(({ id }) => id === scope.attendeeId);
	if (!ticket) throw notFound('Ticket');
	return { order, event, ticket };
}

const isValid = (order: OrderRecord, ticket: AttendeeRecord) =>
	order.status === 'confirmed' && ticket.status === 'active';

/** The offer of a ticket, for whoever is offered it. */
export async function getTransferView(services: Services, scope: TransferScope): Promise<Transfer> {
	const [row, { order, event, ticket }] = await Promise.all([
		getTransfer(services.database.db, scope),
		getTicket(services, scope),
	]);
	const now = services.clock.now();
	const isHeld = row.state === 'accepted' && row.holderVersion === ticket.holderVersion;
	return {
		state: row.state === 'offered' && row.expiresAt <= now ? 'lapsed' : row.state,
		fromName: row.fromName,
		toName: row.toName,
		toEmail: row.toEmail,
		ticketTypeName: ticket.ticketTypeName,
		expiresAt: row.expiresAt.toISOString(),
		ticketToken: isHeld ? ticketTokenOf(services, scope, ticket) : null,
		event: presentTicketEvent(event, now, { hasTicket: isHeld && isValid(order, ticket) }),
	};
}

/** A ticket that was transferred, for whoever holds it. */
export async function getHeldTicketView(services: Services, scope: TicketScope): Promise<HeldTicket> {
	const { order, event, ticket } = await getTicket(services, scope);
	const now = services.clock.now();
	return {
		orderCode: order.code,
		ticket: presentTicket(ticket),
		event: presentTicketEvent(event, now, { hasTicket: isValid(order, ticket) }),
		canTransfer: isValid(order, ticket) && allowsHandingOn(event, now),
		offer: presentOffer(ticket, now),
	};
}
