import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface GoalReachedProps {
	event: string;
	goalMinor: number;
	currency: string;
	fundraiserLink: string;
	settingsLink: string;
}

/** A fundraiser has raised its goal: sent once for each goal. */
export const goalReachedMail: MailTemplate<GoalReachedProps> = {
	name: 'organisers/goal-reached',
	sample: {
		event: 'Evening of Small Machines',
		goalMinor: 500_000,
		currency: 'EUR',
		fundraiserLink: 'https://foyer.example/events/evening/fundraiser',
		settingsLink: 'https://foyer.example/settings/notifications',
	},
	render({ event, goalMinor, currency, fundraiserLink, settingsLink }, { t, formats }) {
		const values = { event, goal: formats.money(goalMinor, currency) };
		return {
			subject: t(msg({ message: '{event} has reached its goal of {goal}' }), values),
			preheader: t(msg({ message: 'Thank your donors with an update, or set a higher goal.' })),
			heading: t(msg({ message: '{event} has reached its goal' }), values),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'Your fundraiser has raised {goal}. Donations still come in until you close it. Thank your donors with an update, or set a higher goal.',
						}),
						values,
					),
				},
				{ kind: 'button', label: t(msg({ message: 'View fundraiser' })), url: fundraiserLink },
				{ kind: 'link', label: t(msg({ message: 'Manage email notifications' })), url: settingsLink },
			],
			smallPrint: [t(msg({ message: 'You get this email because you see the money of {event}.' }), values)],
		};
	},
};
