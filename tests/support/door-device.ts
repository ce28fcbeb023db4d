import { MemoryStore } from '#app/features/check-in/offline/door-store.ts';
import { Snapshot } from '#app/features/check-in/offline/snapshot.ts';
import { openEventStream } from '#app/lib/event-stream.ts';
import type { DoorSetup } from '#shared/contracts/door-setup.ts';
import type { DoorFeed } from '#shared/contracts/door-sync.ts';

export interface DoorDevice {
	/** Whether this device takes a guest for inside, by what it keeps itself. */
	isInside(guestId: string): boolean;
	/** Calls back whenever it heard of something. */
	onNews(listener: () => void): void;
	close(): void;
}

/**
 * A device at the door as the scanner's page has it: its own guest list, fetched page by page, and the line by which it hears of the
 * other doors. Resolves when the line is open.
 */
export async function openDoorDevice(base: string, token: string): Promise<DoorDevice> {
	const path = `${base}/api/staff-access`;
	const read = async <T>(url: string): Promise<T> => {
		const response = await fetch(url);
		if (!response.ok) throw new Error(`${response.status} of the door`);
		return (await response.json()) as T;
	};
	const snapshot = new Snapshot(new MemoryStore(), {
		setup: () => read<DoorSetup>(`${path}/door/${token}`),
		feed: (cursor) => read<DoorFeed>(`${path}/feed/${token}${cursor ? `?cursor=${cursor}` : ''}`),
	});
	await snapshot.update();
	const listeners = new Set<() => void>();
	let isOpen = () => {};
	const opened = new Promise<void>((resolve) => {
		isOpen = resolve;
	});
	const close = openEventStream({
		path: `${path}/stream/${token}`,
		onEvent({ type, data }) {
			// The server listens to its own news before it sends the first figures.
			if (type === 'stats') isOpen();
			if (type !== 'check-in' && type !== 'undo') return;
			const { guestId, listId, checkedInAt, device } = JSON.parse(data);
			const inMs = type === 'check-in' ? Date.parse(checkedInAt) : 0;
			snapshot.book?.setPresence(listId, guestId, { firstInMs: inMs, insideSinceMs: inMs, device });
			for (const listener of listeners) listener();
		},
	});
	await opened;
	const list = snapshot.meta?.setup.lists[0]?.id ?? '';
	return {
		isInside: (guestId) => (snapshot.book?.get(guestId, list)?.insideSinceMs ?? 0) > 0,
		onNews: (listener) => void listeners.add(listener),
		close,
	};
}
