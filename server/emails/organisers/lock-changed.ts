import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface LockChangedProps {
	name: string;
	isLocked: boolean;
	reason: string;
	/** Where to answer, or where to go on. */
	actionUrl: string;
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
	render: ({ name, isLocked, reason, actionUrl }, { t, productName }) => ({
		subject: isLocked
			? t(msg({ message: '{name} was locked' }), { name })
			: t(msg({ message: '{name} was unlocked' }), { name }),
		preheader: reason,
		heading: name,
		blocks: [
			{
				kind: 'text' as const,
				text: isLocked
					? t(
							msg({
								message:
									'An administrator locked your organisation. Its event pages and registration are closed, and you can’t publish events. Tickets already issued stay valid, and check-in still works.',
							}),
						)
					: t(
							msg({
								message:
									'An administrator unlocked your organisation. Its event pages and registration are open again.',
							}),
						),
			},
			...(reason === '' ? [] : [{ kind: 'quote' as const, text: reason }]),
			{
				kind: 'button' as const,
				label: isLocked ? t(msg({ message: 'Contact us' })) : t(msg({ message: 'Open the dashboard' })),
				url: actionUrl,
			},
		],
		smallPrint: [
			t(msg({ message: 'You get this email because you own {name} on {productName}.' }), {
				name,
				productName,
			}),
		],
	}),
};
