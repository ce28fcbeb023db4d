import { msg } from '#server/platform/messages.ts';
import type { Block, Fact } from './content.ts';
import type { MailContext } from './render-mail.ts';

/** Event details for mails. */
export interface MailEvent {
	title: string;
	startsAt: Date;
	endsAt: Date;
	/** IANA name; times are shown in it. */
	timeZone: string;
	isAllDay: boolean;
	venueName: string;
	/** As far as known; empty where not. */
	address: string;
	city: string;
	region: string;
	countryCode: string;
	/** For confirmed guests only; empty: none. */
	onlineUrl: string;
	organiserName: string;
	/** The event's page. */
	url: string;
	/** The event's hue, 0 to 360. */
	hue: number;
}

export const sampleEvent: MailEvent = {
	title: 'Evening of Small Machines',
	startsAt: new Date('2027-03-12T18:30:00Z'),
	endsAt: new Date('2027-03-12T21:00:00Z'),
	timeZone: 'Europe/Berlin',
	isAllDay: false,
	venueName: 'Old Pump House',
	address: 'Am Kanal 3',
	city: 'Berlin',
	region: '',
	countryCode: 'DE',
	onlineUrl: '',
	organiserName: 'Analytical Society',
	url: 'https://foyer.example/events/evening-of-small-machines',
	hue: 250,
};

/** When, with its zone: `Friday, March 12, 2027`, `7:30 – 10:00 PM UTC+1 (Berlin)`. */
export function whenLines(event: MailEvent, { formats }: MailContext): string[] {
	const { date, time } = formats.when(event);
	return time === '' ? [date] : [date, `${time} ${formats.zone(event.startsAt, event.timeZone)}`];
}

/** The place, as far as it is known. */
export function whereLines(event: MailEvent, { formats }: MailContext): string[] {
	const town = [event.city, event.region].filter(Boolean).join(', ');
	const country = event.countryCode && formats.country(event.countryCode);
	return [event.venueName, event.address, town, country].filter((line) => line.trim() !== '');
}

/** When, where and who, as every mail about an event begins. */
export function eventFacts(event: MailEvent, mail: MailContext, more: Fact[] = []): Block {
	const { t } = mail;
	const rows: Fact[] = [{ label: t(msg({ message: 'When' })), lines: whenLines(event, mail) }];
	const place = whereLines(event, mail);
	if (place.length > 0) rows.push({ label: t(msg({ message: 'Where' })), lines: place });
	if (event.onlineUrl !== '') {
		const isWeb = /^https?:\/\//.test(event.onlineUrl);
		rows.push({
			label: t(msg({ message: 'Online' })),
			lines: [isWeb ? t(msg({ message: 'Join online' })) : event.onlineUrl],
			...(isWeb && { url: event.onlineUrl }),
		});
	}
	rows.push({ label: t(msg({ message: 'Organised by' })), lines: [event.organiserName] });
	return { kind: 'facts', rows: [...rows, ...more] };
}

/** The sender's name of mails that an organiser's guests get. */
export function fromOrganiser(
	event: Pick<MailEvent, 'organiserName'>,
	{ t, productName }: MailContext,
): string {
	return t(msg({ message: '{organiser} via {productName}', comment: "Sender's name of a mail" }), {
		organiser: event.organiserName,
		productName,
	});
}

/** The colour and the sender's name of a mail about an event. */
export const ofEvent = (event: MailEvent, mail: MailContext) => ({
	hue: event.hue,
	fromName: fromOrganiser(event, mail),
});

/** The same for one of several texts that a mail may have; its heading stands in mailboxes too. */
export const headedBy = (
	texts: { subject: string; heading: string },
	event: MailEvent,
	mail: MailContext,
) => ({
	subject: texts.subject,
	preheader: texts.heading,
	heading: texts.heading,
	...ofEvent(event, mail),
});

/** The way to the tickets; a guest of somebody else's order has none and is led to the event, unless the ticket was transferred to them. */
export function ticketButton(
	props: { event: MailEvent; isForGuest: boolean; manageLink: string | null; ticketCount?: number },
	{ t }: MailContext,
): Block {
	return props.isForGuest && props.manageLink === null
		? { kind: 'button', label: t(msg({ message: 'View event' })), url: props.event.url }
		: {
				kind: 'button',
				label: t(msg({ message: '{count, plural, one {My ticket} other {My tickets}}' }), {
					count: props.ticketCount ?? 2,
				}),
				url: props.manageLink,
			};
}

/** The calendar entry as an attachment; none where it is empty. */
export const calendarFile = (method: 'PUBLISH' | 'CANCEL', calendar: string) =>
	calendar === ''
		? []
		: [
				{
					filename: method === 'CANCEL' ? 'cancelled.ics' : 'event.ics',
					contentType: `text/calendar; charset=utf-8; method=${method}`,
					content: calendar,
				},
			];
