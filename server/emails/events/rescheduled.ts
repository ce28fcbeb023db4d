import { msg } from '#server/platform/messages.ts';
import { eventFacts, fromOrganiser, type MailEvent, sampleEvent, whenLines } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface EventRescheduledProps {
	event: MailEvent;
	/** Null when only the place is another. */
	previousStartsAt: Date | null;
	/** In a line; null when only the date is another. */
	previousPlace: string | null;
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
		previousPlace: null,
		orderCode: 'K7QX2',
		manageLink: 'https://foyer.example/my-ticket/sample',
		calendar: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
	},
	render(props, mail) {
		const { t, formats } = mail;
		const { event, previousStartsAt, previousPlace } = props;
		const title = { event: event.title };
		const before = [
			...(previousStartsAt ? [formats.dateTime(previousStartsAt, event.timeZone)] : []),
			...(previousPlace ? [previousPlace] : []),
		];
		return {
			subject: previousPlace
				? previousStartsAt
					? t(msg({ message: 'New date and place: {event}' }), title)
					: t(msg({ message: 'New place: {event}' }), title)
				: t(msg({ message: 'New date: {event}' }), title),
			preheader: whenLines(event, mail).join(', '),
			heading: previousPlace
				? previousStartsAt
					? t(msg({ message: '{event} has a new date and place' }), title)
					: t(msg({ message: '{event} has a new place' }), title)
				: t(msg({ message: '{event} has a new date' }), title),
			hue: event.hue,
			fromName: fromOrganiser(event, mail),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'{organiser} has moved this event. Your tickets are still valid. Can’t make it? Please cancel so someone else can have your spot.',
						}),
						{ organiser: event.organiserName },
					),
				},
				eventFacts(event, mail, [
					{
						label: t(msg({ message: 'Previously' })),
						lines: before,
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
