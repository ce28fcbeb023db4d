import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { isRouteErrorResponse } from 'react-router';
import { AppError } from '#shared/errors/app-error.ts';
import { type ErrorCode, errorCatalogue, isErrorCode } from '#shared/errors/catalogue.ts';

export type Severity = 'warning' | 'info' | 'error';

/** What the top-level error screen shows (section 8). */
export interface ErrorKind {
	code: ErrorCode;
	/** What a person reads of what happened. */
	message: string;
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

/** Sorts anything that was thrown; by code and status, never by the text of a message. */
export function kindOfError(error: unknown): ErrorKind {
	const { code, message, status } = read(error);
	const kind = { code, message };
	if (code.startsWith('NETWORK_')) return { ...kind, hint: hints.network, severity: 'warning' };
	if (code.startsWith('AUTH_')) return { ...kind, hint: hints.token, severity: 'info' };
	if (code.startsWith('RATE_LIMIT_')) return { ...kind, hint: hints.rateLimit, severity: 'warning' };
	if (status >= 500 && code !== 'UNKNOWN_ERROR') return { ...kind, hint: hints.server, severity: 'error' };
	return { ...kind, hint: hints.other, severity: 'error' };
}

function read(error: unknown): { code: ErrorCode; message: string; status: number } {
	if (error instanceof AppError)
		return { code: error.code, message: error.userMessage, status: error.status };
	if (isRouteErrorResponse(error)) {
		const { code: stated, userMessage } = (error.data ?? {}) as { code?: unknown; userMessage?: unknown };
		const code = isErrorCode(stated) ? stated : error.status >= 500 ? 'SERVER_ERROR' : 'UNKNOWN_ERROR';
		const message = typeof userMessage === 'string' ? userMessage : errorCatalogue[code].userMessage;
		return { code, message, status: error.status };
	}
	// A module that could not be loaded: the connection is gone, or a new release has taken the old files away.
	if (error instanceof TypeError && /dynamically imported module|module script/i.test(error.message)) {
		return { code: 'NETWORK_ERROR', message: errorCatalogue.NETWORK_ERROR.userMessage, status: 0 };
	}
	return { code: 'UNKNOWN_ERROR', message: errorCatalogue.UNKNOWN_ERROR.userMessage, status: 500 };
}
