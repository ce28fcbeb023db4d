import type { Crash } from '#server/platform/crash-tap.ts';
import { release } from '#server/platform/release.ts';
import type { Services } from '#server/services.ts';
import { recordCrash } from './commands/record-crash.ts';

const windowMs = 60_000;
/** Writes to the error log in a minute; a database that fails every call shall not be called twice as often. */
const mostInWindow = 60;

let windowStart = 0;
let taken = 0;

/** Errors of the log, recorded in the error log. Never fails: what cannot be stored is in the log of the process. */
export function logServerCrash(services: Services, { event, fields }: Crash): void {
	const now = performance.now();
	if (now - windowStart > windowMs) {
		windowStart = now;
		taken = 0;
	}
	taken += 1;
	if (taken > mostInWindow) return;
	const error = (fields.error ?? {}) as {
		type?: string;
		message?: string;
		stack?: string;
		cause?: { message?: string };
	};
	const cause = error.cause?.message ? ` (${error.cause.message})` : '';
	recordCrash(services, {
		source: 'server',
		severity: 'error',
		// What the database throws is called "error": the name of the work says more.
		name: !error.type || error.type === 'error' ? event : error.type,
		message: `${event}: ${error.message ?? ''}${cause}`,
		stack: error.stack ?? '',
		route: routeOf(fields),
		release,
		requestId: String(fields.requestId ?? ''),
	}).catch((fault) => services.log.warn({ error: fault }, 'error-log.not-stored'));
}

function routeOf(fields: Record<string, unknown>): string {
	if (typeof fields.path === 'string') {
		return fields.path.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, ':id');
	}
	const work = fields.job ?? fields.poller ?? fields.fact ?? fields.template ?? '';
	return String(work);
}
