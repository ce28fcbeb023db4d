import { hash } from 'node:crypto';
import type { FeedGuest, FeedStanding } from '#shared/contracts/door-sync.ts';
import { CODE_HASH_BYTES, saltedCode } from '#shared/rules/door-hash.ts';
import type { Services } from '../../../services.ts';
import type { DoorCaller } from '../door-caller.ts';
import type { DoorFrame } from '../setup.ts';

/** A guest as the feed's queries read them. */
export interface GuestRow {
	id: string;
	name: string;
	status: 'held' | 'active' | 'cancelled';
	ticket_code: string;
	ticket_type_id: string;
	order_id: string;
	is_party: boolean;
}

export const packed = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');
export const hashCode = (salt: string, code: string) =>
	hash('sha256', saltedCode(salt, code), 'buffer').subarray(0, CODE_HASH_BYTES).toString('base64url');

const standings = {
	name: 'check-in.feed-standings',
	text: `
SELECT attendee_id, list_id, occurred_at, left_at, device, nonce FROM check_ins
WHERE attendee_id = ANY ($2::uuid[]) AND event_id = $1 AND verdict = 'accepted' AND annulled_at IS NULL
ORDER BY occurred_at`,
};

const stateOf = { active: 0, held: 1, cancelled: 2 } as const;
const secondsOf = (date: Date) => Math.floor(date.getTime() / 1_000);

/** A guest in 60 bytes or so. */
export function presentGuest(row: GuestRow, frame: DoorFrame, salt: string): FeedGuest {
	return [
		packed(row.id),
		hashCode(salt, row.ticket_code),
		row.name,
		frame.ticketTypes.findIndex((type) => type.id === row.ticket_type_id),
		stateOf[row.status],
		// The last 48 bits of a UUIDv7 are random: enough to keep the orders of one event apart.
		row.is_party ? packed(row.order_id).slice(14) : '',
	];
}

/** Where these guests stand at the device's lists; `moved` ones also when they stand nowhere (any more). */
export async function readStandings(
	services: Services,
	door: DoorCaller,
	frame: DoorFrame,
	ids: string[],
	moved: string[],
): Promise<FeedStanding[]> {
	if (ids.length === 0) return [];
	const { rows } = await services.database.pool.query<{
		attendee_id: string;
		list_id: string;
		occurred_at: Date;
		left_at: Date | null;
		device: string;
		nonce: string | null;
	}>({ ...standings, values: [door.eventId, [...new Set(ids)]] });
	const found = new Map<string, FeedStanding>();
	for (const id of moved) {
		for (const index of frame.lists.keys()) found.set(`${id}:${index}`, [packed(id), index, 0, 0, '', '']);
	}
	for (const row of rows) {
		const index = frame.lists.findIndex((list) => list.id === row.list_id);
		if (index < 0) continue;
		const key = `${row.attendee_id}:${index}`;
		const at = secondsOf(row.occurred_at);
		found.set(key, [
			packed(row.attendee_id),
			index,
			found.get(key)?.[2] || at,
			row.left_at ? 0 : at,
			row.device,
			row.nonce ?? '',
		]);
	}
	return [...found.values()];
}
