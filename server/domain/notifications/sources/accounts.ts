import { getMailLink } from '#server/domain/accounts/mail-tokens.ts';
import { emailTaken, enterEmail, leaveEmail } from '#server/emails/accounts/change-email.ts';
import { exportReady } from '#server/emails/accounts/export-ready.ts';
import { passwordChanged } from '#server/emails/accounts/password-changed.ts';
import { registerRepeated } from '#server/emails/accounts/register-repeated.ts';
import { resetPassword } from '#server/emails/accounts/reset-password.ts';
import { securityNotice } from '#server/emails/accounts/security-notice.ts';
import { verifyEmail } from '#server/emails/accounts/verify-email.ts';
import type { Services } from '#server/services.ts';
import type { SecurityChange } from '#shared/contracts/auth.ts';
import { type Obsolete, type SourceOptions, source } from './source.ts';

interface LinkRef {
	mailTokenId: string;
}

const whyObsolete = {
	used: 'The link was used already.',
	ended: 'The link ended before it could be sent, or a newer one replaced it.',
	lost: 'The link was made with another SECRET_KEY and would lead nowhere.',
} as const;

/** The link of a mail, null where it is left out, or why nobody needs it any more. */
async function linkOf(
	services: Services,
	path: string,
	{ mailTokenId }: LinkRef,
	options: SourceOptions,
): Promise<{ link: string | null } | Obsolete> {
	const { token, state } = await getMailLink(services, mailTokenId);
	if (state !== 'live') return options.isForSending ? { obsolete: whyObsolete[state] } : { link: null };
	return { link: options.showsSecrets ? `${services.config.appUrl}${path}?token=${token}` : null };
}

/** A link that takes over an account is for its mailbox alone; not even an administrator reads it in the outbox. */
const recipientOnly = (options: SourceOptions): SourceOptions => ({
	...options,
	showsSecrets: options.showsSecrets && options.isForSending,
});

export const verifyEmailSource = source({
	template: verifyEmail,
	load: (services, ref: LinkRef, options) => linkOf(services, '/verify-email', ref, options),
});

export const resetPasswordSource = source({
	template: resetPassword,
	load: (services, ref: LinkRef, options) => linkOf(services, '/reset-password', ref, recipientOnly(options)),
});

export const registerRepeatedSource = source({
	template: registerRepeated,
	async load(services, ref: LinkRef, options) {
		const found = await linkOf(services, '/reset-password', ref, recipientOnly(options));
		if ('obsolete' in found) return found;
		return { signInLink: `${services.config.appUrl}/login`, resetLink: found.link };
	},
});

export const passwordChangedSource = source({
	template: passwordChanged,
	load: async (services, _ref: { userId: string }) => ({
		forgotLink: `${services.config.appUrl}/forgot-password`,
	}),
});

export const securityNoticeSource = source({
	template: securityNotice,
	load: async (services, { change }: { change: SecurityChange }) => ({
		change,
		settingsLink: `${services.config.appUrl}/settings/security`,
	}),
});

export const leaveEmailSource = source({
	template: leaveEmail,
	async load(services, ref: LinkRef & { enterTokenId: string }, options) {
		const found = await linkOf(services, '/verify-email', ref, recipientOnly(options));
		if ('obsolete' in found) return found;
		return { ...found, newEmail: (await getMailLink(services, ref.enterTokenId)).email };
	},
});

export const enterEmailSource = source({
	template: enterEmail,
	load: (services, ref: LinkRef, options) => linkOf(services, '/verify-email', ref, recipientOnly(options)),
});

export const emailTakenSource = source({
	template: emailTaken,
	load: async (services, _ref: { mailTokenId: string }) => ({
		signInLink: `${services.config.appUrl}/login`,
	}),
});

export const exportReadySource = source({
	template: exportReady,
	load: async (services, _ref: { exportId: string }) => ({ link: `${services.config.appUrl}/settings/data` }),
});
