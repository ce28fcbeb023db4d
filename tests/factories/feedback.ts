import { submitReport } from '#server/domain/feedback/commands/submit-report.ts';
import type { Services } from '#server/services.ts';
import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import type { submitFeedback } from '#shared/contracts/feedback.ts';
import { feedbackPayload } from '#shared/contracts/feedback.ts';

/** The payload as the widget sends it. */
export function feedbackBody(
	changes: Partial<CallBodyOf<typeof submitFeedback>> = {},
): CallBodyOf<typeof submitFeedback> {
	return {
		type: 'bug',
		title: 'The map is cut off',
		description: 'On my phone the map has no right half.',
		priority: 'high',
		category: 'Mobile/Responsive Issue',
		steps: 'Open an event',
		expectedBehavior: 'A whole map',
		actualBehavior: 'Half a map',
		browser: 'Safari',
		device: 'Mobile',
		email: 'grace@example.org',
		includeConsoleLogs: false,
		url: 'https://foyer.test/events/spring-fair',
		userAgent: 'Mozilla/5.0 (iPhone)',
		timestamp: '2027-01-01T10:00:00Z',
		enhancedDescription: 'On my phone the map has no right half.',
		...changes,
	};
}

/** A report in the database, with its links. */
export function makeReport(services: Services, changes: Parameters<typeof feedbackBody>[0] = {}) {
	return submitReport(services, feedbackPayload.parse(feedbackBody(changes)));
}
