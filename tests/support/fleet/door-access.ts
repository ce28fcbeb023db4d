import type { DoorAccess } from '#app/features/check-in/api.ts';
import { createApiClient } from '#app/lib/api-client.ts';
import * as contracts from '#shared/contracts/check-in.ts';
import * as sync from '#shared/contracts/door-sync.ts';

/** Calls on their way, for whoever waits for a moment in which some are, or none. */
export class Traffic {
	calls = 0;
	batches = 0;
}

export type FleetAccess = Pick<DoorAccess, 'scan' | 'checkIn' | 'undo' | 'sync' | 'setup' | 'feed'>;

/** The calls of the scanner's page, through a network of the device's own, with less patience than at a real door. */
export function fleetAccess(
	port: number,
	token: string,
	traffic: Traffic,
	signal: () => AbortSignal,
): FleetAccess {
	const client = createApiClient({
		fetch: async (request) => {
			const isBatch = request.url.includes('/sync/');
			traffic.calls += 1;
			if (isBatch) traffic.batches += 1;
			try {
				const response = await fetch(request);
				// An answer has come when all of it has.
				return new Response(await response.arrayBuffer(), response);
			} finally {
				traffic.calls -= 1;
				if (isBatch) traffic.batches -= 1;
			}
		},
		origin: () => `http://127.0.0.1:${port}`,
		tokens: null,
	});
	const params = { token };
	const sent = (timeoutMs: number) => ({ params, timeoutMs, signal: signal() });
	return {
		scan: (guestQrData, facts) =>
			client.call(contracts.checkInByCode, { body: { guestQrData, ...facts }, ...sent(3_000) }),
		checkIn: (guestId, facts) =>
			client.call(contracts.checkInManually, { body: { guestId, ...facts }, ...sent(3_000) }),
		undo: (body) => client.call(contracts.undoCheckIn, { body, ...sent(3_000) }),
		sync: (body) => client.call(sync.syncStaffDoor, { body, ...sent(15_000) }),
		setup: () => client.call(sync.getStaffDoor, sent(15_000)),
		feed: (cursor) => client.call(sync.readStaffFeed, { query: cursor ? { cursor } : {}, ...sent(30_000) }),
	};
}
