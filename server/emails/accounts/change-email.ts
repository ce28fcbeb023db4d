import { msg } from '#server/platform/messages.ts';
import { VERIFY_LINK_HOURS } from '#shared/rules/periods.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface LeaveEmailProps {
	/** Null where the secret is left out. */
	link: string | null;
	newEmail: string;
}

const lifetime = msg({
	message: 'The link works for {hours} hours. Your email changes once both links were opened.',
});

/** To the address that the account has now. */
export const leaveEmail: MailTemplate<LeaveEmailProps> = {
	name: 'accounts/leave-email',
	sample: { link: 'https://foyer.example/verify-email?token=sample', newEmail: 'ada@elsewhere.example' },
	render: ({ link, newEmail }, { t, productName }) => ({
		subject: t(msg({ message: 'Confirm your new email for {productName}' }), { productName }),
		preheader: t(msg({ message: 'Someone asked to change the email of your account.' })),
		heading: t(msg({ message: 'Confirm your new email address' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'Someone asked to change the email of your account to {newEmail}. If this was you, confirm it.',
					}),
					{ newEmail },
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Change email' })), url: link },
			{ kind: 'note', text: t(lifetime, { hours: VERIFY_LINK_HOURS }) },
		],
		smallPrint: [
			t(
				msg({
					message:
						'Not you? Don’t open the link, and set a new password: someone else is logged in to your account.',
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
	render: ({ link }, { t, productName }) => ({
		subject: t(msg({ message: 'Verify this email for {productName}' }), { productName }),
		preheader: t(msg({ message: 'Someone asked to use this email for an account.' })),
		heading: t(msg({ message: 'Was this you?' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'Someone asked to use this address for a {productName} account. If this was you, verify it.',
					}),
					{
						productName,
					},
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Verify email' })), url: link },
			{ kind: 'note', text: t(lifetime, { hours: VERIFY_LINK_HOURS }) },
		],
		smallPrint: [t(msg({ message: 'Not you? Ignore this email.' }))],
	}),
};

export interface EmailTakenProps {
	signInLink: string;
}

/** To the address that an account should have, when it has one of its own. */
export const emailTaken: MailTemplate<EmailTakenProps> = {
	name: 'accounts/email-taken',
	sample: { signInLink: 'https://foyer.example/login' },
	render: ({ signInLink }, { t, productName }) => ({
		subject: t(msg({ message: 'You already have a {productName} account' }), { productName }),
		preheader: t(msg({ message: 'Two accounts can’t share an email.' })),
		heading: t(msg({ message: 'You already have an account' })),
		blocks: [
			{
				kind: 'text',
				text: t(
					msg({
						message:
							'Someone asked to use this email for another account. It already belongs to yours, so nothing changed. If this was you, log in with this email or use another one for the other account.',
					}),
				),
			},
			{ kind: 'button', label: t(msg({ message: 'Log in' })), url: signInLink },
		],
		smallPrint: [t(msg({ message: 'Not you? Ignore this email.' }))],
	}),
};
