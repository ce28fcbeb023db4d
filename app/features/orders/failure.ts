import { AppError } from '#shared/errors/app-error.ts';
import type { RegistrationFailure } from './registration-answer.ts';

/** An error as data: what a page's action can answer and the form can show. */
export function toFailure(error: unknown): RegistrationFailure {
	const known = error instanceof AppError ? error : new AppError('UNKNOWN_ERROR', { cause: error });
	const { code, userMessage, status, details, metadata } = known;
	return { code, userMessage, status, details, metadata };
}
