import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STAFF_REFETCH_MS } from '#app/features/check-in/api.ts';
import { ERROR_MS, HIGHLIGHT_MS, SUCCESS_MS } from '#app/features/check-in/use-door.ts';
import { CAMERA_ERROR_TITLE } from '#app/features/scanner/camera/camera-errors.ts';
import { SCAN_DEFAULTS, STAFF_SCAN } from '#app/features/scanner/scan-config.ts';
import { trackingRules } from '#app/lib/page-views.ts';
import { createQueryClient } from '#app/lib/query-client.ts';
import { NAVIGATION_LIMIT, TRACKING_LIMIT } from '#app/lib/rate-limiter.ts';
import { userQueryTimes } from '#app/lib/user-query.ts';
import { TOAST_REMOVAL_MS, TOAST_VISIBLE_MS } from '#app/ui/toast-store.ts';
import { readyTemplates } from '#server/domain/templates/ready/index.ts';
import { errorCatalogue } from '#shared/errors/catalogue.ts';
import { attentionKinds } from '#shared/rules/attention.ts';
import {
	DEFAULT_PRIORITY,
	defaultCategory,
	feedbackCategories,
	feedbackPriorities,
	MAX_SCREENSHOT_BYTES,
	MAX_SCREENSHOTS,
} from '#shared/rules/feedback.ts';
import { retrySeconds } from '#shared/rules/webhook-types.ts';

/**
 * Texts and figures of the specification, to the letter, written down a second time: so that none of them changes by a change of the place
 * that defines it. The frame around pages has app/shell/frame.test.tsx, the routes route-table.test.ts.
 */
const root = join(import.meta.dirname, '..');

const catalogue = {
	AUTH_INVALID_CREDENTIALS: 'Invalid email or password. Please try again.',
	AUTH_TOKEN_EXPIRED: 'Your session has expired. Please sign in again.',
	AUTH_TOKEN_INVALID: 'Authentication error. Please sign in again.',
	AUTH_ACCOUNT_LOCKED: 'Your account has been locked. Please contact support.',
	AUTH_ACCOUNT_DISABLED: 'Your account has been disabled. Please contact support.',
	AUTH_INSUFFICIENT_PERMISSIONS: "You don't have permission to perform this action.",
	AUTH_REQUIRED: 'Please sign in to continue.',
	VALIDATION_FAILED: 'Please check your input and try again.',
	VALIDATION_REQUIRED_FIELD: 'This field is required.',
	VALIDATION_INVALID_FORMAT: 'Please enter a valid format.',
	NETWORK_ERROR: 'Network error. Please check your connection and try again.',
	NETWORK_TIMEOUT: 'Request timed out. Please try again.',
	NETWORK_OFFLINE: 'You appear to be offline. Please check your connection.',
	NETWORK_CORS_ERROR: 'Cross-origin request blocked. Please try again.',
	SERVER_ERROR: 'Server error. Please try again later.',
	SERVER_OVERLOADED: 'Server is busy. Please try again later.',
	SERVER_MAINTENANCE: 'Server is under maintenance. Please try again later.',
	SERVER_UNAVAILABLE: 'Service temporarily unavailable. Please try again later.',
	RATE_LIMIT_EXCEEDED: 'Too many requests. Please wait a moment and try again.',
	RATE_LIMIT_TOO_MANY_REQUESTS: 'Rate limit exceeded. Please slow down your requests.',
	PAYMENT_FAILED: 'Payment failed. Please check your payment method and try again.',
	PAYMENT_INSUFFICIENT_FUNDS: 'Insufficient funds. Please use a different payment method.',
	PAYMENT_CARD_DECLINED: 'Card declined. Please use a different payment method.',
	PAYMENT_INVALID_CARD: 'Invalid card information. Please check and try again.',
	PAYMENT_EXPIRED_CARD: 'Card has expired. Please use a different payment method.',
	RESOURCE_NOT_FOUND: 'The requested resource was not found.',
	RESOURCE_ALREADY_EXISTS: 'This resource already exists.',
	RESOURCE_ACCESS_DENIED: 'Access to this resource is denied.',
	RESOURCE_DELETED: 'This resource has been deleted.',
	BUSINESS_RULE_VIOLATION: 'This action violates a business rule.',
	INSUFFICIENT_QUOTA: 'You have exceeded your quota. Please upgrade your plan.',
	SUBSCRIPTION_EXPIRED: 'Your subscription has expired. Please renew to continue.',
	FEATURE_NOT_AVAILABLE: 'This feature is not available in your current plan.',
	UNKNOWN_ERROR: 'An unexpected error occurred. Please try again.',
	INTERNAL_ERROR: 'Internal error. Please try again later.',
	NOT_IMPLEMENTED: 'This feature is not yet implemented.',
	SERVICE_UNAVAILABLE: 'Service is currently unavailable. Please try again later.',
	VALIDATION_INVALID_EMAIL: 'Please enter a valid email address.',
	VALIDATION_INVALID_PHONE: 'Please enter a valid phone number.',
	VALIDATION_INVALID_URL: 'Please enter a valid URL.',
	VALIDATION_INVALID_DATE: 'Please enter a valid date.',
	VALIDATION_INVALID_NUMBER: 'Please enter a valid number.',
};

test('the code catalogue', () => {
	expect(
		Object.fromEntries(Object.entries(errorCatalogue).map(([code, { userMessage }]) => [code, userMessage])),
	).toEqual(catalogue);
});

/** By the file that shows them, with the mark before a text of the screen. */
const texts: Record<string, string[]> = {
	'app/features/check-in/components/staff-scanner.tsx': [
		'>Staff Scanner<',
		'Loading event scanner...',
		'`Checked In`',
		'`Total Guests`',
		'`Check-in Rate`',
	],
	'app/features/check-in/components/scan-card.tsx': [
		'>QR Code Scanner<',
		'>Start Scanning<',
		'>Stop Scanner<',
	],
	'app/features/check-in/components/door-status.tsx': ['`Connected`', '`Offline Mode`'],
	'app/features/check-in/components/guest-list-card.tsx': [
		'>Guest List<',
		'`Search guests...`',
		'`No guests found matching your search.`',
		'`No guests registered yet.`',
	],
	'app/features/check-in/components/guest-rows.tsx': ['`Checked in at $', '>Checked In<', '>Check In<'],
	'app/features/check-in/components/access-denied.tsx': [
		'>Access Denied<',
		'Invalid or expired scanner access. Please get a new QR code from the event organizer.',
	],
	'app/features/check-in/use-door.ts': [
		'`Check-in Failed`',
		'`Check-in Error`',
		'`Check-in Successful!`',
		'`Manual Check-in Successful!`',
	],
	'app/features/check-in/door-verdict.ts': ['`Network error occurred`'],
	'app/features/feedback/use-report.ts': [
		'`Validation Error`',
		'`Submission failed`',
		'`There was an error submitting your feedback. Please try again.`',
		'`Feedback submitted successfully!`',
	],
	'app/features/feedback/components/feedback-form.tsx': [
		'`PNG, JPG, GIF up to 5MB each (max 5 screenshots)`',
	],
	'app/features/feedback/components/feedback-panel.tsx': ['`Form`', '`Preview`'],
	'app/shell/feedback-button.tsx': ['`Report a bug or request a feature`'],
};

test.each(Object.entries(texts))('%s shows its texts', (file, wanted) => {
	const source = readFileSync(join(root, file), 'utf8').replaceAll(/>\s+|\s+</g, (space) => space.trim());
	expect(wanted.filter((text) => !source.includes(text))).toEqual([]);
});

test('the staff scanner and the scanning component', () => {
	expect(CAMERA_ERROR_TITLE).toBe('Camera Error');
	expect([STAFF_REFETCH_MS, SUCCESS_MS, ERROR_MS, HIGHLIGHT_MS]).toEqual([60_000, 2_000, 3_000, 3_000]);
	expect(STAFF_SCAN).toEqual({ fps: 10, box: 250, aspectRatio: 1, facingMode: 'environment' });
	expect(SCAN_DEFAULTS).toEqual({
		...{ fps: 2, width: 300, minBoxSize: 50, fileMinHeight: 300, filePadding: 100, resumeDelayMs: 200 },
		scanTypes: ['camera', 'file'],
	});
});

test('limits and times of the browser', () => {
	expect([NAVIGATION_LIMIT, TRACKING_LIMIT]).toEqual([
		{ limit: 15, windowMs: 60_000 },
		{ limit: 5, windowMs: 60_000 },
	]);
	expect(trackingRules).toMatchObject({ gapMs: 2_000, limit: 5, windowMs: 60_000 });
	expect([TOAST_VISIBLE_MS, TOAST_REMOVAL_MS]).toEqual([5_500, 5_500]);
	expect(userQueryTimes).toEqual({
		...{ delayMs: 300, rateLimitWaitMs: 2_000, rateLimitRetries: 3, backOffMs: 1_000, backOffCapMs: 30_000 },
		...{ staleMs: 600_000, cacheMs: 1_200_000 },
	});
	const { retry, refetchOnWindowFocus } = createQueryClient().getDefaultOptions().queries ?? {};
	expect(refetchOnWindowFocus).toBe(false);
	expect(
		[0, 1].map((failures) => (retry as (count: number, error: Error) => boolean)(failures, new Error())),
	).toEqual([true, false]);
});

test('the feedback form', () => {
	expect([MAX_SCREENSHOTS, MAX_SCREENSHOT_BYTES, DEFAULT_PRIORITY]).toEqual([5, 5_000_000, 'medium']);
	expect(feedbackPriorities).toEqual(['low', 'medium', 'high', 'critical']);
	expect(defaultCategory).toEqual({ bug: 'UI/UX Issue', feature: 'User Experience' });
	expect(feedbackCategories).toEqual({
		bug: [
			...['UI/UX Issue', 'Functionality Problem', 'Performance Issue', 'Security Concern', 'Data Issue'],
			...['Integration Problem', 'Mobile/Responsive Issue', 'Other'],
		],
		feature: [
			...['User Experience', 'Performance Enhancement', 'New Functionality', 'Integration Request'],
			...['Mobile Enhancement', 'Accessibility', 'Analytics/Reporting', 'Other'],
		],
	});
});

test('webhooks are tried ten times: at once, then after these times', () => {
	const [minute, hour] = [60, 3_600];
	expect(retrySeconds).toEqual([
		...[5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
	]);
});

test('templates for each purpose that is named', () => {
	expect(readyTemplates.map(({ key }) => key)).toEqual(
		expect.arrayContaining([
			...['meetup', 'workshop', 'conference', 'concert', 'course', 'gala', 'charity-run', 'school-fair'],
			...['members-meeting', 'private-party', 'webinar'],
		]),
	);
});

test('what needs a member on the dashboard', () => {
	expect(attentionKinds).toEqual(
		expect.arrayContaining([
			...['approvals', 'refund_requests', 'payments', 'emails', 'check_in_conflicts', 'waitlist_offers'],
		]),
	);
});
