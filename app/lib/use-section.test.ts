import { expect, test } from 'vitest';
import { typedSince } from './use-section.ts';

test('what was sent is done with; what was typed meanwhile stays', () => {
	const sent: Record<string, string> = { name: 'Ada', city: 'London' };
	expect(typedSince(sent, sent)).toEqual({});
	expect(typedSince({ name: 'Ada L.', city: 'London' }, sent)).toEqual({ name: 'Ada L.' });
	expect(typedSince({ ...sent, note: '' }, sent)).toEqual({ note: '' });
});
