import { getTransfer } from '#server/domain/orders/transfers/rows.ts';
import { ticketLinkOf, transferLinkOf } from '#server/domain/orders/transfers/tokens.ts';
import { ticketResold } from '#server/emails/orders/resold.ts';
import { type OfferOutcome, ticketOfferEnded } from '#server/emails/orders/ticket-offer-ended.ts';
import { ticketOffered } from '#server/emails/orders/ticket-offered.ts';
import type { Services } from '#server/services.ts';
import { type OrderRef, readOrder } from './orders.ts';
import { type SourceOptions, source } from './source.ts';

type OfferRef = OrderRef & { transferId: string; attendeeId: string };

/** An offer with its ticket, order and event. */
async function readOffer(services: Services, ref: OfferRef, options: SourceOptions) {
	const { attendeeId, transferId: _, ...orderRef } = ref;
	const data = await readOrder(services, orderRef, { ...options, isForSending: false });
	if ('obsolete' in data) return data;
	const ticket = data.order.attendees.find(({ id }) => id === attendeeId);
	if (!ticket) return { obsolete: 'The ticket is gone.' };
	return { ...data, ticket, transfer: await getTransfer(services.database.db, ref) };
}

/** To whom a ticket is offered. */
export const ticketOfferedSource = source({
	template: ticketOffered,
	async load(services, ref: OfferRef, options) {
		const data = await readOffer(services, ref, options);
		if ('obsolete' in data) return data;
		const { mailEvent, ticket, transfer } = data;
		const isOpen = transfer.state === 'offered' && transfer.expiresAt > services.clock.now();
		if (options.isForSending && !(isOpen && transfer.toEmail === options.recipient))
			return { obsolete: 'The offer was accepted, taken back or has ended.' };
		return {
			// Who comes in by its link learns that once they have the ticket.
			event: { ...mailEvent, onlineUrl: '' },
			fromName: transfer.fromName,
			type: ticket.ticketTypeName,
			until: transfer.expiresAt,
			acceptLink: options.showsSecrets ? transferLinkOf(services, ref) : null,
		};
	},
});

/** To who offered a ticket: what became of the offer. */
export const ticketOfferEndedSource = source({
	template: ticketOfferEnded,
	async load(services, ref: OfferRef & { state: OfferOutcome }, options) {
		const data = await readOffer(services, ref, options);
		if ('obsolete' in data) return data;
		const { order, mailEvent, ticket, transfer, manageLink } = data;
		if (options.isForSending && transfer.fromEmail !== options.recipient)
			return { obsolete: 'Who offered the ticket was erased.' };
		// The first to hand a ticket on is the buyer; others have no link to the order, and none at all once the ticket is accepted.
		const isFromBuyer = (transfer.holderVersion ?? (ticket.holderVersion ?? 0) + 1) === 1;
		const isTheirs = isFromBuyer ? order.buyer.email === transfer.fromEmail : ref.state !== 'accepted';
		const link = isFromBuyer
			? manageLink
			: options.showsSecrets
				? ticketLinkOf(services, order, ticket)
				: null;
		return {
			event: mailEvent,
			orderCode: order.code,
			state: ref.state,
			toName: transfer.toName,
			type: ticket.ticketTypeName,
			hasPage: isTheirs,
			link: isTheirs ? link : null,
		};
	},
});

/** Informs the seller that their ticket was resold, with the refund. */
export const ticketResoldSource = source({
	template: ticketResold,
	async load(services, ref: OrderRef & { attendeeId: string }, options) {
		const { attendeeId, ...orderRef } = ref;
		const data = await readOrder(services, orderRef, options);
		if ('obsolete' in data) return data;
		const { order, mailEvent, manageLink } = data;
		const ticket = order.attendees.find(({ id }) => id === attendeeId);
		if (ticket?.resale?.state !== 'sold') return { obsolete: 'The ticket is gone.' };
		const { priceMinor, keepMinor } = ticket.resale;
		return {
			...{ event: mailEvent, orderCode: order.code, type: ticket.ticketTypeName },
			...{ currency: order.currency, priceMinor, keepMinor, manageLink },
		};
	},
});
