import { createHmac } from 'node:crypto';
import { networksOf } from '#server/platform/network.ts';

/** How a network is remembered: recognisable, but not readable. */
export function sourceOf(secret: Buffer, address: string): Buffer {
	return createHmac('sha256', secret)
		.update(`network:${networksOf(address).near}`)
		.digest()
		.subarray(0, 16);
}
