import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/render-mail.ts';
import { type DecisionProps, decisionMail } from './decision-mail.ts';

export interface LockChangedProps extends DecisionProps {
	isLocked: boolean;
}

/** To the owners of an organisation that an administrator locked or unlocked. */
export const lockChanged: MailTemplate<LockChangedProps> = {
	name: 'organisers/lock-changed',
	sample: {
		name: 'Small Machines e.V.',
		isLocked: true,
		reason: 'Someone else reports that these events are theirs.',
		actionUrl: 'https://foyer.example/contact',
	},
	render: ({ isLocked, ...props }, mail) => {
		const { t } = mail;
		const { name } = props;
		return decisionMail(
			props,
			mail,
			isLocked
				? {
						subject: t(msg({ message: '{name} was locked' }), { name }),
						text: t(
							msg({
								message:
									'An administrator locked your organisation. Its event pages and registration are closed, and you can’t publish events. Tickets already issued stay valid, and check-in still works.',
							}),
						),
						label: t(msg({ message: 'Contact us' })),
					}
				: {
						subject: t(msg({ message: '{name} was unlocked' }), { name }),
						text: t(
							msg({
								message:
									'An administrator unlocked your organisation. Its event pages and registration are open again.',
							}),
						),
						label: t(msg({ message: 'Open the dashboard' })),
					},
		);
	},
};
