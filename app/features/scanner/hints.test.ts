import { beforeEach, expect, test } from 'vitest';
import { Hints } from './hints.ts';

let hints: Hints;
beforeEach(() => {
	hints = new Hints();
});
const frame = (luminance: number, nowMs: number, { hasCode = false, canLight = true } = {}) =>
	hints.next({ luminance, hasCode }, { canLight, nowMs });

test('the torch is offered after some dark frames, and only where there is one', () => {
	for (let i = 0; i < 7; i++) expect(frame(20, i)).toBeNull();
	expect(frame(20, 8)).toBe('dark');
	expect(frame(20, 9, { canLight: false })).toBeNull();
	expect(frame(120, 10)).toBeNull();
	expect(frame(20, 11)).toBeNull();
});

test('after ten seconds without a code, more distance is advised', () => {
	frame(120, 0);
	expect(frame(120, 10_000)).toBeNull();
	expect(frame(120, 10_001)).toBe('move-back');
	expect(frame(120, 10_100, { hasCode: true })).toBeNull();
	expect(frame(120, 15_000)).toBeNull();
});
