import { handle, type Route } from '#server/http/handler.ts';
import * as contract from '#shared/contracts/ticket-transfers.ts';
import { calendarAnswer, orderCalendar } from '../calendar.ts';
import { editAttendee } from '../commands/edit-attendee.ts';
import { getManagedOrderView } from '../paid-order.ts';
import { acceptTransfer, declineTransfer } from './accept.ts';
import { offerTicket, withdrawOffer } from './offer.ts';
import { getHeldTicketView, getTicket, getTransferView } from './views.ts';

/** Tickets that are transferred: for the buyer, for who is offered one, and for who holds one. */
export const transferRoutes: Route[] = [
	handle(contract.offerTransfer, async ({ order, params, body }, services) => {
		await offerTicket(services, { ...order, attendeeId: params.attendee }, { holder: 'buyer', to: body });
		return getManagedOrderView(services, order);
	}),
	handle(contract.withdrawTransfer, async ({ order, params }, services) => {
		await withdrawOffer(services, { ...order, attendeeId: params.attendee }, 'buyer');
		return getManagedOrderView(services, order);
	}),
	handle(contract.getTransfer, ({ transfer }, services) => getTransferView(services, transfer)),
	handle(contract.acceptTransfer, async ({ transfer, body }, services) => {
		await acceptTransfer(services, transfer, body);
		return getTransferView(services, transfer);
	}),
	handle(contract.declineTransfer, async ({ transfer }, services) => {
		await declineTransfer(services, transfer);
		return getTransferView(services, transfer);
	}),
	handle(contract.getHeldTicket, ({ ticket }, services) => getHeldTicketView(services, ticket)),
	handle(contract.updateHeldTicket, async ({ ticket, body }, services) => {
		await editAttendee(services, ticket, body, { holderVersion: ticket.holderVersion });
		return getHeldTicketView(services, ticket);
	}),
	handle(contract.offerHeldTicket, async ({ ticket, body }, services) => {
		await offerTicket(services, ticket, { holder: ticket, to: body });
		return getHeldTicketView(services, ticket);
	}),
	handle(contract.withdrawHeldTicket, async ({ ticket }, services) => {
		await withdrawOffer(services, ticket, ticket);
		return getHeldTicketView(services, ticket);
	}),
	handle(contract.getHeldTicketCalendar, async ({ ticket: scope }, services) => {
		const { order, event, ticket } = await getTicket(services, scope);
		return calendarAnswer(event, orderCalendar(services, order, event, { guest: ticket }));
	}),
];
