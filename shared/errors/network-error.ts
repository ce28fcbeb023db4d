import { AppError } from './app-error.ts';

/** The server was not reached, or not in time: whether it did anything is unknown. */
export function isNetworkError(error: unknown): boolean {
	return error instanceof AppError && error.code.startsWith('NETWORK_');
}
