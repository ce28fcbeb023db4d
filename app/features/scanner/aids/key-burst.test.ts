import { beforeEach, expect, test } from 'vitest';
import { KeyBurst } from './key-burst.ts';

const CODE = '0024H36H2NCSVRH6DAQF6DVVQZ';
let burst: KeyBurst;
let clock: number;
beforeEach(() => {
	burst = new KeyBurst();
	clock = 1_000;
});

/** Presses the keys, each after a gap, and gives what came out. */
function type(keys: Iterable<string>, gapMs: number): string[] {
	const codes: string[] = [];
	for (const key of keys) {
		clock += gapMs;
		const code = burst.press({ key, atMs: clock });
		if (code !== null) codes.push(code);
	}
	return codes;
}

test.each(['Enter', 'Tab'])('a fast burst that ends with %s is a code', (end) => {
	expect(type([...CODE, end], 5)).toEqual([CODE]);
});

test('shift keys between do not matter', () => {
	const keys = [...CODE].flatMap((key) => (/[A-Z]/.test(key) ? ['Shift', key] : [key]));
	expect(type([...keys, 'Enter'], 12)).toEqual([CODE]);
});

test('two codes in a row', () => {
	expect(type([...CODE, 'Enter', ...CODE, 'Enter'], 5)).toEqual([CODE, CODE]);
});

test('a person who types is no reader', () => {
	expect(type([...'Ada Lovelace', 'Enter'], 110)).toEqual([]);
});

test('a fast but short word is no code', () => {
	expect(type([...'Ada', 'Enter'], 30)).toEqual([]);
});

test('Enter long after the keys is a person', () => {
	type(CODE, 5);
	expect(type(['Enter'], 400)).toEqual([]);
});

test('what a person typed before does not stick to a code', () => {
	type('Ada', 150);
	clock += 500;
	expect(type([...CODE, 'Enter'], 5)).toEqual([CODE]);
});

test('a code without an end is dropped by the next slow key', () => {
	type(CODE, 5);
	clock += 500;
	expect(type(['x', 'Enter'], 5)).toEqual([]);
	expect(burst.length).toBe(0);
});
