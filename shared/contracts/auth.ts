import { z } from '../lib/z.ts';
import { PASSWORD_LENGTH } from '../rules/passwords.ts';
import { email, message, noContent, text, uuid } from './common.ts';
import { adminAccess, endpoint, publicAccess, userAccess } from './endpoint.ts';

/** What about signing in to an account can change; the owner is notified each time. */
export const securityChanges = [
	'two-factor-on',
	'two-factor-off',
	'recovery-codes-new',
	'recovery-code-used',
	'email-changed',
	'provider-linked',
	'provider-unlinked',
] as const;
export type SecurityChange = (typeof securityChanges)[number];

/** Any password of these lengths, unaltered; further refusals (common, the address itself) come from the command. */
export const newPassword = () =>
	z
		.string()
		.min(PASSWORD_LENGTH.least, `At least ${PASSWORD_LENGTH.least} characters.`)
		.max(PASSWORD_LENGTH.most, `At most ${PASSWORD_LENGTH.most} characters.`)
		.meta({ format: 'password' });

/** A password that is there already: whatever was once taken. */
const password = () => z.string().min(1, 'This field is required.').max(128);

/** Six digits of an authenticator app, or one of the codes on paper. */
const code = () => text({ max: 40, min: 1 });

/** A fresh session. */
export const session = z.object({ token: z.string(), expiresAt: z.string() }).meta({ id: 'Session' });

/** The first half of a sign-in is done; the code goes to accounts.completeSignIn, within ten minutes. */
export const challenge = z
	.object({ challenge: z.string(), expiresAt: z.string() })
	.meta({ id: 'SignInChallenge' });

/** A session, or the wish for a code. */
export const signInAnswer = () => z.union([session, challenge]);

export const completeSignIn = endpoint({
	id: 'accounts.completeSignIn',
	method: 'POST',
	path: '/api/auth/login/code',
	summary: 'Complete a login with a code from the authenticator app or a recovery code.',
	access: publicAccess,
	limit: 'signIn',
	body: z.object({ challenge: z.string().min(20).max(200), code: code() }),
	output: session,
	errors: ['AUTH_INVALID_CREDENTIALS', 'AUTH_ACCOUNT_LOCKED', 'AUTH_ACCOUNT_DISABLED', 'AUTH_TOKEN_EXPIRED'],
});

export const confirmSignIn = endpoint({
	id: 'accounts.confirmSignIn',
	method: 'POST',
	path: '/api/auth/confirm',
	summary:
		'Confirm your identity with the password and, with two-factor authentication, a code. Returns a new session token.',
	access: userAccess,
	limit: 'signIn',
	body: z.object({ password: z.string().max(128).default(''), code: text({ max: 40 }).default('') }),
	output: session,
	errors: ['AUTH_INVALID_CREDENTIALS', 'AUTH_ACCOUNT_LOCKED'],
});

export const accountSecurity = z
	.object({
		hasPassword: z.boolean(),
		email: z.string(),
		isEmailVerified: z.boolean(),
		twoFactor: z.object({
			isOn: z.boolean(),
			/** Administrators cannot do without. */
			isRequired: z.boolean(),
			/** Names of the caller's organisations that require it, now or soon. */
			requiredBy: z.array(z.string()),
			enabledAt: z.string().nullable(),
			recoveryCodesLeft: z.number(),
		}),
		emailChange: z
			.object({
				newEmail: z.string(),
				isOldConfirmed: z.boolean(),
				isNewConfirmed: z.boolean(),
				expiresAt: z.string(),
			})
			.nullable(),
		/** The provider that the operator named; null without one. */
		provider: z.object({ name: z.string(), isLinked: z.boolean() }).nullable(),
		/** Providers that the account signs in by. */
		identities: z.array(z.object({ issuer: z.string(), email: z.string(), lastUsedAt: z.string() })),
	})
	.meta({ id: 'AccountSecurity' });
export type AccountSecurity = z.output<typeof accountSecurity>;

export const getSecurity = endpoint({
	id: 'accounts.getSecurity',
	method: 'GET',
	path: '/api/account/security',
	summary: 'Get the login methods of the caller.',
	access: userAccess,
	limit: 'read',
	isHiddenFromViewers: true,
	output: accountSecurity,
});

export const setUpTwoFactor = endpoint({
	id: 'accounts.setUpTwoFactor',
	method: 'POST',
	path: '/api/account/two-factor/set-up',
	summary: 'Create a secret for an authenticator app. It takes effect once a code is confirmed.',
	access: userAccess,
	limit: 'write',
	output: z.object({ uri: z.string(), secret: z.string() }),
});

export const turnOnTwoFactor = endpoint({
	id: 'accounts.turnOnTwoFactor',
	method: 'POST',
	path: '/api/account/two-factor',
	summary: 'Turn on two-factor authentication with the first code. Other sessions end.',
	access: userAccess,
	limit: 'signIn',
	body: z.object({ code: code() }),
	output: z.object({ token: z.string(), expiresAt: z.string(), recoveryCodes: z.array(z.string()) }),
});

export const turnOffTwoFactor = endpoint({
	id: 'accounts.turnOffTwoFactor',
	method: 'DELETE',
	path: '/api/account/two-factor',
	summary: 'Turn off two-factor authentication. Not allowed for administrators.',
	access: userAccess,
	limit: 'write',
	status: 204,
	output: noContent(),
});

export const makeRecoveryCodes = endpoint({
	id: 'accounts.makeRecoveryCodes',
	method: 'POST',
	path: '/api/account/two-factor/recovery-codes',
	summary: 'Generate ten new recovery codes. The old ones stop working.',
	access: userAccess,
	limit: 'write',
	output: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const changePassword = endpoint({
	id: 'accounts.changePassword',
	method: 'POST',
	path: '/api/account/password',
	summary: 'Change the password or set the first one. All other sessions end.',
	access: userAccess,
	limit: 'signIn',
	body: z.object({ currentPassword: z.string().max(128).default(''), newPassword: newPassword() }),
	output: session,
	errors: ['AUTH_ACCOUNT_LOCKED'],
});

export const changeEmail = endpoint({
	id: 'accounts.changeEmail',
	method: 'POST',
	path: '/api/account/email',
	summary: 'Request a new email address. It changes once both addresses are verified.',
	access: userAccess,
	limit: 'mail',
	body: z.object({ email: email() }),
	output: message(),
});

export const withdrawEmailChange = endpoint({
	id: 'accounts.withdrawEmailChange',
	method: 'DELETE',
	path: '/api/account/email',
	summary: 'Cancel a pending change of email address.',
	access: userAccess,
	limit: 'write',
	status: 204,
	output: noContent(),
});

export const beginProviderLink = endpoint({
	id: 'accounts.beginProviderLink',
	method: 'POST',
	path: '/api/account/provider',
	summary:
		'Start connecting the OpenID Connect provider to the account. Returns the URL to open and the state to keep.',
	access: userAccess,
	limit: 'signIn',
	output: z.object({ url: z.string(), browserKey: z.string() }),
	errors: ['BUSINESS_RULE_VIOLATION', 'SERVICE_UNAVAILABLE'],
});

export const completeProviderLink = endpoint({
	id: 'accounts.completeProviderLink',
	method: 'POST',
	path: '/api/account/provider/callback',
	summary:
		'Connect the provider to the account with the parameters of its callback. Password login keeps working.',
	access: userAccess,
	limit: 'signIn',
	status: 204,
	body: z.object({ query: z.string().max(8_000), browserKey: z.string().min(20).max(200) }),
	output: noContent(),
	errors: ['AUTH_TOKEN_INVALID', 'BUSINESS_RULE_VIOLATION', 'RESOURCE_ACCESS_DENIED', 'SERVICE_UNAVAILABLE'],
});

export const unlinkProvider = endpoint({
	id: 'accounts.unlinkProvider',
	method: 'DELETE',
	path: '/api/account/provider',
	summary: 'Disconnect the provider. Not allowed while the account has no password.',
	access: userAccess,
	limit: 'write',
	status: 204,
	output: noContent(),
});

export const listSessions = endpoint({
	id: 'accounts.listSessions',
	method: 'GET',
	path: '/api/account/sessions',
	summary: 'List the sessions of the caller.',
	access: userAccess,
	limit: 'read',
	isHiddenFromViewers: true,
	output: z.object({
		data: z.array(
			z.object({
				id: uuid(),
				isCurrent: z.boolean(),
				isRemembered: z.boolean(),
				userAgent: z.string(),
				createdAt: z.string(),
				lastSeenAt: z.string(),
				expiresAt: z.string(),
			}),
		),
	}),
});
export type SessionRow = z.output<typeof listSessions.output>['data'][number];

export const endSession = endpoint({
	id: 'accounts.endSession',
	method: 'DELETE',
	path: '/api/account/sessions/{session}',
	summary: 'End one session.',
	access: userAccess,
	limit: 'write',
	status: 204,
	params: z.object({ session: uuid() }),
	output: noContent(),
});

export const endOtherSessions = endpoint({
	id: 'accounts.endOtherSessions',
	method: 'POST',
	path: '/api/account/sessions/end-others',
	summary: 'End all other sessions.',
	access: userAccess,
	limit: 'write',
	status: 204,
	output: noContent(),
});

export { password as existingPassword };

export const getSignInOptions = endpoint({
	id: 'accounts.getSignInOptions',
	method: 'GET',
	path: '/api/auth/options',
	summary: 'Get the login methods besides the password, and whether sign-up is open.',
	access: publicAccess,
	limit: 'read',
	output: z.object({ provider: z.object({ name: z.string() }).nullable(), isSignUpOpen: z.boolean() }),
});

const signUpSetting = z.object({ isOpen: z.boolean() });

export const getSignUpSetting = endpoint({
	id: 'accounts.getSignUpSetting',
	method: 'GET',
	path: '/api/admin/sign-up',
	summary: 'Get whether sign-up is open.',
	access: adminAccess,
	limit: 'read',
	output: signUpSetting,
});

export const updateSignUpSetting = endpoint({
	id: 'accounts.updateSignUpSetting',
	method: 'PUT',
	path: '/api/admin/sign-up',
	summary: 'Open or close sign-up. Existing accounts can always log in.',
	access: adminAccess,
	limit: 'write',
	body: signUpSetting,
	output: signUpSetting,
});

export const beginProviderSignIn = endpoint({
	id: 'accounts.beginProviderSignIn',
	method: 'POST',
	path: '/api/auth/provider',
	summary: 'Start a login with the OpenID Connect provider. Returns the URL to open and the state to keep.',
	access: publicAccess,
	limit: 'signIn',
	body: z.object({ rememberMe: z.boolean().default(false) }),
	output: z.object({ url: z.string(), browserKey: z.string() }),
});

export const completeProviderSignIn = endpoint({
	id: 'accounts.completeProviderSignIn',
	method: 'POST',
	path: '/api/auth/callback',
	summary: 'Complete a login with the provider using the parameters of its callback.',
	access: publicAccess,
	limit: 'signIn',
	body: z.object({ query: z.string().max(8_000), browserKey: z.string().min(20).max(200) }),
	output: signInAnswer(),
	errors: ['AUTH_TOKEN_INVALID', 'AUTH_ACCOUNT_DISABLED', 'BUSINESS_RULE_VIOLATION'],
});
