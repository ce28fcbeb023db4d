import { expect, test } from 'vitest';
import { EVENT_CODE_ALPHABET, isEventCode, newEventCode } from './event-code.ts';

test('codes have six letters of the alphabet and at least one digit', () => {
	const seen = new Set<string>();
	for (let i = 0; i < 5_000; i++) {
		const code = newEventCode();
		expect(code).toMatch(/^[A-HJKMNP-Z2-9]{6}$/);
		expect(code).toMatch(/\d/);
		seen.add(code);
	}
	// 5 000 of some 700 million: two equal ones are a one in fifty chance, three a fault.
	expect(seen.size).toBeGreaterThan(4_997);
});

test('every letter comes about equally often', () => {
	const counts = new Map<string, number>();
	for (let i = 0; i < 6_000; i++)
		for (const letter of newEventCode()) counts.set(letter, (counts.get(letter) ?? 0) + 1);
	const letters = [...EVENT_CODE_ALPHABET].filter((letter) => letter >= 'A');
	const expected = letters.reduce((sum, letter) => sum + (counts.get(letter) ?? 0), 0) / letters.length;
	for (const letter of letters) {
		expect(counts.get(letter)! / expected).toBeGreaterThan(0.85);
		expect(counts.get(letter)! / expected).toBeLessThan(1.15);
	}
});

test('bytes that would favour a letter are thrown away', () => {
	const bytes = [255, 254, 250, 249, 248, 0, 30, 1, 29, 2, 28, 0, 0, 0, 0, 0];
	expect(newEventCode(() => Uint8Array.from(bytes))).toBe('A9B8C7');
});

test('what is no code', () => {
	expect(isEventCode('K3F9P2')).toBe(true);
	for (const text of [
		'k3f9p2',
		'ABCDEF',
		'K3F9P',
		'K3F9P22',
		'K3F9PO',
		'K3F9P0',
		'K3F9P1',
		'K3F9PI',
		'K3F9PL',
		'',
		'222 22',
	])
		expect(isEventCode(text), text).toBe(false);
	expect(isEventCode('234567')).toBe(true);
});
