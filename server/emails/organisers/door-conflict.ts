import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/write-mail.ts';

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
	write: ({ event, link, settingsLink }, { t }) => ({
		subject: t(msg({ message: 'A ticket was let in twice at {event}' }), { event }),
		preheader: t(msg({ message: 'Two devices let in the same ticket.' })),
		heading: t(msg({ message: 'A ticket was let in twice' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'At {event}, two devices let in the same ticket, most likely while one of them had no network. Have a look at it and settle it.',
					}),
					{ event },
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Look at the door' })), url: link },
			{ kind: 'link', label: t(msg({ message: 'Choose which mails you get' })), url: settingsLink },
		],
		smallPrint: [t(msg({ message: 'You get this mail at most once an hour, since you run this event.' }))],
	}),
};
