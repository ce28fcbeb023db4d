import { msg } from '#server/platform/messages.ts';
import type { MailTemplate } from '../kit/write-mail.ts';

export interface LeaveEmailProps {
	/** Null where the secret is left out. */
	link: string | null;
	newEmail: string;
}

const lifetime = msg({
	message: 'The link works for 24 hours. The address changes when both mailboxes have confirmed.',
});

/** To the address that the account has. */
export const leaveEmail: MailTemplate<LeaveEmailProps> = {
	name: 'accounts/leave-email',
	sample: { link: 'https://foyer.example/verify-email?token=sample', newEmail: 'ada@elsewhere.example' },
	write: ({ link, newEmail }, { t, productName }) => ({
		subject: t(msg({ message: 'Confirm your new address for {productName}' }), { productName }),
		preheader: t(msg({ message: 'Your account shall have another email address.' })),
		heading: t(msg({ message: 'Change your email address?' })),
		blocks: [
			{
				kind: 'text',
				text: t(msg({ message: 'Your account shall have another email address: {newEmail}' }), { newEmail }),
			},
			{ kind: 'button', label: t(msg({ message: 'Yes, change it' })), url: link },
			{ kind: 'note', text: t(lifetime) },
		],
		smallPrint: [
			t(
				msg({
					message:
						'If you did not ask for this, do nothing, and choose a new password: somebody is signed in to your account.',
				}),
			),
		],
	}),
};

export interface EnterEmailProps {
	link: string | null;
}

/** To the address that the account shall have. */
export const enterEmail: MailTemplate<EnterEmailProps> = {
	name: 'accounts/enter-email',
	sample: { link: 'https://foyer.example/verify-email?token=sample' },
	write: ({ link }, { t, productName }) => ({
		subject: t(msg({ message: 'Confirm this address for {productName}' }), { productName }),
		preheader: t(msg({ message: 'An account shall have this email address.' })),
		heading: t(msg({ message: 'Is this your address?' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({ message: 'Somebody wants to use this email address for their account at {productName}.' }),
					{
						productName,
					},
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Yes, this is my address' })), url: link },
			{ kind: 'note', text: t(lifetime) },
		],
		smallPrint: [t(msg({ message: 'If you do not know what this is about, do nothing.' }))],
	}),
};

export interface EmailTakenProps {
	signInLink: string;
}

/** To the address that an account should have, when it has one of its own. */
export const emailTaken: MailTemplate<EmailTakenProps> = {
	name: 'accounts/email-taken',
	sample: { signInLink: 'https://foyer.example/login' },
	write: ({ signInLink }, { t, productName }) => ({
		subject: t(msg({ message: 'This address has an account at {productName} already' }), { productName }),
		preheader: t(msg({ message: 'Another account cannot have it.' })),
		heading: t(msg({ message: 'You have an account already' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'Somebody wanted to use this email address for another account. It belongs to yours, so nothing was changed. If that was you, sign in with this address, or choose another one for the other account.',
					}),
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Log in' })), url: signInLink },
		],
		smallPrint: [t(msg({ message: 'If you do not know what this is about, do nothing.' }))],
	}),
};
