import { AppError } from '#shared/errors/app-error.ts';
import type { RegistrationFailure } from './registration-answer.ts';

/** An error as data: what a page's action can answer and the form can show. */
export function toFailure(error: unknown): RegistrationFailure {
	const known = error instanceof AppError ? error : new AppError('UNKNOWN_ERROR', { cause: error });
	const { code, userMessage, status, details, metadata } = known;
	return { code, userMessage, status, details, metadata };
}

/** Whether the same request may simply be sent again: it never arrived, or the server asked to wait. */
export function isPassing(failure: Pick<RegistrationFailure, 'code' | 'status'>): boolean {
	return (
		failure.code === 'NETWORK_ERROR' ||
		failure.code === 'NETWORK_OFFLINE' ||
		failure.code === 'NETWORK_TIMEOUT' ||
		failure.code === 'SERVER_OVERLOADED' ||
		failure.code === 'SERVER_UNAVAILABLE' ||
		failure.code === 'SERVICE_UNAVAILABLE' ||
		// The first request with this key is still under way.
		failure.status === 409
	);
}
