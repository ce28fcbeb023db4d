/**
 * A day (UTC) as the range of the ids of its orders: ids are UUIDv7, so that counting what came in reads one stretch of the primary
 * key and nothing else.
 */
export function dayOfOrders(at: Date): { name: string; fromId: string; toId: string } {
	const name = at.toISOString().slice(0, 10);
	const begin = Date.parse(`${name}T00:00:00Z`);
	return { name, fromId: lowestIdAt(begin), toId: lowestIdAt(begin + 86_400_000) };
}

/** Lower than every UUIDv7 of that millisecond and later ones: the first 48 bits are the time (RFC 9562, 5.7). */
function lowestIdAt(atMs: number): string {
	const hex = atMs.toString(16).padStart(12, '0');
	return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
