import { expect, test } from 'vitest';
import { errorsBetween, likelyWords } from './typing-errors.ts';

test.each([
	['python', 'python', 0],
	['pyhton', 'python', 1],
	['pyton', 'python', 1],
	['pythonn', 'python', 1],
	['pithon', 'python', 1],
	['kuberntes', 'kubernetes', 1],
	['javscritp', 'javascript', 2],
	['berlin', 'merlin', 1],
	['abc', 'xyz', 3],
])('%s and %s', (typed, word, errors) => {
	expect(errorsBetween(typed, word, 2)).toBe(errors);
});

test('counts up to the limit only', () => {
	expect(errorsBetween('conference', 'xxxxxxxxxx', 2)).toBe(3);
	expect(errorsBetween('a', 'abcdef', 2)).toBe(3);
});

test('the nearest words win, and short words are taken as typed', () => {
	expect(likelyWords('pyhton', ['python', 'pylon', 'pythonic'])).toEqual(['python']);
	expect(likelyWords('jav', ['java'])).toEqual([]);
	expect(likelyWords('rsut', ['rust', 'ruse', 'rest'])).toEqual(['rust']);
	expect(likelyWords('confrence', [])).toEqual([]);
	expect(likelyWords('berlim', ['berlin', 'berlis'])).toEqual(['berlin', 'berlis']);
});
