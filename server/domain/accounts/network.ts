import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** The network that a caller sits in: an IPv4 address, or the /64 that one home or phone gets of IPv6. */
export function networkOf(address: string): string {
	const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
	if (!isIPv6(plain)) return plain;
	const [head = '', tail = ''] = plain.toLowerCase().split('::');
	const groups = head === '' ? [] : head.split(':');
	if (plain.includes('::')) {
		const after = tail === '' ? [] : tail.split(':');
		groups.push(...new Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after);
	}
	return groups
		.slice(0, 4)
		.map((group) => group.replace(/^0+(?=.)/, ''))
		.join(':');
}

/** How a network is remembered: recognisable, but not readable. */
export function sourceOf(secret: Buffer, address: string): Buffer {
	return createHmac('sha256', secret)
		.update(`network:${networkOf(address)}`)
		.digest()
		.subarray(0, 16);
}
