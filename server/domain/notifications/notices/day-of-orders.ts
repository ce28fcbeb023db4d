import { lowestIdAt } from '#shared/lib/ids.ts';

/**
 * A day (UTC) as the range of the ids of its orders: ids are UUIDv7, so that counting what came in reads one stretch of the primary
 * key and nothing else.
 */
export function dayOfOrders(at: Date): { name: string; fromId: string; toId: string } {
	const name = at.toISOString().slice(0, 10);
	const begin = Date.parse(`${name}T00:00:00Z`);
	return { name, fromId: lowestIdAt(begin), toId: lowestIdAt(begin + 86_400_000) };
}
