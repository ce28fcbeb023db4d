import { expect, test } from 'vitest';
import { bodyOf, isAskingForNews, valuesOf } from './question-form.ts';

test('consent to news is never required, and only a consent asks for it', () => {
	const values = { ...valuesOf(null), label: 'News?', isRequired: true, asksForNews: true };
	expect(isAskingForNews(values)).toBe(false);
	expect(bodyOf(values)).toMatchObject({ kind: 'text', isRequired: true, asksForNews: false });
	const consent = { ...values, kind: 'consent' as const };
	expect(isAskingForNews(consent)).toBe(true);
	expect(bodyOf(consent)).toMatchObject({ kind: 'consent', isRequired: false, asksForNews: true });
});
