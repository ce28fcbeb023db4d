import { z } from '../lib/z.ts';
import {
	DEFAULT_PRIORITY,
	feedbackBrowsers,
	feedbackDevices,
	feedbackPriorities,
	feedbackStatuses,
	feedbackTypes,
	MAX_CONSOLE_LINES,
	MAX_SCREENSHOT_BYTES,
	MAX_SCREENSHOTS,
} from '../rules/feedback.ts';
import { SCREENSHOT_MB } from '../rules/file-sizes.ts';
import { email, instant, noContent, page, paging, text, uuid } from './common.ts';
import { adminAccess, endpoint, publicAccess } from './endpoint.ts';

/** The payload of the specification (section 3), member by member. */
export const feedbackPayload = z
	.object({
		type: z.enum(feedbackTypes),
		title: text({ max: 200, min: 1 }),
		description: text({ max: 10_000, min: 1, lines: true }),
		priority: z.enum(feedbackPriorities).default(DEFAULT_PRIORITY),
		category: text({ max: 80, min: 1 }),
		steps: text({ max: 5_000, lines: true }).default(''),
		expectedBehavior: text({ max: 5_000, lines: true }).default(''),
		actualBehavior: text({ max: 5_000, lines: true }).default(''),
		browser: z.enum(feedbackBrowsers).default('Other'),
		device: z.enum(feedbackDevices).default('Desktop'),
		email: email(),
		includeConsoleLogs: z.boolean().default(false),
		url: text({ max: 2_000 }).default(''),
		userAgent: text({ max: 1_000 }).default(''),
		timestamp: instant(),
		enhancedDescription: text({ max: 12_000, lines: true }).default(''),
	})
	.meta({ id: 'FeedbackPayload' });
export type FeedbackPayload = z.output<typeof feedbackPayload>;

export const submitFeedback = endpoint({
	id: 'feedback.submit',
	method: 'POST',
	path: '/api/feedback/submit',
	summary: 'Send a bug report or a feature request. No login needed.',
	access: publicAccess,
	limit: 'mail',
	body: feedbackPayload,
	status: 201,
	output: z.object({
		reportId: z.string(),
		/** For the screenshots and the console log of this report, for an hour. */
		uploadToken: z.string(),
		/** Path of the page that shows the reporter what becomes of it. */
		statusPath: z.string(),
	}),
});

const reportCode = () => z.string().max(40);
const reportParams = z.object({ report: reportCode() });
const uploadQuery = z.object({ uploadToken: z.string().max(100) });

export const uploadScreenshot = endpoint({
	id: 'feedback.uploadScreenshot',
	method: 'POST',
	path: '/api/feedback/reports/{report}/screenshots',
	summary: `Add a screenshot to a report that was just sent: up to ${MAX_SCREENSHOTS} images of up to ${SCREENSHOT_MB} MB each.`,
	access: publicAccess,
	limit: 'upload',
	params: reportParams,
	query: uploadQuery,
	upload: { field: 'file', maxBytes: MAX_SCREENSHOT_BYTES, description: 'PNG, JPEG, GIF or WebP' },
	status: 204,
	output: noContent(),
});

export const consoleLine = z.object({
	level: z.enum(['log', 'info', 'warn', 'error']),
	at: instant(),
	text: text({ max: 1_000, lines: true }),
});
export type ConsoleLine = z.output<typeof consoleLine>;

export const sendConsoleLog = endpoint({
	id: 'feedback.sendConsoleLog',
	method: 'POST',
	path: '/api/feedback/reports/{report}/console-log',
	summary: 'Add the console log of the page to a report that was just sent, with the reporter’s consent.',
	access: publicAccess,
	limit: 'upload',
	params: reportParams,
	query: uploadQuery,
	maxBodyBytes: 300_000,
	body: z.object({ lines: z.array(consoleLine).max(MAX_CONSOLE_LINES) }),
	status: 204,
	output: noContent(),
});

export const reportStatus = z.object({
	reportId: z.string(),
	type: z.enum(feedbackTypes),
	title: z.string(),
	status: z.enum(feedbackStatuses),
	createdAt: z.string(),
	/** Changes of the status, the newest last. */
	changes: z.array(z.object({ status: z.enum(feedbackStatuses), at: z.string() })),
});
export type ReportStatus = z.output<typeof reportStatus>;

export const getReportStatus = endpoint({
	id: 'feedback.getReportStatus',
	method: 'GET',
	path: '/api/feedback/status/{reportToken}',
	summary: 'Get the status of a report by its signed link.',
	access: publicAccess,
	limit: 'read',
	params: z.object({ reportToken: z.string().max(100) }),
	output: reportStatus,
});

const person = z.object({ id: uuid(), name: z.string() });

export const feedbackReport = z
	.object({
		reportId: z.string(),
		type: z.enum(feedbackTypes),
		title: z.string(),
		category: z.string(),
		priority: z.enum(feedbackPriorities),
		status: z.enum(feedbackStatuses),
		email: z.string(),
		assignee: person.nullable(),
		screenshotCount: z.int(),
		/** Reports that were merged into this one. */
		duplicateCount: z.int(),
		createdAt: z.string(),
		updatedAt: z.string(),
	})
	.meta({ id: 'FeedbackReport' });
export type FeedbackReport = z.output<typeof feedbackReport>;

const filters = {
	type: z.enum(feedbackTypes).optional(),
	status: z.enum([...feedbackStatuses, 'open']).optional(),
	priority: z.enum(feedbackPriorities).optional(),
	assignee: z.enum(['me', 'nobody']).optional(),
	q: z.string().max(200).optional(),
};

export const listFeedback = endpoint({
	id: 'feedback.listReports',
	method: 'GET',
	path: '/api/admin/feedback',
	summary: 'List reports, newest first.',
	access: adminAccess,
	limit: 'read',
	query: z.object({ ...filters, ...paging(50, 100) }),
	output: page(feedbackReport),
});

export const exportFeedback = endpoint({
	id: 'feedback.exportReports',
	method: 'GET',
	path: '/api/admin/feedback/export',
	summary: 'Export reports as CSV with the filters of the list. Formulas are escaped.',
	access: adminAccess,
	limit: 'export',
	query: z.object(filters),
	output: { contentType: 'text/csv', description: 'One row for each report' },
});

export const feedbackDetail = feedbackReport
	.extend({
		description: z.string(),
		steps: z.string(),
		expectedBehavior: z.string(),
		actualBehavior: z.string(),
		browser: z.string(),
		device: z.string(),
		url: z.string(),
		userAgent: z.string(),
		consoleLog: z.array(consoleLine),
		screenshots: z.array(z.object({ id: uuid(), name: z.string(), width: z.number(), height: z.number() })),
		/** The report that this one repeats. */
		duplicateOf: z.string().nullable(),
		activity: z.array(
			z.object({
				id: uuid(),
				kind: z.enum(['note', 'status', 'priority', 'assignee', 'merge']),
				text: z.string(),
				author: z.string(),
				at: z.string(),
			}),
		),
		/** Administrators, to whom a report can be given. */
		assignees: z.array(person),
	})
	.meta({ id: 'FeedbackDetail' });
export type FeedbackDetail = z.output<typeof feedbackDetail>;

export const getFeedback = endpoint({
	id: 'feedback.getReport',
	method: 'GET',
	path: '/api/admin/feedback/{report}',
	summary: 'Get a report.',
	access: adminAccess,
	limit: 'read',
	params: reportParams,
	output: feedbackDetail,
});

export const updateFeedback = endpoint({
	id: 'feedback.updateReport',
	method: 'PATCH',
	path: '/api/admin/feedback/{report}',
	summary: 'Update status, priority or assignee. The reporter is emailed about a new status.',
	access: adminAccess,
	limit: 'write',
	params: reportParams,
	body: z.object({
		status: z.enum(feedbackStatuses).exclude(['duplicate']).optional(),
		priority: z.enum(feedbackPriorities).optional(),
		assigneeId: uuid().nullable().optional(),
	}),
	output: feedbackDetail,
});

export const addFeedbackNote = endpoint({
	id: 'feedback.addNote',
	method: 'POST',
	path: '/api/admin/feedback/{report}/notes',
	summary: 'Add a note that only administrators see.',
	access: adminAccess,
	limit: 'write',
	params: reportParams,
	body: z.object({ text: text({ max: 5_000, min: 1, lines: true }) }),
	status: 201,
	output: feedbackDetail,
});

export const mergeFeedback = endpoint({
	id: 'feedback.mergeReport',
	method: 'POST',
	path: '/api/admin/feedback/{report}/merge',
	summary: 'Mark a report as a duplicate of another. Repeating it changes nothing.',
	access: adminAccess,
	limit: 'write',
	params: reportParams,
	body: z.object({ into: reportCode() }),
	output: feedbackDetail,
});

export const getScreenshot = endpoint({
	id: 'feedback.getScreenshot',
	method: 'GET',
	path: '/api/admin/feedback/{report}/screenshots/{screenshot}',
	summary: 'Get a screenshot of a report.',
	access: adminAccess,
	limit: 'read',
	params: z.object({ report: reportCode(), screenshot: uuid() }),
	query: z.object({ size: z.enum(['small', 'large']).default('small') }),
	output: { contentType: 'image/webp', description: 'The picture' },
});
