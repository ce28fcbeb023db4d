import { msg } from '#server/platform/messages.ts';
import {
	eventFacts,
	type MailEvent,
	ofEvent,
	sampleEvent,
	ticketButton,
	whenLines,
} from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';
import { type RuleWords, subjectOr, wordsBlocks } from '../messages/rule-text.ts';

export interface EventReminderProps {
	event: MailEvent;
	orderCode: string;
	ticketCount: number;
	/** To a guest with an address of their own, who has no link to the order. */
	isForGuest: boolean;
	/** Null where it is left out. */
	manageLink: string | null;
	/** Stops reminders to this mailbox. */
	unsubscribeLink: string | null;
	/** The address that mail programs call when the reader presses their own button (RFC 8058). */
	oneClickUrl: string | null;
	/** What the organiser adds. */
	words?: RuleWords | null;
}

/** The day before, or when the organiser says. */
export const eventReminder: MailTemplate<EventReminderProps> = {
	name: 'events/reminder',
	sample: {
		event: sampleEvent,
		orderCode: 'K7QX2',
		ticketCount: 2,
		isForGuest: false,
		manageLink: 'https://foyer.example/my-ticket/sample',
		unsubscribeLink: 'https://foyer.example/unsubscribe?token=sample',
		oneClickUrl: 'https://foyer.example/api/unsubscribe/sample',
	},
	render(props, mail) {
		const { event } = props;
		const { t } = mail;
		return {
			subject: subjectOr(
				t(msg({ message: 'Soon: {event}' }), { event: event.title }),
				props.words,
				props,
				mail,
			),
			preheader: [...whenLines(event, mail), event.venueName].filter(Boolean).join(', '),
			heading: t(msg({ message: 'See you soon at {event}' }), { event: event.title }),
			...ofEvent(event, mail),
			blocks: [
				...wordsBlocks(props.words, props, mail),
				{
					kind: 'text',
					text: t(
						props.isForGuest && props.manageLink !== null
							? msg({
									message:
										'{count, plural, one {Have your QR code ready.} other {Have your # QR codes ready.}}',
								})
							: props.isForGuest
								? msg({
										message:
											'{count, plural, one {Have your QR code ready.} other {Have your # QR codes ready.}} It’s in the email with your ticket, or ask who registered you.',
									})
								: msg({
										message:
											'{count, plural, one {Have your QR code ready.} other {Have your # QR codes ready.}} Can’t make it? Please cancel so someone else can have your spot.',
									}),
						{ count: props.ticketCount },
					),
				},
				eventFacts(event, mail, [{ label: t(msg({ message: 'Order' })), lines: [props.orderCode] }]),
				ticketButton(props, mail),
				{
					kind: 'link',
					label: t(msg({ message: 'Unsubscribe from reminders' })),
					url: props.unsubscribeLink,
				},
			],
			smallPrint: [t(msg({ message: 'You’re receiving this email because you registered for this event.' }))],
			...(props.oneClickUrl && {
				headers: {
					'List-Unsubscribe': `<${props.oneClickUrl}>`,
					'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
				},
			}),
		};
	},
};
