import { expect, test } from 'vitest';
import { networkOf, sourceOf } from './network.ts';

test.each([
	['203.0.113.7', '203.0.113.7'],
	['::ffff:203.0.113.7', '203.0.113.7'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
	['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2'],
	['2001:db8::1', '2001:db8:0:0'],
	['::1', '0:0:0:0'],
	['fe80::1%eth0', 'fe80:0:0:0'],
	['in-process', 'in-process'],
])('%s sits in %s', (address, network) => {
	expect(networkOf(address)).toBe(network);
});

test('a source is the same for one network and says nothing without the key', () => {
	const key = Buffer.alloc(32, 1);
	expect(sourceOf(key, '2001:db8::1')).toEqual(sourceOf(key, '2001:db8::2'));
	expect(sourceOf(key, '203.0.113.7')).not.toEqual(sourceOf(key, '203.0.113.8'));
	expect(sourceOf(Buffer.alloc(32, 2), '203.0.113.7')).not.toEqual(sourceOf(key, '203.0.113.7'));
});
