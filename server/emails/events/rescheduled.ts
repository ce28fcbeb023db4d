import { msg } from '#server/platform/messages.ts';
import { eventFacts, fromOrganiser, type MailEvent, sampleEvent, whenLines } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/write-mail.ts';

export interface EventRescheduledProps {
	event: MailEvent;
	previousStartsAt: Date;
	orderCode: string;
	/** Null where it is left out. */
	manageLink: string | null;
	/** Changes the entry in the calendar. */
	calendar: string;
}

export const eventRescheduled: MailTemplate<EventRescheduledProps> = {
	name: 'events/rescheduled',
	sample: {
		event: sampleEvent,
		previousStartsAt: new Date('2027-03-05T18:30:00Z'),
		orderCode: 'K7QX2',
		manageLink: 'https://foyer.example/my-ticket/sample',
		calendar: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
	},
	write(props, desk) {
		const { event } = props;
		const { t, formats } = desk;
		return {
			subject: t(msg({ message: 'New date: {event}' }), { event: event.title }),
			preheader: whenLines(event, desk).join(', '),
			heading: t(msg({ message: '{event} has a new date' }), { event: event.title }),
			hue: event.hue,
			fromName: fromOrganiser(event, desk),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'{organiser} has moved this event. Your tickets are valid for the new date. Can’t make it? Please cancel so someone else can have your spot.',
						}),
						{ organiser: event.organiserName },
					),
				},
				eventFacts(event, desk, [
					{
						label: t(msg({ message: 'Previously' })),
						lines: [formats.dateTime(props.previousStartsAt, event.timeZone)],
					},
					{ label: t(msg({ message: 'Order' })), lines: [props.orderCode] },
				]),
				{ kind: 'button', label: t(msg({ message: 'My tickets' })), url: props.manageLink },
			],
			smallPrint: [t(msg({ message: 'You’re receiving this email because you registered for this event.' }))],
			attachments: [
				{
					filename: 'event.ics',
					contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
					content: props.calendar,
				},
			],
		};
	},
};
