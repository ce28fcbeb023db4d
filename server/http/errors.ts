import { toErrorBody } from '#server/platform/wire.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isBadValue, isDatabaseBusy, isDatabaseDown } from '../db/errors.ts';
import { noteWriteFailure } from '../db/write-check.ts';
import type { Translator } from '../platform/messages.ts';
import { redactText } from '../platform/redact.ts';
import type { Services } from '../services.ts';

/** The one place where whatever was thrown becomes an error of the catalogue. */
export function toAppError(error: unknown): AppError {
	if (error instanceof AppError) return error;
	if (isDatabaseDown(error)) {
		return new AppError('SERVICE_UNAVAILABLE', {
			message:
				'The database does not respond. Try again in a few seconds; with the same Idempotency-Key nothing is done twice.',
			retryAfterSeconds: 2,
			cause: error,
		});
	}
	if (isDatabaseBusy(error)) {
		return new AppError('SERVER_OVERLOADED', {
			message:
				'The server is busy. Try again in a moment; with the same Idempotency-Key nothing is done twice.',
			retryAfterSeconds: 1,
			cause: error,
		});
	}
	if (isBadValue(error)) {
		return new AppError('VALIDATION_FAILED', { message: 'A value cannot be stored as it is.', cause: error });
	}
	return new AppError('INTERNAL_ERROR', { cause: error });
}

/** Answers an error as the catalogue's body. Faults of ours are logged whole, refusals are not news. */
export function errorResponse(
	error: unknown,
	request: { requestId: string; method: string; path: string; translate?: Translator },
	services: Services,
	headers: Record<string, string>,
): Response {
	noteWriteFailure(error);
	const appError = toAppError(error);
	const path = redactText(request.path);
	if (appError.status >= 500) {
		services.log[appError.code === 'INTERNAL_ERROR' ? 'error' : 'warn'](
			{
				requestId: request.requestId,
				method: request.method,
				path,
				code: appError.code,
				error: appError.cause ?? appError,
			},
			'http.request-failed',
		);
	}
	const answer: Record<string, string> = { ...headers, 'Content-Type': 'application/problem+json' };
	if (appError.retryAfterSeconds !== undefined) answer['Retry-After'] = String(appError.retryAfterSeconds);
	if (appError.status === 401) answer['WWW-Authenticate'] = 'Bearer';
	const body = toErrorBody(appError, {
		requestId: request.requestId,
		path,
		now: services.clock.now(),
		...(request.translate && { translate: request.translate }),
	});
	return new Response(JSON.stringify(body), { status: appError.status, headers: answer });
}
