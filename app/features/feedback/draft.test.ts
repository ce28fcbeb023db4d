import { expect, test } from 'vitest';
import { feedbackPayload } from '#shared/contracts/feedback.ts';
import { newDraft, payloadOf, withType } from './draft.ts';

const page = {
	url: 'https://foyer.test/events',
	userAgent: 'Mozilla/5.0 Chrome/140 Safari/537.36',
	now: new Date('2027-01-01T10:00:00Z'),
	screenshots: ['a.png'],
};
const typed = {
	...newDraft('bug', page.userAgent, 'a@example.org'),
	title: ' T ',
	description: ' D ',
	steps: 'S',
};

test('the payload has the members of the specification and no others', () => {
	const payload = payloadOf(typed, page);
	expect(payload).toEqual({
		type: 'bug',
		title: 'T',
		description: 'D',
		priority: 'medium',
		category: 'UI/UX Issue',
		steps: 'S',
		expectedBehavior: '',
		actualBehavior: '',
		browser: 'Chrome',
		device: 'Desktop',
		email: 'a@example.org',
		includeConsoleLogs: false,
		url: 'https://foyer.test/events',
		userAgent: page.userAgent,
		timestamp: '2027-01-01T10:00:00.000Z',
		enhancedDescription: 'D\n\n[1 screenshot attached: a.png]',
	});
	expect(feedbackPayload.parse(payload)).toEqual(payload);
});

test('another type brings its default category and leaves the steps out', () => {
	const feature = withType(typed, 'feature');
	expect(feature.category).toBe('User Experience');
	expect(payloadOf(feature, page).steps).toBe('');
	expect(withType(feature, 'bug').steps).toBe('S');
	expect(withType(typed, 'bug')).toBe(typed);
});
