import { msg } from '#server/platform/messages.ts';
import { VERIFY_LINK_HOURS } from '#shared/rules/periods.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface VerifyEmailProps {
	/** Null where the secret is left out. */
	link: string | null;
}

/**
 * Carries nothing that the person who signed up has typed: anybody can enter anybody's address, and this must not become a way
 * to send words to strangers.
 */
export const verifyEmail: MailTemplate<VerifyEmailProps> = {
	name: 'accounts/verify-email',
	sample: { link: 'https://foyer.example/verify-email?token=sample' },
	render: ({ link }, { t, productName }) => ({
		subject: t(msg({ message: 'Verify your email for {productName}' }), { productName }),
		preheader: t(msg({ message: 'One click, and you can publish events.' })),
		heading: t(msg({ message: 'Verify your email' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'You (or someone) signed up for {productName} with this email. The link verifies it, logs you in, and publishes the draft you wanted to publish, if there is one.',
					}),
					{ productName },
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Verify email' })), url: link },
			{
				kind: 'note',
				text: t(msg({ message: 'The link works once, for {hours} hours.' }), { hours: VERIFY_LINK_HOURS }),
			},
		],
		smallPrint: [
			t(
				msg({
					message: 'Didn’t sign up? Ignore this email: nothing can be published without a verified email.',
				}),
			),
		],
	}),
};
