import { msg } from '#server/platform/messages.ts';
import { oneLine } from '../kit/escape.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface ContactMessageProps {
	name: string;
	email: string;
	topic: string;
	message: string;
	adminLink: string;
}

export const contactMessageMail: MailTemplate<ContactMessageProps> = {
	name: 'support/contact-message',
	sample: {
		name: 'Ada Lovelace',
		email: 'ada@example.org',
		topic: 'question',
		message: 'Can I hold an event in two towns at once?',
		adminLink: 'https://foyer.example/admin/messages',
	},
	render: ({ name, email, topic, message, adminLink }, { t, productName }) => ({
		subject: t(msg({ message: 'Message from {name}' }), { name }),
		preheader: message.slice(0, 120),
		heading: t(msg({ message: 'Message from {name}' }), { name }),
		blocks: [
			{
				kind: 'facts',
				rows: [
					{ label: t(msg({ message: 'From' })), lines: [name, email] },
					{ label: t(msg({ message: 'Subject' })), lines: [topic] },
				],
			},
			{ kind: 'quote', text: message },
			{ kind: 'button', label: t(msg({ message: 'View all messages' })), url: adminLink },
		],
		smallPrint: [
			t(
				msg({
					message: 'This was sent through the contact form of {productName}. Reply to this email to answer.',
				}),
				{ productName },
			),
		],
		headers: { 'Reply-To': oneLine(email, 254) },
	}),
};
