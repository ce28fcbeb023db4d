import { msg } from '#server/platform/messages.ts';
import type { SecurityChange } from '#shared/contracts/auth.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface SecurityNoticeProps {
	change: SecurityChange;
	settingsLink: string;
}

/** The event as a heading and as a sentence. */
const texts: Record<SecurityChange, { heading: ReturnType<typeof msg>; text: ReturnType<typeof msg> }> = {
	'two-factor-on': {
		heading: msg({ message: 'Two-factor authentication is on' }),
		text: msg({ message: 'From now on, logging in requires a code from your authenticator app.' }),
	},
	'two-factor-off': {
		heading: msg({ message: 'Two-factor authentication is off' }),
		text: msg({ message: 'From now on, you log in with your password only.' }),
	},
	'recovery-codes-new': {
		heading: msg({ message: 'New recovery codes' }),
		text: msg({ message: 'Your earlier recovery codes no longer work.' }),
	},
	'recovery-code-used': {
		heading: msg({ message: 'A recovery code was used' }),
		text: msg({ message: 'Someone logged in to your account with one of your recovery codes.' }),
	},
	'email-changed': {
		heading: msg({ message: 'Your email was changed' }),
		text: msg({
			message:
				'Your account now uses another email, as confirmed at both addresses. We no longer send account emails here.',
		}),
	},
	'provider-linked': {
		heading: msg({ message: 'A new way to log in was added' }),
		text: msg({ message: 'You can now log in with your identity provider.' }),
	},
	'provider-unlinked': {
		heading: msg({ message: 'A way to log in was removed' }),
		text: msg({ message: 'You can no longer log in with your identity provider.' }),
	},
};

/** For a change that this version does not know. */
const anyChange = {
	heading: msg({ message: 'Your login settings were changed' }),
	text: msg({ message: 'The way you log in to your account was changed.' }),
};

export const securityNotice: MailTemplate<SecurityNoticeProps> = {
	name: 'accounts/security-notice',
	sample: { change: 'two-factor-on', settingsLink: 'https://foyer.example/settings/security' },
	render({ change, settingsLink }, { t, productName }) {
		const { heading, text } = Object.hasOwn(texts, change) ? texts[change] : anyChange;
		return {
			subject: t(msg({ message: '{what} ({productName})' }), { what: t(heading), productName }),
			preheader: t(msg({ message: 'If this was you, you’re all set.' })),
			heading: t(heading),
			blocks: [
				{ kind: 'text', text: t(text) },
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'If this was you, you’re all set. If not, set a new password now and check your settings.',
						}),
					),
				},
				{ kind: 'button', label: t(msg({ message: 'Check my settings' })), url: settingsLink },
			],
			smallPrint: [
				t(
					msg({
						message: 'We send this email after every change to how you log in.',
					}),
				),
			],
		};
	},
};
