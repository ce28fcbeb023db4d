import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

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
	render: ({ title, isTakenDown, reason, contactUrl }, { t, productName }) => ({
		subject: isTakenDown
			? t(msg({ message: '{title} was taken down' }), { title })
			: t(msg({ message: '{title} was removed from event listings' }), { title }),
		preheader: reason,
		heading: title,
		blocks: [
			{
				kind: 'text',
				text: isTakenDown
					? t(
							msg({
								message:
									'An administrator took down your event page and closed registration. Existing tickets are still valid.',
							}),
						)
					: t(
							msg({
								message:
									'An administrator removed your event from public listings. Its page still works for anyone with the link.',
							}),
						),
			},
			{ kind: 'quote', text: reason },
			{ kind: 'button', label: t(msg({ message: 'Contact us' })), url: contactUrl },
		],
		smallPrint: [
			t(
				msg({
					message: 'You’re receiving this email because you own this event’s organisation on {productName}.',
				}),
				{
					productName,
				},
			),
		],
	}),
};
