import { api } from '#app/lib/api-client.ts';
import * as contracts from '#shared/contracts/accounts.ts';
import * as auth from '#shared/contracts/auth.ts';

/** The calls of the specification's section 7, with its texts for answers that bring none of their own. */

export interface Credentials {
	email: string;
	password: string;
	rememberMe: boolean;
}

export function logIn(credentials: Credentials) {
	return api.call(contracts.login, {
		body: credentials,
		hasBearer: false,
		texts: {
			invalidJson: 'Invalid response from server',
			failed: (status) => (status ? `Login failed with status ${status}` : 'Login failed'),
		},
	});
}

/** Ends a sign-in that wants a code. */
export function sendCode(challenge: string, code: string) {
	return api.call(auth.completeSignIn, {
		body: { challenge, code },
		hasBearer: false,
		texts: {
			invalidJson: 'Invalid response from server',
			failed: (status) => (status ? `Login failed with status ${status}` : 'Login failed'),
		},
	});
}

export function signUp(person: { firstName: string; lastName: string; email: string; password: string }) {
	return api.call(contracts.register, {
		body: person,
		hasBearer: false,
		texts: { failed: () => 'Registration failed' },
	});
}

export function confirmEmail(token: string) {
	return api.call(contracts.verifyEmail, {
		body: { token },
		hasBearer: false,
		texts: { failed: () => 'Email verification failed' },
	});
}

export function resendConfirmation() {
	return api.call(contracts.resendVerification);
}

export function askForReset(email: string) {
	return api.call(contracts.forgotPassword, {
		body: { email },
		hasBearer: false,
		texts: { failed: () => 'Password reset request failed' },
	});
}

export function setNewPassword(token: string, password: string) {
	return api.call(contracts.resetPassword, {
		body: { token, password },
		hasBearer: false,
		texts: { failed: () => 'Password reset failed' },
	});
}

export function makeAdministrator(input: {
	token: string;
	firstName: string;
	lastName: string;
	email: string;
	password: string;
}) {
	return api.call(contracts.makeFirstAdministrator, { body: input, hasBearer: false });
}
