import { expect, test } from 'vitest';
import { forwardedAddress, networksOf } from './network.ts';

test.each([
	['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
	['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1::/48'],
	['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2', '2001:db8:1::/48'],
	['2001:db8::1', '2001:db8:0:0', '2001:db8:0::/48'],
	['::1', '0:0:0:0', '0:0:0::/48'],
	['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0::/48'],
	['in-process', 'unknown', 'unknown/wide'],
	['x'.repeat(15_000), 'unknown', 'unknown/wide'],
])('%.40s sits in %s and %s', (address, near, wide) => {
	expect(networksOf(address)).toEqual({ near, wide });
});

test.each([
	['203.0.113.7', 1, '203.0.113.7'],
	['198.51.100.1, 203.0.113.7', 1, '203.0.113.7'],
	['198.51.100.1, 203.0.113.7', 2, '198.51.100.1'],
	['203.0.113.7:4711', 1, '203.0.113.7'],
	['[2001:db8::1]:443', 1, '2001:db8::1'],
	['198.51.100.1', 2, undefined],
	['what the client likes', 1, undefined],
	['', 1, undefined],
])('X-Forwarded-For %j behind %i hops is %s', (header, hops, address) => {
	expect(forwardedAddress(header, hops)).toBe(address);
});
