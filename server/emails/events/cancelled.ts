import { msg } from '#server/platform/messages.ts';
import { calendarFile, eventFacts, type MailEvent, ofEvent, sampleEvent } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface EventCancelledProps {
	event: MailEvent;
	/** The organiser's own words, or empty. */
	message: string;
	orderCode: string;
	/** The entry that takes the event out of the calendar. */
	calendar: string;
}

export const eventCancelled: MailTemplate<EventCancelledProps> = {
	name: 'events/cancelled',
	sample: {
		event: sampleEvent,
		message: 'The pump house is under water.\nWe are sorry.',
		orderCode: 'K7QX2',
		calendar: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
	},
	render(props, mail) {
		const { event, message } = props;
		const { t } = mail;
		return {
			subject: t(msg({ message: 'Cancelled: {event}' }), { event: event.title }),
			preheader: t(msg({ message: 'This event won’t take place.' })),
			heading: t(msg({ message: '{event} is cancelled' }), { event: event.title }),
			...ofEvent(event, mail),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({ message: '{organiser} has cancelled this event. Your tickets are no longer valid.' }),
						{
							organiser: event.organiserName,
						},
					),
				},
				...(message.trim() === '' ? [] : [{ kind: 'quote' as const, text: message }]),
				eventFacts({ ...event, onlineUrl: '' }, mail, [
					{ label: t(msg({ message: 'Order' })), lines: [props.orderCode] },
				]),
				{ kind: 'button', label: t(msg({ message: 'View event' })), url: event.url },
			],
			smallPrint: [t(msg({ message: 'You’re receiving this email because you registered for this event.' }))],
			attachments: calendarFile('CANCEL', props.calendar),
		};
	},
};
