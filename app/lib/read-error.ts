import { AppError } from '#shared/errors/app-error.ts';

/** The right to see it has gone, or the thing itself. */
const GONE = new Set([401, 403, 404, 410]);

/**
 * Why a query has nothing to show; null while it has. A later reading that fails (the connection went, the server was busy) does
 * not take away what stands on the page, nor what somebody is typing into it; a refusal does.
 */
export function readError(query: { data: unknown; error: Error | null }): Error | null {
	const { data, error } = query;
	if (!error || data === undefined) return error;
	return error instanceof AppError && GONE.has(error.status) ? error : null;
}
