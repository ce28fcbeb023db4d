import { AppError, type FieldError } from './app-error.ts';
import { isErrorCode } from './catalogue.ts';

/**
 * Reads an error body that came over the wire, however incomplete. The message is the body's `error` or `message` text,
 * else 'HTTP {status}' (section 7 of the specification). Free of zod: public pages load it.
 */
export function fromErrorBody(body: unknown, status: number): AppError {
	const record = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
	const text = [record.error, record.message].find(
		(value): value is string => typeof value === 'string' && value !== '',
	);
	return new AppError(isErrorCode(record.code) ? record.code : 'UNKNOWN_ERROR', {
		message: text ?? `HTTP ${status}`,
		status,
		userMessage: typeof record.userMessage === 'string' ? record.userMessage : undefined,
		details: Array.isArray(record.details) ? (record.details as FieldError[]) : [],
		metadata: (record.metadata as Record<string, unknown> | undefined) ?? {},
	});
}
