import { expect, test } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { kindOfError } from './error-kind.ts';

const response = (status: number, data: unknown = null) => ({
	status,
	statusText: '',
	internal: false,
	data,
});
const hintOf = (error: unknown) => (kindOfError(error).hint.message as unknown as string[])[0];

test.each([
	[new AppError('NETWORK_OFFLINE'), 'Check your internet connection and try again', 'warning'],
	[new AppError('NETWORK_ERROR'), 'Check your internet connection and try again', 'warning'],
	[
		new TypeError('Failed to fetch dynamically imported module: /assets/x.js'),
		'Check your internet connection and try again',
		'warning',
	],
	[new AppError('AUTH_TOKEN_EXPIRED'), 'Please sign in again', 'info'],
	[new AppError('AUTH_TOKEN_INVALID'), 'Please sign in again', 'info'],
	[response(401, { code: 'AUTH_REQUIRED' }), 'Please sign in again', 'info'],
	...(['AUTH_INSUFFICIENT_PERMISSIONS', 'AUTH_ACCOUNT_LOCKED', 'AUTH_ACCOUNT_DISABLED'] as const).map(
		(code): [AppError, string, string] => [
			new AppError(code),
			'Try refreshing the page or contact support if the problem persists',
			'info',
		],
	),
	[new AppError('RATE_LIMIT_TOO_MANY_REQUESTS'), 'Please wait a moment and try again', 'warning'],
	[new AppError('RATE_LIMIT_EXCEEDED'), 'Please wait a moment and try again', 'warning'],
	[new AppError('SERVER_OVERLOADED'), 'Please try again later', 'error'],
	[response(500), 'Please try again later', 'error'],
	[
		new Error('x is undefined'),
		'Try refreshing the page or contact support if the problem persists',
		'error',
	],
	[
		response(403, { code: 'RESOURCE_ACCESS_DENIED' }),
		'Try refreshing the page or contact support if the problem persists',
		'error',
	],
	['a text', 'Try refreshing the page or contact support if the problem persists', 'error'],
])('%s: %s (%s)', (error, hint, severity) => {
	expect(hintOf(error)).toBe(hint);
	expect(kindOfError(error).severity).toBe(severity);
});

test('the message is the one for people, never that of the program', () => {
	expect(kindOfError(new AppError('NETWORK_OFFLINE')).error.userMessage).toBe(
		'You appear to be offline. Please check your connection.',
	);
	expect(kindOfError(new Error('x is undefined')).error.userMessage).toBe(
		'An unexpected error occurred. Please try again.',
	);
	expect(
		kindOfError(response(422, { code: 'BUSINESS_RULE_VIOLATION', userMessage: 'Sold out.' })).error
			.userMessage,
	).toBe('Sold out.');
});
