import { msg } from '#server/platform/messages.ts';
import type { EventField } from '#shared/rules/edit-rules.ts';
import type { Fact } from '../kit/content.ts';
import {
	calendarFile,
	eventFacts,
	type MailEvent,
	ofEvent,
	sampleEvent,
	ticketButton,
	whenLines,
	whereLines,
} from '../kit/event-facts.ts';
import type { MailContext, MailTemplate } from '../kit/render-mail.ts';

export interface EventChangedProps {
	event: MailEvent;
	/** What changed, by field of the event. */
	fields: readonly EventField[];
	/** The previous values of the fields that mails show. */
	before: Partial<MailEvent>;
	/** The organiser's own words, or empty. */
	note: string;
	/** Empty in a preview. */
	orderCode: string;
	/** To a guest with an address of their own, who has no link to the order. */
	isForGuest: boolean;
	/** Null where it is left out. */
	manageLink: string | null;
	/** Changes the entry in the calendar; empty: none. */
	calendar: string;
}

export const timeFields: readonly EventField[] = ['startsAt', 'endsAt', 'timeZone', 'isAllDay'];
export const placeFields: readonly EventField[] = ['venueName', 'address', 'city', 'region', 'countryCode'];

function subjectOf(what: { isMoved: boolean; isElsewhere: boolean }) {
	if (what.isMoved && what.isElsewhere) return msg({ message: 'New date and place: {event}' });
	if (what.isMoved) return msg({ message: 'New date: {event}' });
	return what.isElsewhere ? msg({ message: 'New place: {event}' }) : msg({ message: 'Updated: {event}' });
}

function headingOf(what: { isMoved: boolean; isElsewhere: boolean }) {
	if (what.isMoved && what.isElsewhere) return msg({ message: '{event} has a new date and place' });
	if (what.isMoved) return msg({ message: '{event} has a new date' });
	return what.isElsewhere
		? msg({ message: '{event} has a new place' })
		: msg({ message: '{event} was updated' });
}

/** What changed beside date and place, in words. */
export function otherChanges(fields: readonly EventField[], { t }: MailContext): string[] {
	const texts: [EventField, string][] = [
		['title', t(msg({ message: 'Title' }))],
		['summary', t(msg({ message: 'Summary' }))],
		['description', t(msg({ message: 'Description' }))],
		['format', t(msg({ message: 'In person or online' }))],
		['onlineUrl', t(msg({ message: 'Meeting link' }))],
		['visibility', t(msg({ message: 'Who can see the event’s page' }))],
		['refundPolicy', t(msg({ message: 'Refund policy' }))],
	];
	return texts.flatMap(([field, text]) => (fields.includes(field) ? [text] : []));
}

export const eventChanged: MailTemplate<EventChangedProps> = {
	name: 'events/changed',
	sample: {
		event: sampleEvent,
		fields: ['startsAt', 'endsAt', 'venueName', 'description'],
		before: {
			startsAt: new Date('2027-03-05T18:30:00Z'),
			endsAt: new Date('2027-03-05T21:00:00Z'),
			venueName: 'Harbour Hall',
		},
		note: 'The machines arrive a week later.',
		orderCode: 'K7QX2',
		isForGuest: false,
		manageLink: 'https://foyer.example/my-ticket/sample',
		calendar: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
	},
	render(props, mail) {
		const { t } = mail;
		const { event, fields, note, orderCode } = props;
		const known: MailEvent = { ...event, ...props.before };
		const title = { event: event.title };
		const isMoved = fields.some((field) => timeFields.includes(field));
		const isElsewhere = fields.some((field) => placeFields.includes(field));
		const what = { isMoved, isElsewhere };
		const before: Fact[] = [
			...(isMoved ? [{ label: t(msg({ message: 'Previous date' })), lines: whenLines(known, mail) }] : []),
			...(isElsewhere && whereLines(known, mail).length > 0
				? [{ label: t(msg({ message: 'Previous place' })), lines: whereLines(known, mail) }]
				: []),
			...(fields.includes('title')
				? [{ label: t(msg({ message: 'Previous title' })), lines: [known.title] }]
				: []),
		];
		const others = otherChanges(fields, mail);
		return {
			subject: t(subjectOf(what), title),
			preheader: [
				...(isMoved ? whenLines(event, mail) : []),
				...(isElsewhere ? whereLines(event, mail) : others),
			].join(', '),
			heading: t(headingOf(what), title),
			...ofEvent(event, mail),
			blocks: [
				{
					kind: 'text',
					text: t(
						props.isForGuest
							? msg({ message: '{organiser} has changed this event. Your ticket is still valid.' })
							: msg({
									message:
										'{organiser} has changed this event. Your tickets are still valid. Can’t make it? Please cancel so someone else can have your spot.',
								}),
						{ organiser: event.organiserName },
					),
				},
				...(note === '' ? [] : [{ kind: 'quote' as const, text: note }]),
				eventFacts(event, mail, [
					...before,
					...(others.length > 0 ? [{ label: t(msg({ message: 'Changed' })), lines: others }] : []),
					...(orderCode === '' ? [] : [{ label: t(msg({ message: 'Order' })), lines: [orderCode] }]),
				]),
				ticketButton(props, mail),
			],
			smallPrint: [t(msg({ message: 'You’re receiving this email because you registered for this event.' }))],
			attachments: calendarFile('PUBLISH', props.calendar),
		};
	},
};
