import { msg } from '#server/platform/messages.ts';
import { eventFacts, headedBy, type MailEvent, sampleEvent } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface WaitlistEntryProps {
	event: MailEvent;
	change: 'joined' | 'lapsed' | 'removed' | 'closed';
	/** Any of these ticket types would do. */
	types: string[];
	party: number;
	/** 1 is next; null: it does not wait. */
	position: number | null;
	/** After an offer that lapsed: whether they can go on waiting. */
	canKeep: boolean;
	/** Their page; null where it is left out. */
	link: string | null;
}

/** Tells somebody how their entry in a waitlist stands. */
export const waitlistEntryMail: MailTemplate<WaitlistEntryProps> = {
	name: 'waitlist/entry',
	sample: {
		event: sampleEvent,
		change: 'joined',
		types: ['Standard'],
		party: 2,
		position: 3,
		canKeep: false,
		link: 'https://foyer.example/waitlist/sample',
	},
	render({ event, change, types, party, position, canKeep, link }, mail) {
		const { t, formats } = mail;
		const values = { event: event.title, position: position === null ? '' : formats.number(position) };
		const allTexts = {
			joined: {
				subject: t(msg({ message: 'You’re on the waitlist: {event}' }), values),
				heading: t(msg({ message: 'You’re on the waitlist' })),
				text: t(
					msg({
						message:
							'When tickets for {event} become available, we hold them for you and email you. You then have some time to get them.',
					}),
					values,
				),
			},
			lapsed: {
				subject: t(msg({ message: 'Your tickets are no longer held: {event}' }), values),
				heading: t(msg({ message: 'Your offer has ended' })),
				text: canKeep
					? t(
							msg({
								message:
									'The tickets for {event} that we held for you went to the next in line. Do you still want to come? Then stay on the waitlist.',
							}),
							values,
						)
					: t(
							msg({
								message:
									'The tickets for {event} that we held for you went to the next in line, and you’re no longer on the waitlist.',
							}),
							values,
						),
			},
			removed: {
				subject: t(msg({ message: 'You’re no longer on the waitlist: {event}' }), values),
				heading: t(msg({ message: 'You’re no longer on the waitlist' })),
				text: t(msg({ message: 'The organiser of {event} removed you from its waitlist.' }), values),
			},
			closed: {
				subject: t(msg({ message: 'The waitlist is closed: {event}' }), values),
				heading: t(msg({ message: 'The waitlist is closed' })),
				text: t(msg({ message: 'No more tickets for {event} are offered through its waitlist.' }), values),
			},
		};
		const texts = allTexts[change] ?? allTexts.joined;
		return {
			...headedBy(texts, event, mail),
			blocks: [
				{ kind: 'text', text: texts.text },
				eventFacts({ ...event, onlineUrl: '' }, mail, [
					{
						label: t(msg({ message: 'Waiting for' })),
						lines: [`${formats.number(party)} × ${types.join(' / ')}`],
					},
					...(values.position === ''
						? []
						: [{ label: t(msg({ message: 'Position' })), lines: [values.position] }]),
				]),
				...(change === 'joined'
					? [
							{
								kind: 'button' as const,
								label: t(msg({ message: 'View my place in line' })),
								url: link,
							},
						]
					: []),
				...(change === 'lapsed' && canKeep
					? [{ kind: 'button' as const, label: t(msg({ message: 'Stay on the waitlist' })), url: link }]
					: []),
			],
			smallPrint:
				change === 'joined'
					? [
							t(
								msg({
									message:
										'Don’t want to wait any more, or didn’t join? Leave the waitlist on that page. Don’t share the link: anyone who has it can take your tickets.',
								}),
							),
						]
					: [],
		};
	},
};
