import { expect, test } from 'vitest';
import { englishRegions, formatLocale } from './regions.ts';

test.each([
	['', 'en-US'],
	['en', 'en-US'],
	['en-US,en;q=0.9', 'en-US'],
	['en-CA', 'en-US'],
	['en-GB,en-US;q=0.9,en;q=0.8', 'en-GB'],
	['en;q=0.5, en-GB', 'en-GB'],
	['de-DE,de;q=0.9,en-US;q=0.8', 'en-GB'],
	['de', 'en-GB'],
	['pt-BR', 'en-GB'],
	['en-AU', 'en-AU'],
	['en-IN,hi;q=0.9', 'en-AU'],
	['*', 'en-US'],
	['en-', 'en-US'],
	['x'.repeat(5_000), 'en-US'],
])('English for %j is written as %s', (wishes, region) => {
	expect(formatLocale('en', wishes)).toBe(region);
});

test('what was folded folds to itself; another language keeps its own way', () => {
	for (const region of englishRegions) expect(formatLocale('en', region)).toBe(region);
	expect(formatLocale('de', 'en-GB')).toBe('de');
});
