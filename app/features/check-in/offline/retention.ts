import type { DoorStore } from './door-store.ts';
import { openDoorStore, removeDoorStore } from './indexed-store.ts';

/** The doors on this device, by the names of their stores: when each has to forget its list. No token, no name of an event, its id alone. */
const KEY = 'foyer.doors';

interface StoredDoor {
	endMs: number;
	/** Opened by somebody who was signed in: forgotten when they log out. */
	isMember: boolean;
	/** Whose door it is: scans that outlive the list are handed on in a file that names the event. */
	eventId: string;
}

function readDoors(): Record<string, StoredDoor> {
	try {
		const doors: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
		return Object.fromEntries(
			Object.entries(Object(doors)).flatMap(([id, door]) => {
				const { endMs, isMember, eventId } = Object(door) as Partial<StoredDoor>;
				if (typeof endMs !== 'number') return [];
				return [[id, { endMs, isMember: isMember === true, eventId: String(eventId ?? '') }]];
			}),
		);
	} catch {
		return {};
	}
}

function writeDoors(doors: Record<string, StoredDoor>): void {
	try {
		localStorage.setItem(KEY, JSON.stringify(doors));
	} catch {
		// Nothing can be stored here, the list neither.
	}
}

/** Remembers when a door has to forget; null: it has forgotten already. */
export function setEnd(storeId: string, door: StoredDoor | null): void {
	const { [storeId]: _, ...others } = readDoors();
	writeDoors(door ? { ...others, [storeId]: door } : others);
}

/** The event of a door that was open on this device; empty when nothing is known of it. */
export function eventOf(storeId: string): string {
	return readDoors()[storeId]?.eventId ?? '';
}

/** What waits on a device for the server. */
export interface Waiting {
	scans: number;
	sales: number;
}

const waitingIn = async (store: DoorStore): Promise<Waiting> => ({
	scans: (await store.queued()).length,
	sales: (await store.sales()).length,
});

/** Wipes a store. Unsynced scans and sales are retained, without names, until they are sent or exported. */
export async function wipeStore(store: DoorStore): Promise<{ isEmpty: boolean }> {
	const { scans, sales } = await waitingIn(store);
	const isEmpty = scans + sales === 0;
	if (!isEmpty) await store.forgetNames();
	await store.wipe({ keepsQueue: !isEmpty });
	return { isEmpty };
}

/** Wipes every door whose time is over. */
export async function sweepDoors(nowMs: number): Promise<void> {
	await wipeDoors(({ endMs }) => endMs <= nowMs);
}

/** Number of unsynced scans and sales of events opened by the signed-in member. */
export async function countMemberQueues(): Promise<number> {
	let count = 0;
	for (const [storeId, { isMember }] of Object.entries(readDoors())) {
		if (!isMember) continue;
		const store = await openDoorStore(storeId);
		const { scans, sales } = await waitingIn(store);
		count += scans + sales;
		store.close();
	}
	return count;
}

/** Wipes stored check-in data at logout; unsynced items are sent when the member opens check-in again. */
export async function leaveMemberDoors(): Promise<void> {
	await wipeDoors(({ isMember }) => isMember);
}

async function wipeDoors(isOver: (door: StoredDoor) => boolean): Promise<void> {
	for (const [storeId, door] of Object.entries(readDoors())) {
		if (!isOver(door)) continue;
		const store = await openDoorStore(storeId);
		const { isEmpty } = await wipeStore(store);
		store.close();
		if (!isEmpty) continue;
		await removeDoorStore(storeId).catch(() => {});
		setEnd(storeId, null);
	}
}

/** Names a door's store without being its token. */
export async function storeIdOf(accessId: string): Promise<string> {
	const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`door:${accessId}`));
	return Array.from(new Uint8Array(digest, 0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
