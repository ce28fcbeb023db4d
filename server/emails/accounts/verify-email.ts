import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/write-mail.ts';

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
	write: ({ link }, { t, productName }) => ({
		subject: t(msg({ message: 'Confirm your email address for {productName}' }), { productName }),
		preheader: t(msg({ message: 'One click, and you can publish events.' })),
		heading: t(msg({ message: 'Confirm your email address' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'Somebody, most likely you, made an account at {productName} with this address. Please confirm that it is yours.',
					}),
					{ productName },
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Confirm my address' })), url: link },
			{ kind: 'note', text: t(msg({ message: 'The link works for 24 hours.' })) },
		],
		smallPrint: [
			t(
				msg({
					message:
						'If you did not make this account, do nothing: nothing can be published with an address that is not confirmed.',
				}),
			),
		],
	}),
};
