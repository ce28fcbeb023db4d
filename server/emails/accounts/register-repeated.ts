import { msg } from '#server/platform/messages.ts';
import { RESET_LINK_MINUTES } from '#shared/rules/periods.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

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
	render: ({ signInLink, resetLink }, { t, productName }) => ({
		subject: t(msg({ message: 'You already have an account at {productName}' }), { productName }),
		preheader: t(msg({ message: 'Someone tried to sign up with your email.' })),
		heading: t(msg({ message: 'You already have an account' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'Someone tried to sign up for {productName} with this email, which already has an account. If this was you, log in with your password.',
					}),
					{ productName },
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Log in' })), url: signInLink },
			{
				kind: 'note',
				text: t(
					msg({
						message:
							'Forgot your password, or didn’t sign up? Set a new password. This verifies your email and logs out everyone else. The link works once, for {minutes} minutes.',
					}),
					{ minutes: RESET_LINK_MINUTES },
				),
			},
			{ kind: 'link', label: t(msg({ message: 'Set new password' })), url: resetLink },
		],
		smallPrint: [t(msg({ message: 'Not you? Ignore this email: your account and password stay the same.' }))],
	}),
};
