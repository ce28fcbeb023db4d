import { msg } from '#server/platform/messages.ts';
import { withoutLinks } from '../kit/escape.ts';
import { type MailEvent, sampleEvent, whenLines } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface StaffLinkSharedProps {
	event: MailEvent;
	/** The organiser’s name for the link. */
	label: string;
	gate: string;
	/** What whoever shared it wrote. */
	note: string;
	hasPin: boolean;
	/** Null where it is left out. */
	accessLink: string | null;
	shortCode: string | null;
}

/** A staff link, for the person who checks guests in. The PIN is sent by other means. */
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
	render(props, mail) {
		const { event } = props;
		const { t } = mail;
		return {
			subject: t(msg({ message: 'Check-in access for {event}' }), { event: event.title }),
			preheader: [props.label, ...whenLines(event, mail)].join(', '),
			heading: t(msg({ message: 'You’re on check-in for {event}' }), { event: event.title }),
			hue: event.hue,
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'Open this on the phone you’ll scan with. No account needed. Open it once with a good connection, and it works offline.',
						}),
					),
				},
				...(props.note ? [{ kind: 'quote' as const, text: withoutLinks(props.note) }] : []),
				{
					kind: 'facts',
					rows: [
						{ label: t(msg({ message: 'When' })), lines: whenLines(event, mail) },
						...(event.venueName ? [{ label: t(msg({ message: 'Where' })), lines: [event.venueName] }] : []),
						{
							label: t(msg({ message: 'Your gate' })),
							lines: [props.label, props.gate].filter((line) => line !== ''),
						},
						...(props.shortCode
							? [{ label: t(msg({ message: 'Access code' })), lines: [props.shortCode] }]
							: []),
					],
				},
				{ kind: 'button', label: t(msg({ message: 'Start scanning' })), url: props.accessLink },
				...(props.hasPin
					? [
							{
								kind: 'note' as const,
								text: t(msg({ message: 'You’ll need a PIN. Ask the organiser for it.' })),
							},
						]
					: []),
			],
			smallPrint: [
				t(
					msg({
						message:
							'You received this email because an organiser entered your address. Don’t share the link: anyone who has it can check guests in.',
					}),
				),
			],
		};
	},
};
