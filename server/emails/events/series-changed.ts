import { msg } from '#server/platform/messages.ts';
import type { EventField } from '#shared/rules/edit-rules.ts';
import type { Block, Fact } from '../kit/content.ts';
import {
	calendarFile,
	type MailEvent,
	ofEvent,
	sampleEvent,
	whenLines,
	whereLines,
} from '../kit/event-facts.ts';
import type { MailContext, MailTemplate } from '../kit/render-mail.ts';
import { otherChanges, placeFields, timeFields } from './changed.ts';

/** One date for which the reader has tickets. */
export interface ChangedDate {
	event: MailEvent;
	/** What changed, by field of the event. */
	fields: readonly EventField[];
	/** The previous values of the fields that mails show. */
	before: Partial<MailEvent>;
	/** Questions that are to be answered. */
	questions: readonly string[];
	/** Empty in a preview. */
	orderCode: string;
	/** Null where it is left out, or the reader has no page of their own. */
	manageLink: string | null;
	/** Changes the entry in the calendar; empty: none. */
	calendar: string;
}

export interface SeriesChangedProps {
	/** Title of the series. */
	title: string;
	dates: readonly ChangedDate[];
	/** The organiser's own words, or empty. */
	note: string;
	isCancelled: boolean;
}

/** Most calendar files of one email; whoever has tickets for more dates adds the others from their tickets. */
export const MAX_CALENDAR_FILES = 5;

const sampleDate = (day: number): ChangedDate => ({
	event: {
		...sampleEvent,
		startsAt: new Date(`2027-03-${day}T19:00:00Z`),
		endsAt: new Date(`2027-03-${day}T21:30:00Z`),
	},
	fields: ['startsAt', 'endsAt'],
	before: {
		startsAt: new Date(`2027-03-${day}T18:30:00Z`),
		endsAt: new Date(`2027-03-${day}T21:00:00Z`),
	},
	questions: [],
	orderCode: 'K7QX2',
	manageLink: 'https://foyer.example/my-ticket/sample',
	calendar: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
});

export const seriesChanged: MailTemplate<SeriesChangedProps> = {
	name: 'events/series-changed',
	sample: {
		title: sampleEvent.title,
		dates: [sampleDate(12), sampleDate(19)],
		note: 'The machines need half an hour to warm up.',
		isCancelled: false,
	},
	render(props, mail) {
		const { t } = mail;
		const { dates, note, isCancelled } = props;
		const [first] = dates;
		const event = first?.event ?? sampleEvent;
		const title = { event: props.title, count: dates.length };
		const files = dates.filter(({ calendar }) => calendar !== '');
		return {
			subject: t(
				isCancelled
					? msg({ message: '{count, plural, one {Cancelled: {event}} other {# dates cancelled: {event}}}' })
					: msg({
							message: '{count, plural, one {Updated: {event}} other {Updated: {event}, # of your dates}}',
						}),
				title,
			),
			preheader: dates
				.slice(0, 3)
				.map((date) => whenLines(date.event, mail).join(', '))
				.join(' · '),
			heading: t(
				isCancelled
					? msg({
							message: '{count, plural, one {{event} is cancelled} other {# dates of {event} are cancelled}}',
						})
					: msg({
							message:
								'{count, plural, one {{event} was updated} other {# of your dates of {event} were updated}}',
						}),
				title,
			),
			...ofEvent(event, mail),
			blocks: [
				{ kind: 'text', text: introduction(props, event, mail) },
				...(note === '' ? [] : [{ kind: 'quote' as const, text: note }]),
				...dates.flatMap((date) => dateBlocks(date, isCancelled, mail)),
				...(files.length > MAX_CALENDAR_FILES
					? [
							{
								kind: 'note' as const,
								text: t(
									msg({
										message:
											'This email has calendar files for your next {count} dates. For the others, open your tickets and choose “Add to calendar”.',
									}),
									{ count: MAX_CALENDAR_FILES },
								),
							},
						]
					: []),
			],
			smallPrint: [t(msg({ message: 'You’re receiving this email because you registered for this event.' }))],
			attachments: files.slice(0, MAX_CALENDAR_FILES).flatMap(({ calendar }, index) =>
				calendarFile(isCancelled ? 'CANCEL' : 'PUBLISH', calendar).map((file) => ({
					...file,
					filename: file.filename.replace('.ics', `-${index + 1}.ics`),
				})),
			),
		};
	},
};

function introduction(
	{ dates, isCancelled }: SeriesChangedProps,
	event: MailEvent,
	{ t }: MailContext,
): string {
	const organiser = { organiser: event.organiserName };
	if (isCancelled)
		return t(
			msg({ message: '{organiser} has cancelled these dates. Your tickets for them are no longer valid.' }),
			organiser,
		);
	return t(
		dates.some(({ manageLink }) => manageLink !== null)
			? msg({
					message:
						'{organiser} has changed these dates. Your tickets are still valid. Can’t make one of them? Please cancel so someone else can have your spot.',
				})
			: msg({ message: '{organiser} has changed these dates. Your tickets are still valid.' }),
		organiser,
	);
}

/** One date: when and where it is now, what that was before, and the way to its tickets. */
function dateBlocks(date: ChangedDate, isCancelled: boolean, mail: MailContext): Block[] {
	const { t } = mail;
	const { event, fields } = date;
	const known: MailEvent = { ...event, ...date.before };
	const isMoved = fields.some((field) => timeFields.includes(field));
	const isElsewhere = fields.some((field) => placeFields.includes(field));
	const others = otherChanges(fields, mail);
	const place = whereLines(event, mail);
	const rows: Fact[] = [
		{ label: t(msg({ message: 'When' })), lines: whenLines(event, mail) },
		...(isMoved ? [{ label: t(msg({ message: 'Previous date' })), lines: whenLines(known, mail) }] : []),
		...(place.length > 0 ? [{ label: t(msg({ message: 'Where' })), lines: place }] : []),
		...(isElsewhere && whereLines(known, mail).length > 0
			? [{ label: t(msg({ message: 'Previous place' })), lines: whereLines(known, mail) }]
			: []),
		...(others.length > 0 ? [{ label: t(msg({ message: 'Changed' })), lines: others }] : []),
		...(date.questions.length > 0
			? [{ label: t(msg({ message: 'Please answer' })), lines: [...date.questions] }]
			: []),
		...(date.orderCode === '' ? [] : [{ label: t(msg({ message: 'Order' })), lines: [date.orderCode] }]),
	];
	if (isCancelled) return [{ kind: 'facts', rows }];
	return [
		{ kind: 'facts', rows },
		date.manageLink === null && date.orderCode !== ''
			? { kind: 'link', label: t(msg({ message: 'View event' })), url: event.url }
			: { kind: 'link', label: t(msg({ message: 'My tickets for this date' })), url: date.manageLink },
	];
}
