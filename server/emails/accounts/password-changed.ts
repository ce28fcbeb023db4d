import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/write-mail.ts';

export interface PasswordChangedProps {
	forgotLink: string;
}

export const passwordChanged: MailTemplate<PasswordChangedProps> = {
	name: 'accounts/password-changed',
	sample: { forgotLink: 'https://foyer.example/forgot-password' },
	write: ({ forgotLink }, { t, productName }) => ({
		subject: t(msg({ message: 'Your password for {productName} was changed' }), { productName }),
		preheader: t(msg({ message: 'You are signed out everywhere else.' })),
		heading: t(msg({ message: 'Your password was changed' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'The password of your account was just changed, and you were signed out everywhere else. If that was you, all is well.',
					}),
				),
			},
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'If it was not you, somebody can read your mails: change the password of your mailbox first, then choose a new one here.',
					}),
				),
			},
			{ kind: 'button', label: t(msg({ message: 'It was not me' })), url: forgotLink },
		],
		smallPrint: [
			t(msg({ message: 'This mail goes to the owner of the account after every change of its password.' })),
		],
	}),
};
