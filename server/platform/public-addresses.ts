import { BlockList, isIP } from 'node:net';

/** A list of networks. */
export type Networks = BlockList;

/** IPv4 ranges that the special-purpose registries exclude from the public addresses, and one address of a provider's metadata. */
const notPublic4 = networksFrom([
	...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
	...['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24'],
	...['192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
	...['224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'],
]);

/** Of IPv6 only global unicast is public: neither mapped and translated IPv4 nor what is local lies in it. */
const global6 = networksFrom(['2000::/3']);

/** What lies in there and leads elsewhere: Teredo and other protocols, documentation, 6to4, AS112. */
const notPublic6 = networksFrom([
	...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'],
]);

/**
 * A list of networks as `10.0.0.0/8`.
 * @throws for what is no network
 */
export function networksFrom(texts: readonly string[]): Networks {
	const list = new BlockList();
	for (const text of texts) {
		const [base = '', bits = ''] = text.split('/');
		const version = isIP(base);
		if (version === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128))
			throw new RangeError(`${text} is no network.`);
		list.addSubnet(base, Number(bits), version === 4 ? 'ipv4' : 'ipv6');
	}
	return list;
}

/** Whether an address is in one of the networks. An IPv4 address that is written as IPv6 is in none. */
export function within(networks: Networks, address: string): boolean {
	const version = isIP(address);
	if (version === 0 || /^::ffff:/i.test(address)) return false;
	return networks.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
	const version = isIP(address);
	// A zone is that of a link of this machine.
	if (version === 0 || address.includes('%')) return false;
	if (version === 4) return !notPublic4.check(address, 'ipv4');
	return global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}
