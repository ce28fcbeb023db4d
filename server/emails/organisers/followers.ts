import { msg } from '#server/platform/messages.ts';
import { type MailEvent, sampleEvent, whenLines } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface FollowConfirmProps {
	organiser: string;
	/** Where it was agreed to, as an answer; null: on the organiser’s page. */
	event: string | null;
	/** Null where it is left out. */
	confirmLink: string | null;
}

/** Asks an address whether it wants email about new events. */
export const followConfirm: MailTemplate<FollowConfirmProps> = {
	name: 'organisers/follow-confirm',
	sample: {
		organiser: 'Analytical Society',
		event: null,
		confirmLink: 'https://foyer.example/followers/sample',
	},
	render({ organiser, event, confirmLink }, { t }) {
		const question = t(
			event === null
				? msg({ message: 'Follow {organiser}?' })
				: msg({ message: 'Get news from {organiser}?' }),
			{ organiser },
		);
		return {
			subject: question,
			preheader: t(
				event === null
					? msg({ message: 'Confirm that you want email about new events.' })
					: msg({ message: 'Confirm that you want news by email.' }),
			),
			heading: question,
			blocks: [
				{
					kind: 'text',
					text:
						event === null
							? t(
									msg({
										message:
											'Confirm that you want email about new events. You get at most one a day, and can stop at any time.',
									}),
								)
							: t(
									msg({
										message:
											'You agreed when you registered for {event}. Confirm that you want news from {organiser} by email. You can stop at any time.',
									}),
									{ event, organiser },
								),
				},
				{ kind: 'button', label: t(msg({ message: 'Confirm' })), url: confirmLink },
			],
			smallPrint: [
				event === null
					? t(
							msg({
								message:
									'You received this email because someone entered your address. If you do nothing, you get no more of them.',
							}),
						)
					: t(
							msg({
								message:
									'You received this email because your address was given when registering. If you do nothing, you get no news.',
							}),
						),
			],
		};
	},
};

export interface NewEventProps {
	organiser: string;
	events: MailEvent[];
	/** Where the follower leaves. Null where it is left out. */
	leaveLink: string | null;
	/** The address that mail programs call when the reader presses their own button (RFC 8058). */
	oneClickUrl: string | null;
}

/** New events of an organiser, to those who follow. */
export const newEventMail: MailTemplate<NewEventProps> = {
	name: 'organisers/new-event',
	sample: {
		organiser: 'Analytical Society',
		events: [sampleEvent],
		leaveLink: 'https://foyer.example/followers/sample',
		oneClickUrl: 'https://foyer.example/api/followers/sample/leave',
	},
	render({ organiser, events, leaveLink, oneClickUrl }, mail) {
		const { t } = mail;
		const count = events.length;
		const [first] = events;
		return {
			subject: t(
				msg({ message: '{count, plural, one {{organiser}: {event}} other {{organiser}: # new events}}' }),
				{
					count,
					organiser,
					event: first?.title ?? '',
				},
			),
			preheader: events.map(({ title }) => title).join(', '),
			heading: t(
				msg({ message: '{count, plural, one {New from {organiser}} other {# new events from {organiser}}}' }),
				{ count, organiser },
			),
			...(first && { hue: first.hue }),
			blocks: [
				...events.flatMap((event) => [
					{
						kind: 'facts' as const,
						rows: [
							{ label: t(msg({ message: 'Event' })), lines: [event.title] },
							{ label: t(msg({ message: 'When' })), lines: whenLines(event, mail) },
							...([event.venueName, event.city].some(Boolean)
								? [
										{
											label: t(msg({ message: 'Where' })),
											lines: [[event.venueName, event.city].filter(Boolean).join(', ')],
										},
									]
								: []),
						],
					},
					{ kind: 'button' as const, label: t(msg({ message: 'View event' })), url: event.url },
				]),
				{ kind: 'link', label: t(msg({ message: 'Stop following' })), url: leaveLink },
			],
			smallPrint: [
				t(msg({ message: 'You’re receiving this email because you follow {organiser}.' }), { organiser }),
			],
			...(oneClickUrl && {
				headers: {
					'List-Unsubscribe': `<${oneClickUrl}>`,
					'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
				},
			}),
		};
	},
};
