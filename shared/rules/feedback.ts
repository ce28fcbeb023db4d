import { SCREENSHOT_MB } from './file-sizes.ts';
import { secretSegments } from './routes.ts';

/** Rules of the feedback report (sections 3, 5 and 9 of the specification), for the widget and the server. */
export const feedbackTypes = ['bug', 'feature'] as const;
export type FeedbackType = (typeof feedbackTypes)[number];

export const feedbackPriorities = ['low', 'medium', 'high', 'critical'] as const;
export type FeedbackPriority = (typeof feedbackPriorities)[number];
export const DEFAULT_PRIORITY: FeedbackPriority = 'medium';

export const feedbackStatuses = [
	'new',
	'triaged',
	'planned',
	'in-progress',
	'done',
	'declined',
	'duplicate',
] as const;
export type FeedbackStatus = (typeof feedbackStatuses)[number];

export const feedbackCategories: Record<FeedbackType, readonly string[]> = {
	bug: [
		'UI/UX Issue',
		'Functionality Problem',
		'Performance Issue',
		'Security Concern',
		'Data Issue',
		'Integration Problem',
		'Mobile/Responsive Issue',
		'Other',
	],
	feature: [
		'User Experience',
		'Performance Enhancement',
		'New Functionality',
		'Integration Request',
		'Mobile Enhancement',
		'Accessibility',
		'Analytics/Reporting',
		'Other',
	],
};
export const defaultCategory: Record<FeedbackType, string> = {
	bug: 'UI/UX Issue',
	feature: 'User Experience',
};

export const feedbackBrowsers = ['Chrome', 'Firefox', 'Safari', 'Edge', 'Other'] as const;
export type FeedbackBrowser = (typeof feedbackBrowsers)[number];
export const feedbackDevices = ['Mobile', 'Desktop'] as const;
export type FeedbackDevice = (typeof feedbackDevices)[number];

export const MAX_SCREENSHOTS = 5;
/** 5 MB, as stated. */
export const MAX_SCREENSHOT_BYTES = SCREENSHOT_MB * 1_000_000;
export const MAX_CONSOLE_LINES = 50;

export type CheckedField = 'title' | 'description' | 'category' | 'email';

/** The four checks, in their order; title and description count without blanks at their ends. */
const checks: [CheckedField, string][] = [
	['title', 'Please enter a title for your report.'],
	['description', 'Please enter a description for your report.'],
	['category', 'Please select a category for your report.'],
	['email', 'Please enter your email address for follow-up.'],
];

/** The first check that a report fails, or null. */
export function checkFeedback(
	report: Record<CheckedField, string>,
): { field: CheckedField; message: string } | null {
	const failed = checks.find(([field]) => report[field].trim() === '');
	return failed ? { field: failed[0], message: failed[1] } : null;
}

/** The browser by the text it sends; Edge calls itself Chrome, and Chrome calls itself Safari. */
export function detectBrowser(userAgent: string): FeedbackBrowser {
	if (/\bEdgA?(?:iOS)?\//.test(userAgent)) return 'Edge';
	if (/\bOPR\/|\bSamsungBrowser\//.test(userAgent)) return 'Other';
	if (/\b(?:Firefox|FxiOS)\//.test(userAgent)) return 'Firefox';
	if (/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//.test(userAgent)) return 'Chrome';
	if (/\bSafari\//.test(userAgent)) return 'Safari';
	return 'Other';
}

export function detectDevice(userAgent: string): FeedbackDevice {
	return /Mobi|Android|iPhone|iPad|iPod/i.test(userAgent) ? 'Mobile' : 'Desktop';
}

/** The description with a note on the screenshots; the files themselves are not in the report. */
export function enhanceDescription(description: string, screenshots: readonly string[]): string {
	const text = description.trim();
	if (screenshots.length === 0) return text;
	return `${text}\n\n[${screenshots.length} screenshot${screenshots.length === 1 ? '' : 's'} attached: ${screenshots.join(', ')}]`;
}

const tokenLike = /(?<![\w/.-]{8})(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{32,}/g;
const secrets: [RegExp, string][] = [
	[/\b(Bearer|Basic) +[\w.~+/=-]+/gi, '$1 [redacted]'],
	[
		/("?(?:\w{0,40}token|password|\w{0,40}secret|api[_-]?key|authorization)"?\s*[:=]\s*)("[^"]*"|[^\s,;&"'}]+)/gi,
		'$1[redacted]',
	],
	[new RegExp(`(/(?:${secretSegments})/)[^/?#\\s"'<>]+`, 'g'), '$1[redacted]'],
	[/([?&](?:code|key|signature|email)=)[^&#\s"'<>]+/gi, '$1[redacted]'],
	[/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, '[redacted]'],
	[tokenLike, '[redacted]'],
	[/(?<![^\s@<>"'`(),;:])[^\s@<>"'`(),;:]+@[\w-]+(?:\.[\w-]+)+/g, '[address]'],
];

/** A line of the console without secrets and addresses, cut to a readable length. */
export function redactLogLine(line: string, max = 500): string {
	let text = line;
	for (const [pattern, replacement] of secrets) text = text.replace(pattern, replacement);
	return text.slice(0, max);
}
