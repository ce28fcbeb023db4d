import { z } from '../lib/z.ts';
import { noContent, page, paging, text, uuid } from './common.ts';
import { adminAccess, endpoint, publicAccess } from './endpoint.ts';

export const crashSeverities = ['warning', 'info', 'error'] as const;
export const crashSources = ['browser', 'server'] as const;

/** A browser’s crash report: where in the product, never who. The server removes what looks personal or secret. */
export const crashReport = z
	.object({
		name: text({ max: 200 }).default('Error'),
		message: text({ max: 4_000, lines: true }).default(''),
		stack: text({ max: 16_000, lines: true }).default(''),
		/** The route's pattern: `/events/:event`. */
		route: text({ max: 300 }).default(''),
		release: text({ max: 100 }).default(''),
		/** Of the API call that failed, where one did. */
		requestId: text({ max: 100 }).default(''),
		severity: z.enum(crashSeverities).default('error'),
	})
	.meta({ id: 'CrashReport' });

export const reportCrash = endpoint({
	id: 'errorLog.reportCrash',
	method: 'POST',
	path: '/api/errors',
	summary: 'Report a crash in the browser. Repeated crashes are counted.',
	access: publicAccess,
	limit: 'report',
	maxBodyBytes: 50_000,
	body: crashReport,
	status: 204,
	output: noContent(),
});

/** One kind of crash, with its last occurrence. */
export const loggedError = z
	.object({
		id: uuid(),
		source: z.enum(crashSources),
		severity: z.enum(crashSeverities),
		name: z.string(),
		message: z.string(),
		stack: z.string(),
		route: z.string(),
		release: z.string(),
		requestId: z.string(),
		count: z.int(),
		firstSeenAt: z.string(),
		lastSeenAt: z.string(),
		resolvedAt: z.string().nullable(),
	})
	.meta({ id: 'LoggedError' });
export type LoggedError = z.output<typeof loggedError>;

export const listErrors = endpoint({
	id: 'errorLog.listErrors',
	method: 'GET',
	path: '/api/admin/errors',
	summary: 'List the error log, latest first.',
	access: adminAccess,
	limit: 'read',
	query: z.object({
		state: z.enum(['open', 'resolved', 'all']).default('open'),
		source: z.enum(crashSources).optional(),
		q: z.string().max(200).optional(),
		...paging(50, 100),
	}),
	output: page(loggedError),
});

const errorParams = z.object({ error: uuid() });

export const resolveError = endpoint({
	id: 'errorLog.resolveError',
	method: 'POST',
	path: '/api/admin/errors/{error}/resolve',
	summary: 'Mark an error as resolved. It reopens if it happens again.',
	access: adminAccess,
	limit: 'write',
	params: errorParams,
	output: loggedError,
});
