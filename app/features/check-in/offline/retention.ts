import { openDoorStore, removeDoorStore } from './indexed-store.ts';

/** When each door on this device has to forget its list, by the names of their stores; no token, no name of an event. */
const KEY = 'foyer.doors';

type Ends = Record<string, number>;

function readEnds(): Ends {
	try {
		const ends: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
		return Object.fromEntries(
			Object.entries(Object(ends)).filter((end): end is [string, number] => typeof end[1] === 'number'),
		);
	} catch {
		return {};
	}
}

function writeEnds(ends: Ends): void {
	try {
		localStorage.setItem(KEY, JSON.stringify(ends));
	} catch {
		// Nothing can be kept here, the list neither.
	}
}

/** Remembers when a door has to forget; null: it has forgotten already. */
export function setEnd(storeId: string, endMs: number | null): void {
	const { [storeId]: _, ...others } = readEnds();
	writeEnds(endMs === null ? others : { ...others, [storeId]: endMs });
}

/** Wipes every door whose time is over. Scans that the server has not answered for are kept, without names, until they are sent. */
export async function sweepDoors(nowMs: number): Promise<void> {
	for (const [storeId, endMs] of Object.entries(readEnds())) {
		if (endMs > nowMs) continue;
		const store = await openDoorStore(storeId);
		const hasQueue = (await store.queued()).length > 0;
		await store.wipe({ keepsQueue: hasQueue });
		store.close();
		if (hasQueue) continue;
		await removeDoorStore(storeId).catch(() => {});
		setEnd(storeId, null);
	}
}

/** Names a door's store without being its token. */
export async function storeIdOf(accessId: string): Promise<string> {
	const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`door:${accessId}`));
	return Array.from(new Uint8Array(digest, 0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
