import { msg } from '#server/platform/messages.ts';
import type { MessageCategory } from '#shared/rules/messages/messages.ts';
import type { Block } from '../kit/content.ts';
import { oneLine } from '../kit/escape.ts';
import {
	type MailEvent,
	ofEvent,
	sampleEvent,
	ticketButton,
	whenLines,
	whereLines,
} from '../kit/event-facts.ts';
import { proseText } from '../kit/prose.ts';
import type { MailContext, MailTemplate } from '../kit/render-mail.ts';
import { placeholderValues } from './placeholder-values.ts';
import { fillLine, proseBlock } from './prose.ts';

export interface GuestMessageProps {
	event: MailEvent;
	category: MessageCategory;
	/** One line with placeholders. */
	subject: string;
	/** Markdown with placeholders. */
	body: string;
	/** Of the reader; empty: not known. */
	name: string;
	/** To a guest with an address of their own, who has no link to the order. */
	isForGuest: boolean;
	ticketCount: number;
	/** The page of their tickets; null where it is left out, or they have none. */
	manageLink: string | null;
	/** Stops messages of this organisation of this category. */
	unsubscribeLink: string | null;
	/** The address that mail programs call when the reader presses their own button (RFC 8058). */
	oneClickUrl: string | null;
	/** Where replies go, where the organisation has no address for them. */
	replyTo: { name: string; address: string } | null;
}

const sample: GuestMessageProps = {
	event: sampleEvent,
	category: 'service',
	subject: 'Parking at {event_title}',
	body: 'Hello {first_name},\n\nthe yard is **closed** on {event_date}. Park at [the station](https://station.example/parking), or see {ticket_link}.\n\n- Doors open at 7\n- Bring a jacket\n\n{organiser}',
	name: 'Grace Hopper',
	isForGuest: false,
	ticketCount: 2,
	manageLink: 'https://foyer.example/my-ticket/sample',
	unsubscribeLink: 'https://foyer.example/unsubscribe?token=sample',
	oneClickUrl: 'https://foyer.example/api/unsubscribe/sample',
	replyTo: null,
};

function smallPrint({ event, category }: GuestMessageProps, { t }: MailContext): string {
	const values = { event: event.title, organiser: event.organiserName };
	return category === 'service'
		? t(
				msg({
					message:
						'You’re receiving this message of {organiser} because you have a ticket for {event}. Emails about your tickets and changes of the event come in any case.',
				}),
				values,
			)
		: t(
				msg({
					message:
						'You’re receiving this message because you follow {organiser} and have a ticket for {event}. Emails about your tickets and changes of the event come in any case.',
				}),
				values,
			);
}

function unsubscribe({ event, category, unsubscribeLink }: GuestMessageProps, { t }: MailContext): Block {
	const values = { organiser: event.organiserName };
	const label =
		category === 'service'
			? t(msg({ message: 'Unsubscribe from messages of {organiser}' }), values)
			: t(msg({ message: 'Unsubscribe from news of {organiser}' }), values);
	return { kind: 'link', label, url: unsubscribeLink };
}

/** @param isTest to the member who writes it: without unsubscribing */
function render(props: GuestMessageProps, mail: MailContext, isTest = false) {
	const { event, oneClickUrl, replyTo } = props;
	const { t } = mail;
	const values = placeholderValues(props, mail);
	const prose = proseBlock(props.body, values);
	const subject = fillLine(props.subject, values);
	const where = whereLines(event, mail);
	const begin =
		prose.kind === 'prose' ? oneLine(proseText(prose.nodes.slice(0, 3), { leftOut: '' }), 160) : '';
	return {
		subject: isTest
			? t(msg({ message: '[Test] {subject}', comment: 'Subject of an email that its writer tries out' }), {
					subject,
				})
			: subject,
		preheader: begin,
		heading: subject,
		...ofEvent(event, mail),
		...(replyTo && { replyTo }),
		blocks: [
			prose,
			{
				kind: 'facts' as const,
				rows: [
					{ label: t(msg({ message: 'Event' })), lines: [event.title] },
					{ label: t(msg({ message: 'When' })), lines: whenLines(event, mail) },
					...(where.length > 0 ? [{ label: t(msg({ message: 'Where' })), lines: where }] : []),
				],
			},
			ticketButton(props, mail),
			...(isTest ? [] : [unsubscribe(props, mail)]),
		],
		smallPrint: isTest
			? [
					t(
						msg({
							message:
								'This is a test, sent to you alone. The links to tickets in it lead to the page of the event.',
						}),
					),
				]
			: [smallPrint(props, mail)],
		...(oneClickUrl &&
			!isTest && {
				headers: {
					'List-Unsubscribe': `<${oneClickUrl}>`,
					'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
				},
			}),
	};
}

/** A message about a ticket that its reader holds. */
export const serviceMessage: MailTemplate<GuestMessageProps> = {
	name: 'messages/service',
	sample,
	render: (props, mail) => render(props, mail),
};

/** A message to those of the guests who follow the organiser. */
export const marketingMessage: MailTemplate<GuestMessageProps> = {
	name: 'messages/marketing',
	sample: { ...sample, category: 'marketing' },
	render: (props, mail) => render(props, mail),
};

/** A message to the member who writes it, as one of its recipients would read it. */
export const testMessage: MailTemplate<GuestMessageProps> = {
	name: 'messages/test',
	sample: { ...sample, unsubscribeLink: null, oneClickUrl: null },
	render: (props, mail) => render(props, mail, true),
};
