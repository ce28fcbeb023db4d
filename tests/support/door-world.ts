import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { checkInChecks } from '#server/domain/check-in/checks.ts';
import type { DoorFeed, SyncEntryInput, SyncItemInput } from '#shared/contracts/door-sync.ts';
import { type Door, type DoorGuest, type DoorOptions, makeDoor } from '#tests/factories/door.ts';
import { useTestOwner } from './use-api.ts';

/** An instant of the evening on which the doors of these tests are open. */
export const at = (minutes: number) => new Date(Date.UTC(2026, 5, 1, 18, minutes)).toISOString();
export const nonce = () => `nonce-${randomUUID()}`;

/** A scan as a device hands it in that decided by itself. */
export function scanOf(
	guest: DoorGuest,
	minutes: number,
	more: Partial<Extract<SyncItemInput, { kind: 'scan' }>> = {},
) {
	return {
		kind: 'scan',
		nonce: nonce(),
		guestQrData: guest.code,
		decision: 'admitted',
		shown: 'accepted',
		scannedAt: at(minutes),
		...more,
	} satisfies SyncItemInput;
}

/** A database of its own for the test file, an organiser, and doors as devices call them. */
export function useDoorWorld() {
	const { database, services, api, owner } = useTestOwner();
	return {
		...{ database, services, api, owner },
		openDoor: (options?: DoorOptions): Promise<Door> => makeDoor({ services, api, owner }, options),
		/** Hands in what a device scanned. */
		async sync(door: Door, device: string, items: SyncEntryInput[], queued = items.length) {
			const answer = await api.post(`/api/staff-access/sync/${door.token}`, {
				device: { id: `device-${device}`, name: `Door ${device}`, queued },
				items,
			});
			expect(answer.status).toBe(200);
			return answer.body;
		},
		async feed(door: Door, cursor?: string): Promise<DoorFeed> {
			const answer = await api.get(
				`/api/staff-access/feed/${door.token}`,
				cursor ? { query: { cursor } } : {},
			);
			expect(answer.status).toBe(200);
			return answer.body;
		},
		scanOnline: (door: Door, body: object) => api.post(`/api/staff-access/checkin/${door.token}`, body),
		/** What the system's checks say of the door's rows. */
		async expectDoorChecks() {
			for (const check of checkInChecks)
				expect([check.name, await check.run(services)]).toEqual([check.name, []]);
		},
	};
}
