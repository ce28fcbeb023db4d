import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface PasswordChangedProps {
	forgotLink: string;
}

export const passwordChanged: MailTemplate<PasswordChangedProps> = {
	name: 'accounts/password-changed',
	sample: { forgotLink: 'https://foyer.example/forgot-password' },
	render: ({ forgotLink }, { t, productName }) => ({
		subject: t(msg({ message: 'Your password for {productName} was changed' }), { productName }),
		preheader: t(msg({ message: 'You’re logged out on all other devices.' })),
		heading: t(msg({ message: 'Your password was changed' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'Your password was just changed, and you’re logged out on all other devices. If this was you, you’re all set.',
					}),
				),
			},
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'If it wasn’t you, someone may be able to read your email: change the password of your inbox first, then set a new one here.',
					}),
				),
			},
			{ kind: 'button', label: t(msg({ message: 'This wasn’t me' })), url: forgotLink },
		],
		smallPrint: [t(msg({ message: 'We send this email after every password change.' }))],
	}),
};
