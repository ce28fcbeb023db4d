import { msg } from '#server/platform/messages.ts';
import type { SecurityChange } from '#shared/contracts/auth.ts';
import type { MailTemplate } from '../kit/write-mail.ts';

export interface SecurityNoticeProps {
	change: SecurityChange;
	settingsLink: string;
}

/** What happened, as a heading and as a sentence. */
const texts: Record<SecurityChange, { heading: ReturnType<typeof msg>; text: ReturnType<typeof msg> }> = {
	'two-factor-on': {
		heading: msg({ message: 'Two-factor sign-in is on' }),
		text: msg({ message: 'From now on, signing in to your account takes a code of your authenticator app.' }),
	},
	'two-factor-off': {
		heading: msg({ message: 'Two-factor sign-in is off' }),
		text: msg({ message: 'From now on, signing in to your account takes the password alone.' }),
	},
	'recovery-codes-new': {
		heading: msg({ message: 'New recovery codes were made' }),
		text: msg({ message: 'The recovery codes that you had before no longer work.' }),
	},
	'recovery-code-used': {
		heading: msg({ message: 'A recovery code was used' }),
		text: msg({ message: 'Somebody signed in to your account with one of your recovery codes.' }),
	},
	'email-changed': {
		heading: msg({ message: 'Your email address was changed' }),
		text: msg({
			message:
				'Your account has another email address now, as was confirmed at both mailboxes. No more mails about it come here.',
		}),
	},
	'provider-linked': {
		heading: msg({ message: 'A new way to sign in was added' }),
		text: msg({ message: 'Your account can now be signed in to through your identity provider.' }),
	},
	'provider-unlinked': {
		heading: msg({ message: 'A way to sign in was removed' }),
		text: msg({ message: 'Your account can no longer be signed in to through your identity provider.' }),
	},
};

/** For a change that this version does not know. */
const anyChange = {
	heading: msg({ message: 'Your sign-in was changed' }),
	text: msg({ message: 'Something about how your account is signed in to was changed.' }),
};

export const securityNotice: MailTemplate<SecurityNoticeProps> = {
	name: 'accounts/security-notice',
	sample: { change: 'two-factor-on', settingsLink: 'https://foyer.example/settings/security' },
	write({ change, settingsLink }, { t, productName }) {
		const { heading, text } = Object.hasOwn(texts, change) ? texts[change] : anyChange;
		return {
			subject: t(msg({ message: '{what} ({productName})' }), { what: t(heading), productName }),
			preheader: t(msg({ message: 'If that was you, all is well.' })),
			heading: t(heading),
			blocks: [
				{ kind: 'text', text: t(text) },
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'If that was you, all is well. If not, choose a new password now and look through your settings.',
						}),
					),
				},
				{ kind: 'button', label: t(msg({ message: 'Look at my settings' })), url: settingsLink },
			],
			smallPrint: [
				t(
					msg({
						message:
							'This mail goes to the owner of the account after every change of how it is signed in to.',
					}),
				),
			],
		};
	},
};
