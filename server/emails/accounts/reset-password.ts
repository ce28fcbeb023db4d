import { msg } from '#server/platform/messages.ts';
import { RESET_LINK_MINUTES } from '#shared/rules/periods.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface ResetPasswordProps {
	/** Null where the secret is left out. */
	link: string | null;
}

const values = { minutes: RESET_LINK_MINUTES };

export const resetPassword: MailTemplate<ResetPasswordProps> = {
	name: 'accounts/reset-password',
	sample: { link: 'https://foyer.example/reset-password?token=sample' },
	render: ({ link }, { t, productName }) => ({
		subject: t(msg({ message: 'Set a new password for {productName}' }), { productName }),
		preheader: t(msg({ message: 'The link works for {minutes} minutes.' }), values),
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
			{ kind: 'note', text: t(msg({ message: 'The link works once, for {minutes} minutes.' }), values) },
		],
		smallPrint: [t(msg({ message: 'Not you? Ignore this email: your password stays the same.' }))],
	}),
};
