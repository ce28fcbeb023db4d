import { msg } from '#server/platform/messages.ts';
import { formatTicketCode } from '#shared/rules/ticket-code.ts';
import type { Block } from '../kit/content.ts';
import { calendarFile, type MailEvent, ofEvent, sampleEvent, whenLines } from '../kit/event-facts.ts';
import { ticketQrPng } from '../kit/qr.ts';
import type { MailTemplate } from '../kit/render-mail.ts';
import { type RuleWords, wordsBlocks } from '../messages/rule-text.ts';

/** One date of a booking. */
export interface MailDate {
	event: MailEvent;
	orderCode: string;
	/** Texts of the QR are null where they are left out. */
	tickets: { name: string; type: string; code: string | null }[];
}

export interface DatesProps {
	state: 'booked' | 'cancelled';
	/** In their order; at least one. */
	dates: MailDate[];
	/** "My ticket" of each date; null where they are left out. */
	manageLinks: string[] | null;
	/** The .ics file of the first five dates; the page of each date has its own. */
	calendars: string[];
	/** What the organiser adds for the series; `{event_date}` and `{ticket_link}` are those of the first date. */
	words?: RuleWords | null;
}

/** More pictures than this make a mail that mailboxes cut; the others are on the page of each date. */
const maxPictures = 10;
/** Dates that a mail lists. */
const maxDates = 60;

export const orderDates: MailTemplate<DatesProps> = {
	name: 'orders/dates',
	sample: {
		state: 'booked',
		dates: [
			{
				event: sampleEvent,
				orderCode: 'K7QX2',
				tickets: [{ name: 'Ada Lovelace', type: 'Standard', code: '3QSX8H2K4M6N7P9R0T1V5W2YZA' }],
			},
		],
		manageLinks: ['https://foyer.example/my-ticket/sample'],
		calendars: ['BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'],
	},
	render({ state, dates, manageLinks, calendars, words }, mail) {
		const { t } = mail;
		const [first] = dates as [MailDate];
		const values = { count: dates.length, event: first.event.title };
		const isBooked = state === 'booked';
		const attachments = [];
		const blocks: Block[] = [];
		let pictures = 0;
		for (const [index, { event, orderCode, tickets }] of dates.slice(0, maxDates).entries()) {
			blocks.push({
				kind: 'facts',
				rows: [
					{ label: t(msg({ message: 'When' })), lines: whenLines(event, mail) },
					{ label: t(msg({ message: 'Order' })), lines: [orderCode] },
				],
			});
			if (!isBooked) continue;
			for (const ticket of tickets) {
				if (ticket.code === null || pictures >= maxPictures) continue;
				pictures += 1;
				const { png, pixels } = ticketQrPng(ticket.code);
				const contentId = `ticket-${pictures}@foyer`;
				attachments.push({
					filename: `ticket-${pictures}.png`,
					contentType: 'image/png',
					content: png,
					contentId,
				});
				blocks.push({
					kind: 'ticket',
					...{ name: ticket.name, type: ticket.type, contentId, pixels },
					alt: t(msg({ message: 'QR code of the ticket' })),
					code: formatTicketCode(ticket.code),
				});
			}
			blocks.push({
				kind: 'link',
				label: t(msg({ message: 'My ticket for this date' })),
				url: manageLinks?.[index] ?? null,
			});
		}
		for (const calendar of calendars)
			attachments.push(...calendarFile(isBooked ? 'PUBLISH' : 'CANCEL', calendar));
		return {
			subject: isBooked
				? t(
						msg({ message: '{count, plural, one {Your ticket} other {Your tickets for # dates}}: {event}' }),
						values,
					)
				: t(msg({ message: '{count, plural, one {Cancelled} other {# dates cancelled}}: {event}' }), values),
			preheader: whenLines(first.event, mail).join(', '),
			heading: isBooked
				? t(msg({ message: 'See you at {event}' }), values)
				: t(msg({ message: 'Your dates are cancelled' })),
			...ofEvent(first.event, mail),
			blocks: [
				...wordsBlocks(words, { event: first.event, manageLink: manageLinks?.[0] ?? null }, mail),
				{
					kind: 'text',
					text: isBooked
						? t(
								msg({
									message:
										'{count, plural, one {You’re registered for one date.} other {You’re registered for # dates. Each date has its own ticket: show its QR code at the door.}}',
								}),
								values,
							)
						: t(
								msg({
									message:
										'{count, plural, one {You cancelled your registration for one date.} other {You cancelled your registration for # dates.}}',
								}),
								values,
							),
				},
				...blocks,
			],
			smallPrint: isBooked
				? [
						t(
							msg({
								message:
									'Open a date to see all of its tickets, add it to your calendar or cancel. Don’t share this email: anyone with the codes can get in.',
							}),
						),
					]
				: [],
			attachments,
		};
	},
};
