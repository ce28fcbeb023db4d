import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface ResetPasswordProps {
	/** Null where the secret is left out. */
	link: string | null;
}

export const resetPassword: MailTemplate<ResetPasswordProps> = {
	name: 'accounts/reset-password',
	sample: { link: 'https://foyer.example/reset-password?token=sample' },
	render: ({ link }, { t, productName }) => ({
		subject: t(msg({ message: 'Set a new password for {productName}' }), { productName }),
		preheader: t(msg({ message: 'The link works for 30 minutes.' })),
		heading: t(msg({ message: 'Set a new password' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'You asked for a new password. Once you set it, you’re logged out on all devices and log in with the new one.',
					}),
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Set new password' })), url: link },
			{ kind: 'note', text: t(msg({ message: 'The link works once, for 30 minutes.' })) },
		],
		smallPrint: [t(msg({ message: 'Not you? Ignore this email: your password stays the same.' }))],
	}),
};
