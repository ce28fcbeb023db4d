import { expect, test } from 'vitest';
import { nameIn } from './links.ts';

test('names that no event can have are none, so that nothing else is requested', () => {
	const named = (value: string | null) =>
		nameIn({ getAttribute: () => value } as unknown as Element, 'event');
	expect(named(' jazz-night ')).toBe('jazz-night');
	for (const value of [null, '', ' ', '.', ' .. ', 'x'.repeat(201)]) expect(named(value)).toBe('');
	expect(named('...')).toBe('...');
	// What encodeURIComponent would throw at.
	expect(() => encodeURIComponent(named('a\ud800'))).not.toThrow();
});
