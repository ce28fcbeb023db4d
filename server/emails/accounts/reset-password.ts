import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/write-mail.ts';

export interface ResetPasswordProps {
	/** Null where the secret is left out. */
	link: string | null;
}

export const resetPassword: MailTemplate<ResetPasswordProps> = {
	name: 'accounts/reset-password',
	sample: { link: 'https://foyer.example/reset-password?token=sample' },
	write: ({ link }, { t, productName }) => ({
		subject: t(msg({ message: 'Choose a new password for {productName}' }), { productName }),
		preheader: t(msg({ message: 'The link works for 30 minutes.' })),
		heading: t(msg({ message: 'Choose a new password' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'You asked for a new password. After you set it, you are signed out everywhere and sign in with the new one.',
					}),
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Choose a new password' })), url: link },
			{ kind: 'note', text: t(msg({ message: 'The link works for 30 minutes, and once.' })) },
		],
		smallPrint: [
			t(msg({ message: 'If you did not ask for this, do nothing: your password stays as it is.' })),
		],
	}),
};
