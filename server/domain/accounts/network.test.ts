import { expect, test } from 'vitest';
import { sourceOf } from './network.ts';

test('a source is the same for one network and says nothing without the key', () => {
	const key = Buffer.alloc(32, 1);
	expect(sourceOf(key, '2001:db8::1')).toEqual(sourceOf(key, '2001:db8::2'));
	expect(sourceOf(key, '203.0.113.7')).not.toEqual(sourceOf(key, '203.0.113.8'));
	expect(sourceOf(Buffer.alloc(32, 2), '203.0.113.7')).not.toEqual(sourceOf(key, '203.0.113.7'));
});
