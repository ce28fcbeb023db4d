import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface DoorConflictProps {
	event: string;
	link: string;
	settingsLink: string;
}

export const doorConflict: MailTemplate<DoorConflictProps> = {
	name: 'organisers/door-conflict',
	sample: {
		event: 'Summer party',
		link: 'https://foyer.example/events/summer-party/door',
		settingsLink: 'https://foyer.example/settings/notifications',
	},
	render: ({ event, link, settingsLink }, { t }) => ({
		subject: t(msg({ message: 'A ticket was checked in twice at {event}' }), { event }),
		preheader: t(msg({ message: 'Two devices checked in the same ticket.' })),
		heading: t(msg({ message: 'A ticket was checked in twice' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'Two devices checked in the same ticket at {event}, most likely while one of them was offline. Review it and mark it as resolved.',
					}),
					{ event },
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Review conflict' })), url: link },
			{ kind: 'link', label: t(msg({ message: 'Manage email notifications' })), url: settingsLink },
		],
		smallPrint: [t(msg({ message: 'You get this email because you run this event, at most once an hour.' }))],
	}),
};
