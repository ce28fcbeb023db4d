import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/write-mail.ts';

export interface RegisterRepeatedProps {
	signInLink: string;
	/** Null where the secret is left out. */
	resetLink: string | null;
}

/** To who has an account already, when somebody signs up with the same address. Like the first mail, it carries no typed word. */
export const registerRepeated: MailTemplate<RegisterRepeatedProps> = {
	name: 'accounts/register-repeated',
	sample: {
		signInLink: 'https://foyer.example/login',
		resetLink: 'https://foyer.example/reset-password?token=sample',
	},
	write: ({ signInLink, resetLink }, { t, productName }) => ({
		subject: t(msg({ message: 'You already have an account at {productName}' }), { productName }),
		preheader: t(msg({ message: 'Somebody tried to sign up with your address.' })),
		heading: t(msg({ message: 'You already have an account' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'Somebody tried to sign up at {productName} with this address, which has an account already. If that was you, sign in with the password you have.',
					}),
					{ productName },
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Sign in' })), url: signInLink },
			{
				kind: 'note',
				text: t(
					msg({
						message:
							'You do not know the password, or the account is not from you? Choose a new password. It confirms your address, and whoever was signed in is signed out. The link works for 30 minutes, and once.',
					}),
				),
			},
			{ kind: 'link', label: t(msg({ message: 'Choose a new password' })), url: resetLink },
		],
		smallPrint: [
			t(msg({ message: 'If it was not you, do nothing: your account and your password stay as they are.' })),
		],
	}),
};
