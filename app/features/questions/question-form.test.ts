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

test('a file is not required at the door, whatever was set for another kind', () => {
	const values = { ...valuesOf(null), label: 'Your passport', isAskedAtDoor: true };
	expect(bodyOf(values).isAskedAtDoor).toBe(true);
	expect(bodyOf({ ...values, kind: 'file' })).toMatchObject({ kind: 'file', isAskedAtDoor: false });
});
