import type { DoorListSetup, QueuedScan, StoredGuest } from '#app/features/check-in/offline/model.ts';

let last = 0;

/** A guest for the tests of the door. */
export function storedGuest(name: string, values: Partial<StoredGuest> = {}): StoredGuest {
	last++;
	return {
		id: `guest-${last}`,
		name,
		email: `${name.toLowerCase()}@people.example`,
		ticketTypeId: 'standard',
		ticketTypeName: 'Standard',
		codeHash: `hash-of-${last}`,
		state: 'active',
		group: '',
		...values,
	};
}

/** A scan for the tests of the queue. */
export function queuedScan(nonce: string, values: Partial<QueuedScan> = {}): QueuedScan {
	return {
		nonce,
		kind: 'scan',
		direction: 'in',
		text: `CODE-${nonce}`,
		guestId: null,
		target: null,
		reason: '',
		scannedAt: '2026-11-21T19:00:00.000Z',
		offsetMs: 0,
		deviceId: 'device-one',
		device: 'Gate',
		listId: null,
		gateId: null,
		told: 'accepted',
		guestName: '',
		ticketTypeName: '',
		...values,
	};
}

/** A list that takes all tickets at any time, without exits. */
export const entranceList = (id: string): DoorListSetup => ({
	id,
	name: 'Entrance',
	ticketTypeIds: null,
	opensAt: null,
	closesAt: null,
	countsExits: false,
	allowsReentry: false,
});
