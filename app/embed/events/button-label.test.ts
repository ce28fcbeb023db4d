import { expect, test } from 'vitest';
import { embedStates } from '#shared/contracts/embeds.ts';
import { wordsOf } from './mount-button.ts';

test('the button says what can be done', () => {
	expect(wordsOf({ state: 'open', minPriceMinor: 0 })).toBe('Register');
	expect(wordsOf({ state: 'open', minPriceMinor: 1_500 })).toBe('Get tickets');
	expect(wordsOf({ state: 'on-page', minPriceMinor: 1_500 })).toBe('Get tickets');
	expect(wordsOf({ state: 'elsewhere', minPriceMinor: null })).toBe('Register');
	expect(wordsOf({ state: 'sold-out', minPriceMinor: 1_500 })).toBe('Sold out');
	expect(wordsOf({ state: 'not-yet', minPriceMinor: 1_500 })).toBe('View event');
});

test('it has words for every state', () => {
	for (const state of embedStates) expect(wordsOf({ state, minPriceMinor: null })).not.toBe('');
});
