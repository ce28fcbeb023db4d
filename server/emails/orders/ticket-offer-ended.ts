import { msg } from '#server/platform/messages.ts';
import { eventFacts, headedBy, type MailEvent, sampleEvent, ticketButton } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export type OfferOutcome = 'accepted' | 'declined' | 'lapsed';

export interface TicketOfferEndedProps {
	event: MailEvent;
	orderCode: string;
	state: OfferOutcome;
	/** Who was offered the ticket. */
	toName: string;
	/** Of the ticket. */
	type: string;
	/** Whether the reader has a page of the order or the ticket. */
	hasPage: boolean;
	/** That page; null where it is left out. */
	link: string | null;
}

/** Tells who offered a ticket what became of the offer. */
export const ticketOfferEnded: MailTemplate<TicketOfferEndedProps> = {
	name: 'orders/ticket-offer-ended',
	sample: {
		event: sampleEvent,
		orderCode: 'K7QX2',
		state: 'accepted',
		toName: 'Mary Somerville',
		type: 'Standard',
		hasPage: true,
		link: 'https://foyer.example/my-ticket/sample',
	},
	render({ event, orderCode, state, toName, type, hasPage, link }, mail) {
		const { t } = mail;
		const values = { name: toName, event: event.title };
		const allTexts = {
			accepted: {
				subject: t(msg({ message: '{name} accepted your ticket: {event}' }), values),
				heading: t(msg({ message: '{name} has your ticket now' }), values),
				text: t(
					msg({
						message:
							'{name} accepted your ticket for {event} and has a new QR code. The code you had for it no longer works.',
					}),
					values,
				),
			},
			declined: {
				subject: t(msg({ message: '{name} declined your ticket: {event}' }), values),
				heading: t(msg({ message: 'You keep your ticket' })),
				text: t(
					msg({
						message:
							'{name} declined your ticket for {event}. It is still yours and valid, and you can offer it to someone else.',
					}),
					values,
				),
			},
			lapsed: {
				subject: t(msg({ message: '{name} didn’t accept your ticket: {event}' }), values),
				heading: t(msg({ message: 'You keep your ticket' })),
				text: t(
					msg({
						message:
							'{name} didn’t accept your ticket for {event} in time, so the offer has ended. The ticket is still yours and valid.',
					}),
					values,
				),
			},
		};
		const texts = allTexts[state] ?? allTexts.lapsed;
		return {
			...headedBy(texts, event, mail),
			blocks: [
				{ kind: 'text', text: texts.text },
				eventFacts({ ...event, onlineUrl: '' }, mail, [
					{ label: t(msg({ message: 'Ticket' })), lines: [type] },
					{ label: t(msg({ message: 'Order' })), lines: [orderCode] },
				]),
				ticketButton({ event, isForGuest: !hasPage, manageLink: link, ticketCount: 1 }, mail),
			],
			smallPrint: [t(msg({ message: 'Questions? Reply to the organiser with your order number.' }))],
		};
	},
};
