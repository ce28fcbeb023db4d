import { randomInt } from 'node:crypto';
import { feedbackReports } from '#server/db/tables/feedback.ts';
import { EVENT_CODE_ALPHABET } from '#server/domain/events/event-code.ts';
import type { Services } from '#server/services.ts';
import type { FeedbackPayload } from '#shared/contracts/feedback.ts';
import { fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { feedbackCategories } from '#shared/rules/feedback.ts';
import { redactUrl } from '#shared/rules/page-address.ts';
import { makeReportToken } from '../report-token.ts';

const codeLength = 8;

/** A name for a report that can be read aloud; 8 of 31 signs, so that two never meet. */
function newReportCode(): string {
	return `FB-${Array.from({ length: codeLength }, () => EVENT_CODE_ALPHABET[randomInt(EVENT_CODE_ALPHABET.length)]).join('')}`;
}

/** Stores a report and returns its name, with links for its screenshots and for following it. */
export async function submitReport(services: Services, payload: FeedbackPayload) {
	if (!feedbackCategories[payload.type].includes(payload.category)) {
		throw fieldError('category', message`Please select a category for your report.`);
	}
	const code = newReportCode();
	const isBug = payload.type === 'bug';
	await services.database.db.insert(feedbackReports).values({
		id: newId(),
		code,
		type: payload.type,
		title: payload.title,
		description: payload.enhancedDescription || payload.description,
		priority: payload.priority,
		category: payload.category,
		steps: isBug ? payload.steps : '',
		expectedBehavior: isBug ? payload.expectedBehavior : '',
		actualBehavior: isBug ? payload.actualBehavior : '',
		browser: payload.browser,
		device: payload.device,
		email: payload.email,
		url: redactUrl(payload.url),
		userAgent: payload.userAgent.slice(0, 300),
		isConsoleLogAllowed: payload.includeConsoleLogs,
		createdAt: services.clock.now(),
		updatedAt: services.clock.now(),
	});
	return {
		reportId: code,
		uploadToken: makeReportToken(services.secret, 'upload', code),
		statusPath: `/feedback-report/${makeReportToken(services.secret, 'status', code)}`,
	};
}
