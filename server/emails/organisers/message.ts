import { msg } from '#server/platform/messages.ts';
import { oneLine, withoutLinks } from '../kit/escape.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface OrganiserMessageProps {
	organiser: string;
	name: string;
	email: string;
	message: string;
}

/** A message through the contact form of an organiser's page. */
export const organiserMessageMail: MailTemplate<OrganiserMessageProps> = {
	name: 'organisers/message',
	sample: {
		organiser: 'Analytical Society',
		name: 'Ada Lovelace',
		email: 'ada@example.org',
		message: 'Is there a step-free entrance?',
	},
	render: ({ organiser, name, email, message }, { t }) => ({
		subject: t(msg({ message: 'Message from {name}' }), { name }),
		preheader: withoutLinks(message.slice(0, 120)),
		heading: t(msg({ message: 'Message from {name}' }), { name }),
		blocks: [
			{ kind: 'facts', rows: [{ label: t(msg({ message: 'From' })), lines: [withoutLinks(name), email] }] },
			{ kind: 'quote', text: withoutLinks(message) },
		],
		smallPrint: [
			t(
				msg({
					message:
						'Someone wrote this through the contact form on the page of {organiser}. Reply to this email to answer.',
				}),
				{ organiser },
			),
		],
		headers: { 'Reply-To': oneLine(email, 254) },
	}),
};
