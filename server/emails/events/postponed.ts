import { msg } from '#server/platform/messages.ts';
import {
	calendarFile,
	eventFacts,
	type MailEvent,
	ofEvent,
	sampleEvent,
	ticketButton,
} from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface EventPostponedProps {
	event: MailEvent;
	/** The organiser's own words, or empty. */
	message: string;
	orderCode: string;
	/** To a guest with an address of their own, who has no link to the order. */
	isForGuest: boolean;
	/** Null where it is left out. */
	manageLink: string | null;
	/** The entry in the calendar becomes tentative; empty: there is none. */
	calendar: string;
}

export const eventPostponed: MailTemplate<EventPostponedProps> = {
	name: 'events/postponed',
	sample: {
		event: sampleEvent,
		message: '',
		orderCode: 'K7QX2',
		isForGuest: false,
		manageLink: 'https://foyer.example/my-ticket/sample',
		calendar: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
	},
	render(props, mail) {
		const { event, message } = props;
		const { t } = mail;
		return {
			subject: t(msg({ message: 'Postponed: {event}' }), { event: event.title }),
			preheader: t(msg({ message: 'Your tickets are still valid for the new date.' })),
			heading: t(msg({ message: '{event} is postponed' }), { event: event.title }),
			...ofEvent(event, mail),
			blocks: [
				{
					kind: 'text',
					text: t(
						props.isForGuest
							? msg({
									message:
										'{organiser} has postponed this event. Your ticket will be valid for the new date.',
								})
							: msg({
									message:
										'{organiser} has postponed this event. Your tickets will be valid for the new date. Can’t make it? You can cancel your registration.',
								}),
						{ organiser: event.organiserName },
					),
				},
				...(message.trim() === '' ? [] : [{ kind: 'quote' as const, text: message }]),
				eventFacts({ ...event, onlineUrl: '' }, mail, [
					{ label: t(msg({ message: 'Order' })), lines: [props.orderCode] },
				]),
				ticketButton(props, mail),
			],
			smallPrint: [t(msg({ message: 'You’re receiving this email because you registered for this event.' }))],
			attachments: calendarFile('PUBLISH', props.calendar),
		};
	},
};
