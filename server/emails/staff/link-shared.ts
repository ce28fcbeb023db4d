import { msg } from '#server/platform/messages.ts';
import { withoutLinks } from '../kit/escape.ts';
import { type MailEvent, sampleEvent, whenLines } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/write-mail.ts';

export interface StaffLinkSharedProps {
	event: MailEvent;
	/** What the organiser called the link. */
	label: string;
	gate: string;
	/** What whoever shared it wrote. */
	note: string;
	hasPin: boolean;
	/** Null where it is left out. */
	accessLink: string | null;
	shortCode: string | null;
}

/** The way to the door, for somebody who will stand at it. The PIN is told by other means. */
export const staffLinkShared: MailTemplate<StaffLinkSharedProps> = {
	name: 'staff/link-shared',
	sample: {
		event: sampleEvent,
		label: 'North gate',
		gate: 'North',
		note: 'Please be there at six.',
		hasPin: true,
		accessLink: 'https://foyer.example/staff-access/7KQX2MNP',
		shortCode: '7KQX2MNP',
	},
	write(props, desk) {
		const { event } = props;
		const { t } = desk;
		return {
			subject: t(msg({ message: 'Your way to the door: {event}' }), { event: event.title }),
			preheader: [props.label, ...whenLines(event, desk)].join(', '),
			heading: t(msg({ message: 'You are at the door of {event}' }), { event: event.title }),
			hue: event.hue,
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'Open this on the phone that you will scan with. You need no account. Get it ready where the network is good: it then works without one.',
						}),
					),
				},
				...(props.note ? [{ kind: 'quote' as const, text: withoutLinks(props.note) }] : []),
				{
					kind: 'facts',
					rows: [
						{ label: t(msg({ message: 'When' })), lines: whenLines(event, desk) },
						...(event.venueName ? [{ label: t(msg({ message: 'Where' })), lines: [event.venueName] }] : []),
						{
							label: t(msg({ message: 'Your place' })),
							lines: [props.label, props.gate].filter((line) => line !== ''),
						},
						...(props.shortCode
							? [{ label: t(msg({ message: 'Code to type' })), lines: [props.shortCode] }]
							: []),
					],
				},
				{ kind: 'button', label: t(msg({ message: 'Open the scanner' })), url: props.accessLink },
				...(props.hasPin
					? [
							{
								kind: 'note' as const,
								text: t(msg({ message: 'You will be asked for a PIN. The organiser tells it to you.' })),
							},
						]
					: []),
			],
			smallPrint: [
				t(
					msg({
						message:
							'You get this mail because an organiser gave your address. Do not pass the link on: whoever has it can check guests in.',
					}),
				),
			],
		};
	},
};
