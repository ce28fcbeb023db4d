import { isIP, isIPv6 } from 'node:net';

/** Where an address sits, as texts of bounded length. */
export interface Networks {
	/** What one home, phone or office has: an IPv4 address, or a /64 of IPv6. */
	near: string;
	/** What is given to one provider or site: a /24 of IPv4, or a /48 of IPv6. */
	wide: string;
}

/** The networks of an address of a client; whatever is no address of IP is in one network of its own, `unknown`. */
export function networksOf(address: string): Networks {
	const plain = address.replace(/^::ffff:(?=\d)/i, '').replace(/%.*$/, '');
	if (isIPv6(plain)) {
		const groups = groupsOf(plain);
		return { near: groups.join(':'), wide: `${groups.slice(0, 3).join(':')}::/48` };
	}
	if (isIP(plain) === 0) return { near: 'unknown', wide: 'unknown/wide' };
	return { near: plain, wide: `${plain.slice(0, plain.lastIndexOf('.'))}.0/24` };
}

/** The first four groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
	const [head = '', tail = ''] = address.toLowerCase().split('::');
	const groups = head === '' ? [] : head.split(':');
	if (address.includes('::')) {
		const after = tail === '' ? [] : tail.split(':');
		groups.push(...new Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after);
	}
	return groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
}

/**
 * The address that a trusted proxy wrote into X-Forwarded-For: the entry of the outermost one, counted from the right.
 * @returns undefined when there is none, or when it is no address (a port behind it is taken off)
 */
export function forwardedAddress(header: string, trustedHops: number): string | undefined {
	const entry = header.split(',').at(-trustedHops)?.trim() ?? '';
	const address =
		/^\[([\da-f:.]+)\](?::\d{1,5})?$/i.exec(entry)?.[1] ?? entry.replace(/^([\d.]+):\d{1,5}$/, '$1');
	return isIP(address) === 0 ? undefined : address;
}
