import { AppError } from './app-error.ts';
import { message } from './translatable-message.ts';

/** What `metadata.rule` of a version conflict says. */
export const VERSION_CONFLICT = 'version-conflict';

/**
 * If-Match named a version that is no longer the current one: somebody saved in between, and nothing was written. The
 * catalogue has no code for it; it travels as BUSINESS_RULE_VIOLATION with status 412 (docs/decisions/248-idempotency-and-versions.md).
 */
export function versionConflict(current: number): AppError {
	return new AppError('BUSINESS_RULE_VIOLATION', {
		status: 412,
		message: `The version named by If-Match is out of date; the current one is ${current}. Read it again.`,
		userMessage: message`Someone else saved changes in the meantime. Load their version, then save yours again.`,
		metadata: { rule: VERSION_CONFLICT, version: current },
	});
}

/** Tells a version conflict from other refusals. */
export function isVersionConflict(error: unknown): error is AppError {
	return error instanceof AppError && error.metadata.rule === VERSION_CONFLICT;
}
