import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface RegistrationsProps {
	events: { title: string; guests: number; url: string }[];
	dashboardLink: string;
	settingsLink: string;
}

export const registrations: MailTemplate<RegistrationsProps> = {
	name: 'organisers/registrations',
	sample: {
		events: [
			{ title: 'Summer party', guests: 12, url: 'https://foyer.example/events/summer-party/overview' },
			{ title: 'Winter party', guests: 1, url: 'https://foyer.example/events/winter-party/overview' },
		],
		dashboardLink: 'https://foyer.example/dashboard',
		settingsLink: 'https://foyer.example/settings/notifications',
	},
	render({ events, dashboardLink, settingsLink }, { t }) {
		const guests = events.reduce((sum, event) => sum + event.guests, 0);
		return {
			subject: t(
				msg({ message: '{guests, plural, one {One new guest} other {# new guests}} since yesterday' }),
				{
					guests,
				},
			),
			preheader: events.map(({ title }) => title).join(', '),
			heading: t(msg({ message: 'New registrations since yesterday' })),
			blocks: [
				{
					kind: 'facts',
					rows: events.map(({ title, guests: count, url }) => ({
						label: title,
						lines: [t(msg({ message: '{count, plural, one {one guest} other {# guests}}' }), { count })],
						url,
					})),
				},
				{ kind: 'button', label: t(msg({ message: 'Open the dashboard' })), url: dashboardLink },
				{ kind: 'link', label: t(msg({ message: 'Manage email notifications' })), url: settingsLink },
			],
			smallPrint: [t(msg({ message: 'You turned on this daily summary in your settings.' }))],
		};
	},
};
