import { expect, test } from 'vitest';
import {
	checkFeedback,
	defaultCategory,
	detectBrowser,
	detectDevice,
	enhanceDescription,
	feedbackCategories,
	redactLogLine,
} from './feedback.ts';

const whole = { title: 'a', description: 'b', category: 'Other', email: 'a@example.org' };

test('the four checks come in their order, one at a time', () => {
	expect(checkFeedback({ title: ' ', description: '', category: '', email: '' })?.message).toBe(
		'Please enter a title for your report.',
	);
	expect(checkFeedback({ ...whole, description: ' \n', category: '', email: '' })?.message).toBe(
		'Please enter a description for your report.',
	);
	expect(checkFeedback({ ...whole, category: '', email: '' })?.message).toBe(
		'Please select a category for your report.',
	);
	expect(checkFeedback({ ...whole, email: '' })).toEqual({
		field: 'email',
		message: 'Please enter your email address for follow-up.',
	});
	expect(checkFeedback(whole)).toBeNull();
});

test('defaults are of their type', () => {
	expect(defaultCategory).toEqual({ bug: 'UI/UX Issue', feature: 'User Experience' });
	expect(feedbackCategories.bug).toHaveLength(8);
	expect(feedbackCategories.feature).toHaveLength(8);
	for (const type of ['bug', 'feature'] as const) {
		expect(feedbackCategories[type]).toContain(defaultCategory[type]);
	}
});

test.each([
	[
		'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
		'Chrome',
		'Desktop',
	],
	[
		'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
		'Edge',
		'Desktop',
	],
	['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Desktop'],
	[
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
		'Safari',
		'Mobile',
	],
	['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) CriOS/140.0 Mobile/15E148 Safari/604.1', 'Chrome', 'Mobile'],
	['Mozilla/5.0 (X11) Chrome/120 Safari/537.36 OPR/106.0', 'Other', 'Desktop'],
	['', 'Other', 'Desktop'],
])('%s: %s on %s', (userAgent, browser, device) => {
	expect([detectBrowser(userAgent), detectDevice(userAgent)]).toEqual([browser, device]);
});

test('the note names the screenshots', () => {
	expect(enhanceDescription(' It broke. ', [])).toBe('It broke.');
	expect(enhanceDescription('It broke.', ['a.png'])).toBe('It broke.\n\n[1 screenshot attached: a.png]');
	expect(enhanceDescription('It broke.', ['a.png', 'b.jpg'])).toBe(
		'It broke.\n\n[2 screenshots attached: a.png, b.jpg]',
	);
});

test.each([
	['Authorization: Bearer abc.def-123', /abc/],
	['{"token":"s3cret","x":1}', /s3cret/],
	['password=hunter2', /hunter2/],
	['GET /my-ticket/AbC123 failed', /AbC123/],
	['ada@example.org not found', /ada@/],
	['key kJ8sQ2nVx0LpTz5RaBcDeFgHiJkLmNoPqRs lost', /kJ8sQ2/],
	['ticket 0123456789ABCDEFGHJKMNPQRS', /ABCDEFGH/],
])('%s is redacted', (line, secret) => {
	expect(redactLogLine(line)).not.toMatch(secret);
	expect(redactLogLine(line)).toMatch(/\[(?:redacted|address)\]/);
});

test('what is no secret stays, up to its length', () => {
	expect(redactLogLine('TypeError: x is undefined at render')).toBe('TypeError: x is undefined at render');
	expect(redactLogLine('a'.repeat(2_000))).toHaveLength(500);
});
