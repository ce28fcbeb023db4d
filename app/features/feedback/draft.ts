import type { CallBodyOf } from '#shared/contracts/endpoint.ts';
import type { submitFeedback } from '#shared/contracts/feedback.ts';
import {
	DEFAULT_PRIORITY,
	defaultCategory,
	detectBrowser,
	detectDevice,
	enhanceDescription,
	type FeedbackBrowser,
	type FeedbackDevice,
	type FeedbackPriority,
	type FeedbackType,
} from '#shared/rules/feedback.ts';

/** Typed text in the widget; retained while it is minimised, while pages change, and when sending fails. */
export interface FeedbackDraft {
	type: FeedbackType;
	title: string;
	description: string;
	priority: FeedbackPriority;
	category: string;
	steps: string;
	expectedBehavior: string;
	actualBehavior: string;
	browser: FeedbackBrowser;
	device: FeedbackDevice;
	email: string;
	includeConsoleLogs: boolean;
}

export function newDraft(type: FeedbackType, userAgent: string, email: string): FeedbackDraft {
	return {
		type,
		title: '',
		description: '',
		priority: DEFAULT_PRIORITY,
		category: defaultCategory[type],
		steps: '',
		expectedBehavior: '',
		actualBehavior: '',
		browser: detectBrowser(userAgent),
		device: detectDevice(userAgent),
		email,
		includeConsoleLogs: false,
	};
}

/** Another type has categories of its own, and its default. */
export function withType(draft: FeedbackDraft, type: FeedbackType): FeedbackDraft {
	return draft.type === type ? draft : { ...draft, type, category: defaultCategory[type] };
}

/** The payload of the specification, member by member. Steps and behaviour belong to bugs only. */
export function payloadOf(
	draft: FeedbackDraft,
	page: { url: string; userAgent: string; now: Date; screenshots: readonly string[] },
): CallBodyOf<typeof submitFeedback> {
	const isBug = draft.type === 'bug';
	return {
		type: draft.type,
		title: draft.title.trim(),
		description: draft.description.trim(),
		priority: draft.priority,
		category: draft.category,
		steps: isBug ? draft.steps : '',
		expectedBehavior: isBug ? draft.expectedBehavior : '',
		actualBehavior: isBug ? draft.actualBehavior : '',
		browser: draft.browser,
		device: draft.device,
		email: draft.email.trim(),
		includeConsoleLogs: draft.includeConsoleLogs,
		url: page.url,
		userAgent: page.userAgent,
		timestamp: page.now.toISOString(),
		enhancedDescription: enhanceDescription(draft.description, page.screenshots),
	};
}
