import { msg } from '#server/platform/messages.ts';
import { eventFacts, type MailEvent, ofEvent, sampleEvent } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface WaitlistOfferedProps {
	event: MailEvent;
	type: string;
	quantity: number;
	/** Until when the tickets are held. */
	until: Date;
	/** Null where it is left out. */
	link: string | null;
}

/** Tickets are held for somebody on a waitlist. */
export const waitlistOffered: MailTemplate<WaitlistOfferedProps> = {
	name: 'waitlist/offered',
	sample: {
		event: sampleEvent,
		type: 'Standard',
		quantity: 2,
		until: new Date('2027-03-08T18:30:00Z'),
		link: 'https://foyer.example/waitlist/sample',
	},
	render({ event, type, quantity, until, link }, mail) {
		const { t, formats } = mail;
		const values = { event: event.title, until: formats.dateTime(until, event.timeZone) };
		return {
			subject: t(msg({ message: 'Tickets for you: {event}' }), values),
			preheader: t(msg({ message: 'Held for you until {until}.' }), values),
			heading: t(msg({ message: 'We’re holding tickets for you' })),
			...ofEvent(event, mail),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'You were on the waitlist for {event}, and now there are tickets. Get them by {until}. After that, they go to the next in line.',
						}),
						values,
					),
				},
				{ kind: 'button', label: t(msg({ message: 'Get tickets' })), url: link },
				eventFacts({ ...event, onlineUrl: '' }, mail, [
					{ label: t(msg({ message: 'Held for you' })), lines: [`${formats.number(quantity)} × ${type}`] },
				]),
			],
			smallPrint: [
				t(
					msg({
						message:
							'Can’t come any more? Leave the waitlist on that page, and the next in line gets them sooner. Don’t share the link: anyone who has it can take the tickets.',
					}),
				),
			],
		};
	},
};
