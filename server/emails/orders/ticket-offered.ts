import { msg } from '#server/platform/messages.ts';
import { eventFacts, type MailEvent, ofEvent, sampleEvent } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface TicketOfferedProps {
	event: MailEvent;
	/** Who has the ticket. */
	fromName: string;
	/** Of the ticket. */
	type: string;
	/** Until when it can be accepted. */
	until: Date;
	/** Null where it is left out. */
	acceptLink: string | null;
}

/** Somebody wants to transfer a ticket to the reader. */
export const ticketOffered: MailTemplate<TicketOfferedProps> = {
	name: 'orders/ticket-offered',
	sample: {
		event: sampleEvent,
		fromName: 'Ada Lovelace',
		type: 'Standard',
		until: new Date('2027-03-08T18:30:00Z'),
		acceptLink: 'https://foyer.example/transfer/sample',
	},
	render({ event, fromName, type, until, acceptLink }, mail) {
		const { t, formats } = mail;
		const values = {
			from: fromName,
			event: event.title,
			until: formats.dateTime(until, event.timeZone),
		};
		return {
			subject: t(msg({ message: '{from} has a ticket for you: {event}' }), values),
			preheader: t(msg({ message: 'Accept it by {until}.' }), values),
			heading: t(msg({ message: '{from} has a ticket for you' }), values),
			...ofEvent(event, mail),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'{from} would like to give you a ticket for {event}. Accept it by {until}, and we’ll email you your QR code.',
						}),
						values,
					),
				},
				eventFacts(event, mail, [{ label: t(msg({ message: 'Ticket' })), lines: [type] }]),
				{ kind: 'button', label: t(msg({ message: 'View ticket offer' })), url: acceptLink },
			],
			smallPrint: [
				t(
					msg({
						message:
							'Don’t want the ticket, or don’t know {from}? Decline it on that page, or ignore this email. Don’t share the link: anyone who has it can accept the ticket.',
					}),
					values,
				),
			],
		};
	},
};
