import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/write-mail.ts';

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
		reason: 'Somebody else says that these events are theirs.',
		actionUrl: 'https://foyer.example/contact',
	},
	write: ({ name, isLocked, reason, actionUrl }, { t, productName }) => ({
		subject: isLocked
			? t(msg({ message: '{name} was locked' }), { name })
			: t(msg({ message: '{name} is open again' }), { name }),
		preheader: reason,
		heading: name,
		blocks: [
			{
				kind: 'text' as const,
				text: isLocked
					? t(
							msg({
								message:
									'An administrator locked your organisation. The pages of its events and their registration are closed, and none can be published. Tickets that were issued stay valid, and check-in goes on.',
							}),
						)
					: t(
							msg({
								message:
									'An administrator unlocked your organisation. Its events can be seen and booked again as before.',
							}),
						),
			},
			...(reason === '' ? [] : [{ kind: 'quote' as const, text: reason }]),
			{
				kind: 'button' as const,
				label: isLocked ? t(msg({ message: 'Answer' })) : t(msg({ message: 'Open the dashboard' })),
				url: actionUrl,
			},
		],
		smallPrint: [
			t(msg({ message: 'You get this mail because you own {name} on {productName}.' }), {
				name,
				productName,
			}),
		],
	}),
};
