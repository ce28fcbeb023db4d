import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { isRouteErrorResponse } from 'react-router';
import { AppError } from '#shared/errors/app-error.ts';
import { type ErrorCode, isErrorCode } from '#shared/errors/catalogue.ts';

export type Severity = 'warning' | 'info' | 'error';

/** What the top-level error screen shows (section 8). */
export interface ErrorKind {
	code: ErrorCode;
	/** The error for `errorText`. */
	error: AppError;
	hint: MessageDescriptor;
	severity: Severity;
}

const hints = {
	network: msg`Check your internet connection and try again`,
	token: msg`Please sign in again`,
	rateLimit: msg`Please wait a moment and try again`,
	server: msg`Please try again later`,
	other: msg`Try refreshing the page or contact support if the problem persists`,
};

/** Errors that another sign-in fixes; a missing right, a lock and a closed account are not among them. */
const SIGNED_OUT = new Set<ErrorCode>([
	'AUTH_TOKEN_EXPIRED',
	'AUTH_TOKEN_INVALID',
	'AUTH_REQUIRED',
	'AUTH_INVALID_CREDENTIALS',
]);

/** Sorts anything that was thrown; by code and status, never by the text of a message. */
export function kindOfError(error: unknown): ErrorKind {
	const { code, stated, status } = read(error);
	const kind = { error: new AppError(code, { userMessage: stated }), code };
	if (code.startsWith('NETWORK_')) return { ...kind, hint: hints.network, severity: 'warning' };
	if (SIGNED_OUT.has(code)) return { ...kind, hint: hints.token, severity: 'info' };
	if (code.startsWith('AUTH_')) return { ...kind, hint: hints.other, severity: 'info' };
	if (code.startsWith('RATE_LIMIT_')) return { ...kind, hint: hints.rateLimit, severity: 'warning' };
	if (status >= 500 && code !== 'UNKNOWN_ERROR') return { ...kind, hint: hints.server, severity: 'error' };
	return { ...kind, hint: hints.other, severity: 'error' };
}

function read(error: unknown): { code: ErrorCode; stated?: string; status: number } {
	if (error instanceof AppError) return { code: error.code, stated: error.userMessage, status: error.status };
	if (isRouteErrorResponse(error)) {
		const { code, userMessage } = (error.data ?? {}) as { code?: unknown; userMessage?: unknown };
		return {
			code: isErrorCode(code) ? code : error.status >= 500 ? 'SERVER_ERROR' : 'UNKNOWN_ERROR',
			stated: typeof userMessage === 'string' ? userMessage : undefined,
			status: error.status,
		};
	}
	// Errors of browsers when a file or the data of a screen could not be loaded; nothing but the message says so.
	if (
		error instanceof TypeError &&
		/failed to fetch|load failed|networkerror|module script/i.test(error.message)
	) {
		return { code: 'NETWORK_ERROR', status: 0 };
	}
	return { code: 'UNKNOWN_ERROR', status: 500 };
}
