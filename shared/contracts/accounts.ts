import { z } from '../lib/z.ts';
import { REMEMBERED_DAYS, SESSION_HOURS } from '../rules/periods.ts';
import { organisationActions, organisationRoles } from '../rules/permissions.ts';
import { existingPassword, newPassword, session, signInAnswer } from './auth.ts';
import { email, linkToken, message, noContent, text, typedEmail, uuid } from './common.ts';
import { endpoint, organisationAccess, publicAccess, userAccess } from './endpoint.ts';

export const currentUser = z
	.object({
		id: uuid(),
		firstName: z.string(),
		lastName: z.string(),
		email: z.string(),
		profileImageUrl: z.string().nullable(),
		isAdmin: z.boolean(),
		/** An administrator who has yet to turn on two factors, and cannot act as one before. */
		needsTwoFactor: z.boolean(),
		isEmailVerified: z.boolean(),
		organisations: z.array(
			z.object({
				id: uuid(),
				name: z.string(),
				slug: z.string(),
				role: z.enum(organisationRoles),
				/** The role reaches chosen events only, and nothing of the organisation as a whole. */
				isLimited: z.boolean(),
				/** Allowed beyond the role, and not allowed in spite of it. */
				extra: z.array(z.enum(organisationActions)),
				denied: z.array(z.enum(organisationActions)),
				/** The sandbox of another organisation of this list. */
				isSandbox: z.boolean(),
				/** Where it plans its events; empty: not said. */
				defaultTimeZone: z.string(),
				/** From when on the member only reads, for lack of two factors; null: they have them, or need none. */
				needsTwoFactorFrom: z.string().nullable(),
				/** The organisation is offered to the user; null: it is not. */
				ownershipOffer: z.object({ from: z.string(), expiresAt: z.string() }).nullable(),
			}),
		),
	})
	.meta({ id: 'CurrentUser' });
export type CurrentUser = z.output<typeof currentUser>;

export const register = endpoint({
	id: 'accounts.register',
	method: 'POST',
	path: '/api/auth/register',
	summary:
		'Create an account and its organisation. The response is the same if the email address already has an account.',
	access: publicAccess,
	limit: 'signIn',
	status: 201,
	body: z.object({
		firstName: text({ max: 100 }).default(''),
		lastName: text({ max: 100 }).default(''),
		email: email(),
		password: newPassword(),
		organisationName: text({ max: 120 }).optional(),
	}),
	output: message(),
});

const credentials = z.object({
	email: typedEmail(),
	password: existingPassword(),
});

export const login = endpoint({
	id: 'accounts.login',
	method: 'POST',
	path: '/api/auth/login',
	summary: `Log in with \`email\` and \`password\`, or with both inside \`credentials\`. The session lasts ${SESSION_HOURS} hours, or ${REMEMBERED_DAYS} days since the last call with rememberMe. An account with two-factor authentication returns a challenge instead.`,
	access: publicAccess,
	limit: 'signIn',
	body: z
		.object({
			email: credentials.shape.email.optional(),
			password: credentials.shape.password.optional(),
			credentials: credentials.optional(),
			rememberMe: z.boolean().default(false),
		})
		.meta({ anyOf: [{ required: ['email', 'password'] }, { required: ['credentials'] }] })
		.transform(({ credentials: inner, rememberMe, ...outer }, context) => {
			const { email = '', password = '' } = inner ?? outer;
			for (const [name, value] of Object.entries({ email, password })) {
				if (value === '')
					context.addIssue({
						code: 'custom',
						path: [name],
						message: 'This field is required.',
						params: { code: 'VALIDATION_REQUIRED_FIELD' },
					});
			}
			return { email, password, rememberMe };
		}),
	output: signInAnswer(),
	errors: [
		'AUTH_INVALID_CREDENTIALS',
		'AUTH_ACCOUNT_LOCKED',
		'AUTH_ACCOUNT_DISABLED',
		'RATE_LIMIT_TOO_MANY_REQUESTS',
	],
});

export const getUser = endpoint({
	id: 'accounts.getUser',
	method: 'GET',
	path: '/api/auth/user',
	summary: 'Get the signed-in user and the organisations they belong to.',
	access: userAccess,
	limit: 'read',
	output: currentUser,
});

export const logout = endpoint({
	id: 'accounts.logout',
	method: 'POST',
	path: '/api/auth/logout',
	summary: 'Log out: end this session.',
	access: userAccess,
	limit: 'write',
	output: message(),
});

export const verifyEmail = endpoint({
	id: 'accounts.verifyEmail',
	method: 'POST',
	path: '/api/auth/verify-email',
	summary:
		'Verify an address with the token from its email: that of a new account, which also logs in, or the old or new address of an email change.',
	access: publicAccess,
	limit: 'signIn',
	body: z.object({ token: linkToken() }),
	output: z.object({
		message: z.string(),
		/** `waiting`: one side of a change has confirmed; `changed`: both have, and every session has ended. */
		outcome: z.enum(['verified', 'waiting', 'changed']),
		/** Only with the first use of the link in a sign-up email, and never for an account with two factors. */
		session: session.nullable(),
		/** The draft that was to be published when the address was not verified yet. */
		draftToPublish: uuid().nullable(),
	}),
});

export const resendVerification = endpoint({
	id: 'accounts.resendVerification',
	method: 'POST',
	path: '/api/auth/verify-email/resend',
	summary: 'Resend the verification email. Older links stop working.',
	access: userAccess,
	limit: 'mail',
	output: message(),
});

export const forgotPassword = endpoint({
	id: 'accounts.forgotPassword',
	method: 'POST',
	path: '/api/auth/forgot-password',
	summary: 'Send a reset link if the address has an account. The response is the same either way.',
	access: publicAccess,
	limit: 'mail',
	body: z.object({ email: email() }),
	output: message(),
});

export const resetPassword = endpoint({
	id: 'accounts.resetPassword',
	method: 'POST',
	path: '/api/auth/reset-password',
	summary: 'Set a new password with the token from the email. Ends all sessions.',
	access: publicAccess,
	limit: 'signIn',
	body: z.object({ token: linkToken(), password: newPassword() }),
	output: message(),
});

export const makeFirstAdministrator = endpoint({
	id: 'accounts.makeFirstAdministrator',
	method: 'POST',
	path: '/api/auth/first-administrator',
	summary: 'Create the first administrator with the one-time token that is printed at the first start.',
	access: publicAccess,
	limit: 'signIn',
	status: 201,
	body: z.object({
		token: linkToken(),
		firstName: text({ max: 100 }).default(''),
		lastName: text({ max: 100 }).default(''),
		email: email(),
		password: newPassword(),
	}),
	output: session,
});

export const updateOrganisation = endpoint({
	id: 'accounts.updateOrganisation',
	method: 'PATCH',
	path: '/api/organisations/{organisation}',
	summary: 'Rename an organisation.',
	access: organisationAccess('organisation.edit'),
	limit: 'write',
	params: z.object({ organisation: z.string() }),
	body: z.object({ name: text({ max: 120, min: 1 }) }),
	output: z.object({ id: uuid(), name: z.string(), slug: z.string() }),
});

export const endAllSessions = endpoint({
	id: 'accounts.endAllSessions',
	method: 'POST',
	path: '/api/auth/sessions/end-all',
	summary: 'End all sessions, including this one.',
	access: userAccess,
	limit: 'write',
	status: 204,
	output: noContent(),
});
