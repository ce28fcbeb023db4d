import { api } from '#app/lib/api-client.ts';
import * as contracts from '#shared/contracts/accounts.ts';
import * as auth from '#shared/contracts/auth.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** The calls of the specification's section 7, with its texts for answers that bring none of their own. */

export interface Credentials {
	email: string;
	password: string;
	rememberMe: boolean;
}

const loginTexts = {
	invalidJson: 'Invalid response from server',
	failed: () => 'Login failed',
	unreadable: (status: number) => `Login failed with status ${status}`,
};

/** An answer that lets nobody in is none: something in between has made it up. */
function checked<T extends object>(answer: T | undefined): T {
	if (answer && ('token' in answer || 'challenge' in answer)) return answer;
	throw new AppError('UNKNOWN_ERROR', { message: loginTexts.invalidJson });
}

export async function logIn(credentials: Credentials) {
	return checked(await api.call(contracts.login, { body: credentials, hasBearer: false, texts: loginTexts }));
}

/** Ends a sign-in that wants a code. */
export async function sendCode(challenge: string, code: string) {
	return checked(
		await api.call(auth.completeSignIn, { body: { challenge, code }, hasBearer: false, texts: loginTexts }),
	);
}

export function signUp(person: {
	firstName: string;
	lastName: string;
	organisationName: string;
	email: string;
	password: string;
}) {
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
