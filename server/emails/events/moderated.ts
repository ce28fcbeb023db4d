import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/write-mail.ts';

export interface EventModeratedProps {
	title: string;
	isTakenDown: boolean;
	reason: string;
	contactUrl: string;
}

export const eventModerated: MailTemplate<EventModeratedProps> = {
	name: 'events/moderated',
	sample: {
		title: 'Evening of Small Machines',
		isTakenDown: true,
		reason: 'The place on the page does not exist.',
		contactUrl: 'https://foyer.example/contact',
	},
	write: ({ title, isTakenDown, reason, contactUrl }, { t, productName }) => ({
		subject: isTakenDown
			? t(msg({ message: '{title} was taken down' }), { title })
			: t(msg({ message: '{title} was taken out of the lists' }), { title }),
		preheader: reason,
		heading: title,
		blocks: [
			{
				kind: 'text',
				text: isTakenDown
					? t(
							msg({
								message:
									'An administrator closed the page of your event and its registration. Tickets that were issued stay valid.',
							}),
						)
					: t(
							msg({
								message:
									'An administrator took your event out of the public lists. Its page stays reachable by link.',
							}),
						),
			},
			{ kind: 'quote', text: reason },
			{ kind: 'button', label: t(msg({ message: 'Answer' })), url: contactUrl },
		],
		smallPrint: [
			t(
				msg({
					message: 'You get this mail because you own the organisation of this event on {productName}.',
				}),
				{
					productName,
				},
			),
		],
	}),
};
