import { expect, test } from 'vitest';
import { rulesToText, textToRules } from './refund-rules-text.ts';
import { draftInput, emptyDraft } from './stored-draft.ts';

const rules = { steps: [{ percent: 50, until: { days: 1 } }], keepMinor: 100 };

test('rules of a form are the same text, in whichever order their fields come', () => {
	const sorted = { keepMinor: 100, steps: [{ until: { days: 1 }, percent: 50 }] };
	expect(rulesToText(sorted)).toBe(rulesToText(rules));
	expect(textToRules(rulesToText(rules))).toEqual(rules);
	expect(rulesToText({ ...rules, note: '' })).toBe(rulesToText(rules));
	expect([rulesToText(null), textToRules('')]).toEqual(['', null]);
	for (const text of ['{', '7', 'null', '{"steps":1}']) expect(textToRules(text)).toBeNull();
});

test('a draft sends rules, or words; never both', () => {
	const typed = { ...emptyDraft(), refundPolicy: 'As written.' };
	expect(draftInput(typed)).toMatchObject({ refundPolicy: 'As written.' });
	const ruled = draftInput({ ...typed, refundRules: rulesToText(rules) });
	expect(ruled).toMatchObject({ refundRules: rules });
	expect(ruled).not.toHaveProperty('refundPolicy');
});
